// Miscompilations to be planted in generated CUDA C++, one at a time: what the tests must notice.
#pragma once

#include <string>
#include <vector>

namespace mytriton::fuzz {

struct Plant {
  std::string name;
  std::string what;
  // The text with the mistake; empty where there is no place for it.
  std::string (*apply)(const std::string &cuda);
};

const std::vector<Plant> &allPlants();

} // namespace mytriton::fuzz
