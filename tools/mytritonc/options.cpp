// The options that only mytritonc has, and its --help. See options.h.
#include "options.h"

#include <array>
#include <fmt/format.h>

namespace mytriton {

namespace {

constexpr std::string_view kFiles = "Files";
constexpr std::string_view kLooking = "Looking inside";

using Row = OptionRow<MytritoncOptions>;
using View = std::string_view;

constexpr std::string_view kHelp =
    R"(Compiles a Triton-style kernel to CUDA C++ and a launch JSON, without running Python.

usage: mytritonc [options] FILE.py      '-' reads standard input, '@FILE' options from a file
       mytritonc [options] FILE.ssa     a kernel as --emit=ssa prints it
{}
Examples:
  mytritonc kernel.py -D BLOCK=256 -o add.cu           write add.cu and add.json
  mytritonc kernel.py -D BLOCK=256 --emit=ssa          print a stage to the terminal
  mytritonc kernel.py -k add_kernel -D BLOCK=1024 --arch=sm_90 --emit=cubin -o add.cubin
  mytritonc kernel.py -D BLOCK=256 --emit=cuda,ptx --arch=sm_80,sm_90 -o add
                                 write add.cu, add.sm_80.ptx, add.sm_90.ptx and add.json

Exit status: 0 done; 1 the source or a file is at fault; 2 the command line is wrong;
4 a tool that was asked for (NVRTC) is missing.
)";

const std::array kTable{
    Row{{"-o", "FILE", kFiles,
         "the output; '-' is standard output, as is a text stage without -o.\nThe launch JSON goes "
         "beside it: add.cu and add.json. With several\noutputs FILE is their stem: FILE.cu, "
         "FILE.sm_90.cubin"},
        [](MytritoncOptions &o, View v) { return o.files.output = v, std::string(); }},
    Row{{"-MD", "", kFiles, "write a depfile for make or Ninja"},
        [](MytritoncOptions &o, View) { return o.files.depfile = true, std::string(); }},
    Row{{"-MF", "FILE", kFiles, "its name (default: the output's with .d)"},
        [](MytritoncOptions &o, View v) { return o.files.depfilePath = v, std::string(); }},
    Row{{"-MT", "NAME", kFiles, "the target in it (default: the outputs)"},
        [](MytritoncOptions &o, View v) {
          return o.files.depTargets.emplace_back(v), std::string();
        }},
    Row{{"--list-kernels", "", kLooking, "print the names of the kernels in the file"},
        [](MytritoncOptions &o, View) { return o.listKernels = true, std::string(); }},
    Row{{"--print-ir-after-all", "", kLooking, "print the SSA after each pass to standard error"},
        [](MytritoncOptions &o, View) { return o.printIrAfterAll = true, std::string(); }},
    Row{{"--time-passes", "", kLooking, "print the time that each stage and pass took"},
        [](MytritoncOptions &o, View) { return o.timePasses = true, std::string(); }},
    Row{{"-h,--help", "", kLooking, "print this"},
        [](MytritoncOptions &o, View) { return o.help = true, std::string(); }},
    Row{{"--version", "", kLooking, "print the version"},
        [](MytritoncOptions &o, View) { return o.version = true, std::string(); }},
};

} // namespace

std::span<const OptionRow<MytritoncOptions>> mytritoncOptionTable() { return kTable; }

std::string mytritoncHelp(std::string_view options) {
  return fmt::format(fmt::runtime(kHelp), options);
}

} // namespace mytriton
