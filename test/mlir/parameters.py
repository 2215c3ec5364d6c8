# Alignment, readonly and noalias stand where they are known to hold.
# RUN: %mytritonc %s -D B=64 --elements-per-thread=1 --target=mlir | FileCheck %s --check-prefix=PLAIN
# RUN: %mytritonc %s -D B=64 --elements-per-thread=1 --target=mlir --arg 'x=*fp32:16:noalias' --arg 'y=*fp64' --assume-aligned=32 --noalias | FileCheck %s --check-prefix=PROMISED
# RUN: %mytritonc %s -D B=64 --elements-per-thread=1 --target=mlir --symbol=scaled --value-names=ssa | FileCheck %s --check-prefix=NAMES
import triton
import triton.language as tl


@triton.jit
def scale(x, y, flag: tl.int1, factor: tl.float16, bias: tl.uint8, B: tl.constexpr):
    i = tl.arange(0, B)
    before = tl.load(y + i)
    tl.store(y + i, tl.where(flag, tl.load(x + i) * factor + before, bias))


# PLAIN: gpu.func @scale(%x: !llvm.ptr<1> {llvm.readonly},
# PLAIN-NEXT: {{^}}                    %y: !llvm.ptr<1>,
# PLAIN-NEXT: {{^}}                    %flag: i1,
# PLAIN-NEXT: {{^}}                    %factor: f16,
# PLAIN-NEXT: {{^}}                    %bias: i8) kernel
# PLAIN-NEXT: {{^}}        attributes {known_block_size = array<i32: 64, 1, 1>} {

# PROMISED: gpu.func @scale(%x: !llvm.ptr<1> {llvm.align = 32 : i64, llvm.noalias, llvm.readonly},
# PROMISED-NEXT:            %y: !llvm.ptr<1> {llvm.align = 32 : i64, llvm.noalias},

# NAMES: gpu.func @scaled(
# NAMES-NOT: parameters.py
# NAMES: %v{{[0-9]+}} = llvm.load %v{{[0-9]+}} : !llvm.ptr<1> -> f32
