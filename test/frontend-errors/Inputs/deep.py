# Writes a kernel with 70 conditions inside each other.
print("import triton, triton.language as tl\n@triton.jit\ndef k(x, n: tl.int32):")
for depth in range(1, 71):
    print(" " * depth + f"if n > {depth}:")
print(" " * 71 + "tl.store(x, 1.0)")
