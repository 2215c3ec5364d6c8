// Every elementwise operation has a spelling in both backends for each dtype that it takes.
#include "../../../lib/target/cuda_spelling.h"
#include "../../../lib/target/mlir_spelling.h"

#include <catch2/catch.hpp>

#include <fmt/format.h>

using namespace mytriton;

namespace {

constexpr DType kDTypes[] = {
#define X(kind, ir, triton, bits, sort) DType::kind,
    MYTRITON_DTYPES(X)
#undef X
};

} // namespace

TEST_CASE("no backend lacks an operation or a dtype that the other has") {
  Kernel kernel("table");
  int spelled = 0;
  for (const OpInfo &info : allOps()) {
    if (!info.has(trait::Elementwise) || info.kind == OpKind::Select ||
        info.kind == OpKind::MulHi || isConversion(info.kind))
      continue;
    for (const DType dtype : kDTypes) {
      std::vector<Value *> operands;
      for (int i = 0; i < info.minOperands; ++i)
        operands.push_back(kernel.addParameter(fmt::format("p{}", i), Type::scalar(dtype)));
      Builder builder(kernel.body());
      const bool takes = builder.check(info.kind, operands).empty();
      const bool divides = info.kind == OpKind::FloorDiv || info.kind == OpKind::Rem;
      const bool shifts = info.kind == OpKind::Shl || info.kind == OpKind::Shr;
      for (const bool plain : {true, false}) {
        const bool guarded = !plain && (divides || shifts) && isInteger(dtype);
        INFO(info.mnemonic << " of " << irName(dtype));
        CHECK((cudaSpelling(info.kind, dtype, plain).form != CudaSpelling::Form::None) == takes);
        CHECK((mlirSpelling(info.kind, dtype, guarded).form != MlirSpelling::Form::None) == takes);
        spelled += takes ? 1 : 0;
      }
    }
  }
  CHECK(spelled > 300);
}
