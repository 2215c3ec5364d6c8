# Loops and conditions that run-time values decide. check.py knows what each must compute.
import triton
import triton.language as tl


@triton.jit
def count(out, start, stop, step):
    trips = 0
    last = -7
    for i in range(start, stop, step):
        trips += 1
        last = i
    tl.store(out, trips)
    tl.store(out + 1, last)


@triton.jit
def count_down(out, n):
    total = 0
    for i in range(n, 0, -3):
        total = total * 2 + i
    tl.store(out, total)


@triton.jit
def nested(x, out, M, N):
    best = -1.0e30
    where = -1
    for m in range(M):
        row = 0.0
        for n in range(N):
            row += tl.load(x + m * N + n)
        if row > best:
            best = row
            where = m
    tl.store(out, best)
    tl.store(out + 1, where)


@triton.jit
def fibonacci(out, n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    tl.store(out, a)
    tl.store(out + 1, b)


@triton.jit
def tuples(out, n):
    state = (1, (2.0, 0))
    for i in range(n):
        one, (two, three) = state
        state = (three + i, (two * 0.5, one))
    tl.store(out, state[0])
    tl.store(out + 1, state[1][0])
    tl.store(out + 2, state[1][1])


@triton.jit
def walk(x, out, n, stride, BLOCK: tl.constexpr):
    # A pointer and a block of pointers, moved by each trip.
    offsets = tl.arange(0, BLOCK)
    pointers = x + offsets
    single = x
    total = offsets * 0.0
    for _ in range(n):
        total += tl.load(pointers) * tl.load(single)
        pointers += stride
        single += 1
    tl.store(out + offsets, total)


@triton.jit
def collatz(x, out):
    pid = tl.program_id(0)
    value = tl.load(x + pid)
    steps = 0
    while value > 1:
        if value % 2 == 0:
            value = value // 2
        else:
            value = 3 * value + 1
        steps += 1
    tl.store(out + pid, steps)


@triton.jit
def search(x, wanted, out, n):
    # The first place in a sorted array whose value is not below the wanted one.
    pid = tl.program_id(0)
    target = tl.load(wanted + pid)
    low = 0
    high = n
    while low < high:
        middle = (low + high) // 2
        if tl.load(x + middle) < target:
            low = middle + 1
        else:
            high = middle
    tl.store(out + pid, low)


@triton.jit
def classes(x, out, n):
    pid = tl.program_id(0)
    if pid >= n:
        return
    value = tl.load(x + pid)
    if value > 10:
        kind = 1.0
        value = value - 10
    elif value > 0:
        kind = 2.0
    elif value == 0:
        tl.store(out + 2 * pid, -1)
        return
    else:
        kind = 3.0
        if value < -10:
            if value < -20:
                return
            kind = 4.0
        value = -value
    tl.store(out + 2 * pid, kind)
    tl.store(out + 2 * pid + 1, value)


@triton.jit
def chosen(x, out, n):
    # Only the branch that is taken loads.
    pid = tl.program_id(0)
    value = tl.load(x + pid) if pid < n else -1.0
    tl.store(out + pid, value if value > 0 or not pid > 2 else -value)


@triton.jit
def short(x, out):
    total = 0
    for i in range(16):
        total += tl.load(x + i) * i // 2 - (i - 8) // 3
    tl.store(out, total)
    tl.store(out + 1, i)


@triton.jit
def long(x, out):
    total = 0
    for i in range(17):
        total += tl.load(x + i) * i // 2 - (i - 8) // 3
    tl.store(out, total)
    tl.store(out + 1, i)


@triton.jit
def needs_index(out):
    # Longer than what is unrolled by itself, and each needs unrolling for a reason of its own.
    for i in range(1, 20):
        tl.store(out + tl.arange(0, i), i)
    for i in range(20, 40):
        kept = i * 2
    tl.store(out + 20, kept)
    size = 1
    for i in range(20):
        size += 1
    tl.store(out + 30 + tl.arange(0, size), size)
    half = 16
    while half > 3:
        half = half // 2
    tl.store(out + 60 + tl.arange(0, half), half)


@triton.jit
def lone_range(out, n):
    bounds = range(2, n)
    total = 0
    for i in bounds:
        for j in tl.range(i, 0, -2, num_stages=3):
            total += i * j
    tl.store(out, total)


@triton.jit
def no_trip(x, out, n):
    value = tl.load(x)
    for i in range(5, n):
        value = value + tl.load(x + 1000000 + i)
    while value < -100.0:
        value = tl.load(x + 1000000)
    tl.store(out, value)


def sign(value):
    if value > 0:
        return 1
    elif value < 0:
        return -1
    return 0


@triton.jit
def signs(x, out):
    # A helper that returns in conditions.
    pid = tl.program_id(0)
    tl.store(out + pid, sign(tl.load(x + pid)))


@triton.jit
def some_sums(wanted, x, out, BLOCK: tl.constexpr):
    # Barriers in a condition that memory decides, for all threads alike.
    pid = tl.program_id(0)
    if tl.load(wanted + pid) > 0:
        values = tl.load(x + pid * BLOCK + tl.arange(0, BLOCK))
        tl.store(out + pid, tl.sum(values))
