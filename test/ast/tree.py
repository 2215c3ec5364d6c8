# RUN: %mytritonc %s --emit=ast | FileCheck %s
import triton
import triton.language as tl


@triton.jit
def k(x, B: tl.constexpr = 0x10):
    y: tl.constexpr = -B if B > 1.5 else "s"
    for i in range(3):
        x += i  # a comment
    lambda: 0
    tl.store(x[:, None], (1, True), mask=None)


#      CHECK: function k  @7:5
# CHECK-NEXT:   decorator
# CHECK-NEXT:     attribute jit  @6:2
# CHECK-NEXT:       name triton  @6:2
# CHECK-NEXT:   parameter x  @7:7
# CHECK-NEXT:   parameter B  @7:10
# CHECK-NEXT:     annotation
# CHECK-NEXT:       attribute constexpr  @7:13
# CHECK-NEXT:         name tl  @7:13
# CHECK-NEXT:     default
# CHECK-NEXT:       integer 16  @7:28
# CHECK-NEXT:   body
# CHECK-NEXT:     assign  @8:5
# CHECK-NEXT:       target
# CHECK-NEXT:         name y  @8:5
# CHECK-NEXT:       annotation
# CHECK-NEXT:         attribute constexpr  @8:8
# CHECK-NEXT:           name tl  @8:8
# CHECK-NEXT:       value
# CHECK-NEXT:         conditional  @8:23
# CHECK-NEXT:           compare >  @8:29
# CHECK-NEXT:             name B  @8:29
# CHECK-NEXT:             float 1.5  @8:33
# CHECK-NEXT:           unary -  @8:23
# CHECK-NEXT:             name B  @8:24
# CHECK-NEXT:           string "s"  @8:42
# CHECK-NEXT:     for  @9:5
# CHECK-NEXT:       target
# CHECK-NEXT:         name i  @9:9
# CHECK-NEXT:       in
# CHECK-NEXT:         call  @9:14
# CHECK-NEXT:           name range  @9:14
# CHECK-NEXT:           argument
# CHECK-NEXT:             integer 3  @9:20
# CHECK-NEXT:       body
# CHECK-NEXT:         assign +=  @10:9
# CHECK-NEXT:           name x  @10:9
# CHECK-NEXT:           name i  @10:14
# CHECK-NEXT:     expression  @11:5
# CHECK-NEXT:       unsupported a lambda  @11:5
# CHECK-NEXT:     expression  @12:5
# CHECK-NEXT:       call  @12:5
# CHECK-NEXT:         attribute store  @12:5
# CHECK-NEXT:           name tl  @12:5
# CHECK-NEXT:         argument
# CHECK-NEXT:           subscript  @12:14
# CHECK-NEXT:             name x  @12:14
# CHECK-NEXT:             slice  @12:16
# CHECK-NEXT:             None  @12:19
# CHECK-NEXT:         argument
# CHECK-NEXT:           tuple  @12:26
# CHECK-NEXT:             integer 1  @12:27
# CHECK-NEXT:             True  @12:30
# CHECK-NEXT:         argument mask
# CHECK-NEXT:           None  @12:42
