// The file as a whole: comment, helper functions, signature, body.

#include "cuda_printer.h"

#include "coverage.h"
#include "cuda_warp_helpers.h"

#include "mytriton/lower/placement.h"

#include <algorithm>
#include <fmt/format.h>

namespace mytriton {

namespace {

struct SharedBytes {
  std::int64_t arrays = 0; // of buffers that are arrays of their own
  std::int64_t pool = 0;   // of those that have an offset into one

  bool isDynamic() const { return pool > kStaticSharedBytes; }
};

SharedBytes sharedBytes(const Kernel &kernel) {
  SharedBytes total;
  walk(kernel.body(), [&](const Operation &op) {
    if (!op.is(OpKind::SharedAlloc))
      return;
    const Type type = op.result()->type();
    const std::int64_t bytes = type.shape().elements() * byteSize(type.dtype());
    if (op.attribute("offset") == nullptr)
      total.arrays += bytes;
    else
      total.pool = std::max(total.pool, op.intAttribute("offset") + bytes);
  });
  return total;
}

} // namespace

namespace {

// The headers of the types that C++ lacks, where the kernel has values of them.
std::string includes(const Kernel &kernel) {
  bool half = false, brain = false;
  const auto note = [&](Type type) {
    half = half || type.dtype() == DType::F16;
    brain = brain || type.dtype() == DType::BF16;
  };
  for (unsigned i = 0; i < kernel.parameterCount(); ++i)
    note(kernel.parameter(i)->type());
  walk(kernel.body(), [&](const Operation &op) {
    for (unsigned i = 0; i < op.operandCount(); ++i)
      if (op.operand(i) != nullptr)
        note(op.operand(i)->type());
    for (unsigned i = 0; i < op.resultCount(); ++i)
      note(op.result(i)->type());
  });
  std::string text;
  if (half)
    text += "#include <cuda_fp16.h>\n";
  if (brain)
    text += "#include <cuda_bf16.h>\n";
  return text.empty() ? "" : text + "\n";
}

} // namespace

struct CudaRows {
  using P = CudaPrinter;
  static constexpr P::Row kRows[] = {
      {OpKind::ProgramId, nullptr, &P::coordinate},
      {OpKind::NumPrograms, nullptr, &P::coordinate},
      {OpKind::ThreadId, nullptr, &P::coordinate},
      {OpKind::Select, nullptr, &P::select},
      {OpKind::MulHi, nullptr, &P::mulHi},
      {OpKind::Cast, nullptr, &P::cast},
      {OpKind::CastRtz, nullptr, &P::castRtz},
      {OpKind::Bitcast, nullptr, &P::bitcast},
      {OpKind::AddPtr, nullptr, &P::moved},
      {OpKind::Load, &P::load, nullptr},
      {OpKind::Store, &P::store, nullptr},
      {OpKind::Aligned, nullptr, &P::aligned},
      {OpKind::If, &P::branch, nullptr},
      {OpKind::For, &P::forLoop, nullptr},
      {OpKind::While, &P::whileLoop, nullptr},
      {OpKind::Each, &P::each, nullptr},
      {OpKind::Extract, nullptr, &P::extract},
      {OpKind::Pack, &P::pack, nullptr},
      {OpKind::SharedAlloc, &P::sharedAlloc, nullptr},
      {OpKind::SharedLoad, &P::sharedLoad, &P::readShared},
      {OpKind::SharedStore, &P::sharedStore, nullptr},
      {OpKind::Barrier, &P::barrier, nullptr},
      {OpKind::WarpReduce, nullptr, &P::warpReduce},
      {OpKind::Shuffle, nullptr, &P::shuffle},
  };
  static_assert(coverage::covers(kRows, coverage::isPrinted),
                "an operation of the thread level has no row, or one that is none has");
};

const CudaPrinter::Row *CudaPrinter::rowOf(OpKind kind) {
  for (const Row &row : CudaRows::kRows)
    if (row.kind == kind)
      return &row;
  return nullptr;
}

CudaPrinter::CudaPrinter(const Kernel &kernel, const TargetOptions &options)
    : kernel_(kernel), options_(options), variables_(kernel, options.ssaNames), roots_(kernel) {}

std::string CudaPrinter::run() {
  if (const SharedBytes bytes = sharedBytes(kernel_); bytes.pool > 0) {
    pool_ = variables_.temporary("shared");
    line(bytes.isDynamic()
             ? fmt::format("extern __shared__ __align__(16) unsigned char {}[]; // {} bytes", pool_,
                           bytes.pool)
             : fmt::format("__shared__ __align__(16) unsigned char {}[{}];", pool_, bytes.pool));
  }
  region(kernel_.body(), nullptr);

  std::string text;
  for (const std::string &comment : options_.header)
    text += comment.empty() ? "//\n" : "// " + comment + "\n";
  text += includes(kernel_);
  text += cudaHelpers(helpers_) + cudaWarpHelpers(helpers_);

  std::string parameters;
  for (unsigned i = 0; i < kernel_.parameterCount(); ++i) {
    const Type type = kernel_.parameter(i)->type();
    parameters += i > 0 ? ", " : "";
    parameters += type.isPointer() && roots_.readOnly(kernel_.parameter(i)) ? "const " : "";
    parameters += cudaType(type);
    parameters += type.isPointer() && kernel_.parameterInfo(i).noalias ? " __restrict__ " : " ";
    parameters += variables_.parameter(i);
  }
  text += fmt::format("extern \"C\" __global__ void __launch_bounds__({})\n", kernel_.threads());
  text += formatted({0, fmt::format("{}({}) {{", options_.symbol, parameters), {}});
  for (const CodeLine &line : lines_)
    text += formatted(line);
  text += "}\n";
  return text;
}

std::string printCuda(const Kernel &kernel, const TargetOptions &options) {
  return CudaPrinter(kernel, options).run();
}

std::vector<bool> readOnlyParameters(const Kernel &kernel) {
  const PointerRoots roots(kernel);
  std::vector<bool> readOnly;
  for (unsigned i = 0; i < kernel.parameterCount(); ++i)
    readOnly.push_back(roots.readOnly(kernel.parameter(i)));
  return readOnly;
}

int staticSharedBytes(const Kernel &kernel) {
  const SharedBytes bytes = sharedBytes(kernel);
  return static_cast<int>(bytes.arrays + (bytes.isDynamic() ? 0 : bytes.pool));
}

int dynamicSharedBytes(const Kernel &kernel) {
  const SharedBytes bytes = sharedBytes(kernel);
  return static_cast<int>(bytes.isDynamic() ? bytes.pool : 0);
}

} // namespace mytriton
