// LLVM IR for NVPTX, made to run on the host: what is changed in its text.
#include "../../../lib/runtime/mlir_host.h"

#include <catch2/catch.hpp>
#include <string>

using namespace mytriton;

namespace {

constexpr std::string_view kDevice = R"(; ModuleID = 'LLVMDialectModule'
target triple = "nvptx64-nvidia-cuda"
@part = internal addrspace(3) global [4 x float] undef, align 16
@shared = external addrspace(3) global [0 x i8], align 16
define ptx_kernel void @k(ptr addrspace(1) readonly align 4 %0, i1 %1, half %2) #0 {
  %4 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = getelementptr float, ptr addrspace(3) @part, i32 %4
  %6 = addrspacecast ptr addrspace(3) @shared to ptr
  %7 = call half @llvm.fma.f16(half %2, half %2, half %2)
  ret void
}
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1
)";

LaunchMetadata metadata() {
  LaunchMetadata result;
  result.symbol = "k";
  result.dynamicSharedBytes = 1024;
  result.arguments.resize(3);
  result.arguments[0].pointer = true;
  result.arguments[1].dtype = DType::Bool;
  result.arguments[2].dtype = DType::F16;
  return result;
}

bool holds(const std::string &text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("shared memory is thread-local under the kernel's name") {
  const std::string host = hostLlvmIr(kDevice, metadata(), "run", true);
  CHECK(holds(host, "\n@k.part = internal thread_local global [4 x float] undef, align 16\n"));
  CHECK(holds(host, "\n@k.shared = internal thread_local global [1024 x i8] undef, align 16\n"));
  CHECK(holds(host, "getelementptr float, ptr @k.part, i32 %4\n"));
  CHECK(holds(host, "bitcast ptr @k.shared to ptr\n"));
  CHECK_FALSE(holds(host, "addrspace"));
  CHECK_FALSE(holds(host, "target triple"));
}

TEST_CASE("intrinsics are functions, and the kernel is instrumented where asked") {
  const std::string host = hostLlvmIr(kDevice, metadata(), "run", true);
  CHECK(holds(host, "%4 = call i32 @mytriton_nvvm_read_ptx_sreg_tid_x()\n"));
  CHECK(holds(host, "call half @mytriton_fma_f16(half %2,"));
  CHECK(holds(host,
              "define void @k(ptr readonly align 4 %0, i1 %1, half %2) #0 sanitize_thread {\n"));
  CHECK_FALSE(holds(hostLlvmIr(kDevice, metadata(), "run", false), "sanitize_thread"));
  CHECK_FALSE(holds(host, "ptx_kernel"));
}

TEST_CASE("a function reads the arguments from their slots") {
  const std::string host = hostLlvmIr(kDevice, metadata(), "run", true);
  CHECK(holds(host, "define void @run(ptr %arguments) {\n"));
  CHECK(holds(host, "  %argument0 = load ptr, ptr %slot0\n"));
  CHECK(holds(host, "  %byte1 = load i8, ptr %slot1\n  %argument1 = trunc i8 %byte1 to i1\n"));
  CHECK(holds(host, "  call void @k(ptr %argument0, i1 %argument1, half %argument2)\n"));
}
