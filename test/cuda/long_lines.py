# A line of more than 100 columns is broken behind commas and operators, the outermost first, and goes
# on under the bracket that is open, or further in. A comment stands behind its first part.
# RUN: %mytritonc %s --num-warps=1 -o - | FileCheck %s --strict-whitespace --match-full-lines
import triton
import triton.language as tl


@triton.jit
def broken(first_addend, second_addend, result, lower_bound, upper_bound, least: tl.float32,
           greatest: tl.float32):
    i = tl.arange(0, 32)
    first = tl.load(first_addend + i)
    inside = (i >= lower_bound) & (i < upper_bound) & (first > least) & (first < greatest)
    second = tl.load(second_addend + i, mask=inside)
    tl.store(result + i, tl.where(first < second, first * (second - first) * (first + 1.0), second * (first - second)))


# CHECK:extern "C" __global__ void __launch_bounds__(32)
# CHECK-NEXT:broken(const float* first_addend, const float* second_addend, float* result, int lower_bound,
# CHECK-NEXT:       int upper_bound, float least, float greatest) {
# CHECK-NEXT:    const float first = first_addend[threadIdx.x];                      // long_lines.py:12
# CHECK-NEXT:    const bool inside = (int)threadIdx.x >= lower_bound && (int)threadIdx.x < upper_bound &&  // long_lines.py:13
# CHECK-NEXT:            first > least && first < greatest;
# CHECK-NEXT:    const float second = inside ? second_addend[threadIdx.x] : 0.0f;    // long_lines.py:14
# CHECK-NEXT:    result[threadIdx.x] = first < second ? first * (second - first) * (first + 1.0f)  // long_lines.py:15
# CHECK-NEXT:            : second * (first - second);
# CHECK-NEXT:}
