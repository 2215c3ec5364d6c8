# Loops and conditions of the program are scf's: counted upwards by scf.for, in any other way by scf.while.
# RUN: %mytritonc %s --target=mlir | FileCheck %s
import triton
import triton.language as tl


@triton.jit
def control(out, n, step):
    total = 0
    for i in range(2, n, 3):
        total += i
    for j in range(n, 0, -2):
        if total > j:
            total = total - j
        else:
            total = total + 1
    for k in range(0, n, step):
        tl.store(out + k, 1.0)
    while total != 1:
        total = total // 2
    if n > 4:
        tl.store(out, total)


# CHECK:      %total = scf.for %i = %c2 to %n step %c3 iter_args(%[[SO_FAR:.*]] = %c0) -> (i32) : i32 {
# CHECK-NEXT:   // control.py:11
# CHECK-NEXT:   %[[NEXT:.*]] = arith.addi %[[SO_FAR]], %i : i32
# CHECK-NEXT:   scf.yield %[[NEXT]] : i32
# CHECK-NEXT: }

# CHECK:      %end, %[[DOWN:.*]] = scf.while (%j = %n, %[[IN:.*]] = %total) : (i32, i32) -> (i32, i32) {
# CHECK-NEXT:   %[[MORE:.*]] = arith.cmpi sgt, %j, %c0 : i32
# CHECK-NEXT:   scf.condition(%[[MORE]]) %j, %[[IN]] : i32, i32
# CHECK-NEXT: } do {
# CHECK-NEXT: ^body(%j: i32, %[[IN]]: i32):
# CHECK:        %[[OUT:.*]] = scf.if %{{.*}} -> (i32) {
# CHECK-NEXT:     // control.py:14
# CHECK-NEXT:     %[[LESS:.*]] = arith.subi %[[IN]], %j : i32
# CHECK-NEXT:     scf.yield %[[LESS]] : i32
# CHECK-NEXT:   } else {
# CHECK:        %[[NEXT:.*]] = arith.addi %j, %c-2 : i32
# CHECK-NEXT:   scf.yield %[[NEXT]], %[[OUT]] : i32, i32
# CHECK-NEXT: }

# CHECK:      %[[RISES:.*]] = arith.cmpi sgt, %step, %c0 : i32
# CHECK-NEXT: %[[FALLS:.*]] = arith.cmpi slt, %step, %c0 : i32
# CHECK-NEXT: %end_1 = scf.while (%k = %c0) : (i32) -> (i32) {
# CHECK-NEXT:   %[[ABOVE:.*]] = arith.cmpi sgt, %k, %n : i32
# CHECK-NEXT:   %[[BELOW:.*]] = arith.cmpi slt, %k, %n : i32
# CHECK-NEXT:   %[[UP:.*]] = arith.andi %[[RISES]], %[[BELOW]] : i1
# CHECK-NEXT:   %[[DOWNWARDS:.*]] = arith.andi %[[FALLS]], %[[ABOVE]] : i1
# CHECK-NEXT:   %[[MORE:.*]] = arith.ori %[[UP]], %[[DOWNWARDS]] : i1
# CHECK-NEXT:   scf.condition(%[[MORE]]) %k : i32
# CHECK-NEXT: } do {
# CHECK-NEXT: ^body(%k: i32):

# CHECK:      %[[END:.*]] = scf.while (%[[IN:.*]] = %[[DOWN]]) : (i32) -> (i32) {
# CHECK-NEXT:   %[[GO:.*]] = arith.cmpi ne, %[[IN]], %c1 : i32
# CHECK-NEXT:   scf.condition(%[[GO]]) %[[IN]] : i32
# CHECK-NEXT: } do {
# CHECK-NEXT: ^body(%[[IN:.*]]: i32):
# CHECK-NEXT:   // control.py:20
# CHECK-NEXT:   %[[NEXT:.*]] = arith.divsi %[[IN]], %c2 : i32
# CHECK-NEXT:   scf.yield %[[NEXT]] : i32
# CHECK-NEXT: }
# CHECK:      scf.if %{{.*}} {
# CHECK:        arith.sitofp %[[END]] : i32 to f32
