// What mytritonc's command line says.
#pragma once

#include "mytriton/driver/options.h"
#include "mytriton/driver/outputs.h"

namespace mytriton {

struct MytritoncOptions : DriverOptions {
  OutputRequest files;
  bool listKernels = false;
  bool printIrAfterAll = false;
  bool timePasses = false;
  bool help = false;
  bool version = false;
};

std::span<const OptionRow<MytritoncOptions>> mytritoncOptionTable();
// The whole of --help, given the text of the options.
std::string mytritoncHelp(std::string_view options);

} // namespace mytriton
