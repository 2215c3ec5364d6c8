// The passes keep the meaning of any kernel: random ones give the same bytes before and after.
#include "random_kernel.h"
#include "ref_kernels.h"

#include "mytriton/ir/passes.h"
#include "mytriton/ir/printer.h"
#include "mytriton/ir/verifier.h"

#include <catch2/catch.hpp>

using namespace mytriton;

namespace {

struct Outputs {
  std::vector<std::byte> ints, floats;
  bool operator==(const Outputs &) const = default;
};

Outputs runRandom(const std::string &text, unsigned seed) {
  std::mt19937 random(seed);
  constexpr std::size_t kOutputs = RandomKernel::kBlock * RandomKernel::kSlots;
  std::vector<std::int32_t> ints(RandomKernel::kInputs);
  std::vector<float> floats(RandomKernel::kInputs);
  for (std::int32_t &value : ints)
    value = random() % 4 == 0 ? static_cast<std::int32_t>(random())
                              : static_cast<std::int32_t>(random() % 9) - 4;
  for (float &value : floats)
    value = random() % 8 == 0 ? -0.0f : static_cast<float>(random() % 1000) / 7 - 70;
  Buffer xi = makeBuffer("xi", DType::I32, ints), xf = makeBuffer("xf", DType::F32, floats);
  Buffer oi = makeBuffer("oi", DType::I32, std::vector<std::int32_t>(kOutputs, 77));
  Buffer of = makeBuffer("of", DType::F32, std::vector<float>(kOutputs, 77));
  const LaunchResult result =
      launchRef(text,
                {PointerArgument{&xi}, PointerArgument{&oi}, PointerArgument{&xf},
                 PointerArgument{&of}, Scalar::ofInt(DType::I32, random() % 5),
                 Scalar::ofFloat(DType::F32, 2.5), Scalar::ofBool(random() % 2 == 0)},
                Grid{{2, 1, 1}});
  INFO(text << result.message);
  REQUIRE(result.status == LaunchStatus::Done);
  return {oi.bytes, of.bytes};
}

void checkPasses(unsigned seed) {
  std::unique_ptr<Kernel> kernel = RandomKernel(seed).make();
  const auto invalid = verify(*kernel);
  const std::string before = print(*kernel);
  INFO("seed " << seed << "\n" << before << (invalid ? invalid->text : ""));
  REQUIRE_FALSE(invalid);
  const Outputs want = runRandom(before, seed);

  std::mt19937 random(seed);
  std::vector<const Pass *> passes;
  for (std::size_t i = 0; i < 4; ++i)
    passes.push_back(&allPasses()[random() % allPasses().size()]);
  std::string error;
  const bool valid = runPasses(*kernel, passes, {}, error);
  INFO(error);
  REQUIRE(valid);
  const std::string after = print(*kernel);
  INFO(after);
  CHECK(runRandom(after, seed) == want);

  // Repeated, the pipeline comes to an end, and soon.
  std::string settled, previous;
  int rounds = 0;
  do {
    previous = std::move(settled);
    REQUIRE(runPasses(*kernel, defaultPipeline(1), {}, error));
    settled = print(*kernel);
  } while (settled != previous && ++rounds < 10);
  CHECK(settled == previous);
  CHECK(runRandom(settled, seed) == want);
}

} // namespace

TEST_CASE("passes keep the results of random kernels") {
  for (unsigned seed = 0; seed < 150; ++seed)
    checkPasses(seed);
}

TEST_CASE("passes keep the results of very many random kernels", "[.][slow]") {
  for (unsigned seed = 1000; seed < 21000; ++seed)
    checkPasses(seed);
}
