# --emit=layout-svg draws each layout that occurs, once, under the values that have it: a cell for each
# element, with the numbers of the thread and the register that hold it.
# RUN: %mytritonc %s -D M=4 -D N=6 --num-warps=1 --emit=layout-svg | FileCheck %s
# RUN: %mytritonc %s -D M=4 -D N=6 --emit=layout-svg -o %t && %python -c "import sys, xml.dom.minidom as dom; dom.parse(sys.argv[1])" %t
# RUN: %mytritonc %s -D M=256 -D N=256 --emit=layout-svg | grep -c '<rect' | FileCheck --check-prefix=BOUNDED %s
import triton
import triton.language as tl


@triton.jit
def row_sums(x, out, M: tl.constexpr, N: tl.constexpr):
    rows = tl.arange(0, M)
    values = tl.load(x + rows[:, None] * N + tl.arange(0, N)[None, :])
    tl.store(out + rows, tl.sum(values, axis=1))


# CHECK:      <svg xmlns="http://www.w3.org/2000/svg" width="{{[0-9]+}}" height="{{[0-9]+}}"
# CHECK-NEXT: <text x="2" y="14">row_sums: 1 warp; in each cell thread.register</text>
# CHECK-NEXT: <text x="2" y="34">%{{[0-9]+}} values: block&lt;4x6 x f32&gt;</text>
# CHECK-NEXT: <text x="2" y="54">(tid / 8, tid % 8), 1 register a thread</text>
# CHECK-NEXT: <svg y="{{[0-9]+}}" width="289" height="81">
# CHECK:      >0.0</text>
# CHECK:      >29.0</text>
# CHECK:      </svg>
# CHECK-NEXT: <text x="2" y="173">%8 : vector&lt;4 x f32&gt;</text>
# CHECK-NEXT: <text x="2" y="193">store: vector&lt;4 x ptr&lt;f32&gt;&gt;
# CHECK:      </svg>
# CHECK-NEXT: </svg>
# BOUNDED: {{^4[0-9]+$}}
