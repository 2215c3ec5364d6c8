"""A launch and its arrays: what is passed, and what must be there afterwards."""

import dataclasses

import numpy as np

SENTINEL = 123.0  # what an output holds where nothing may be stored


@dataclasses.dataclass
class Launch:
    arguments: dict  # name -> array or number, in any order
    expected: dict   # name -> array: every argument that is stored to
    grid: str
    # Of the float results: their error in units of the largest term that entered them.
    rtol: float = 1.3e-6
    atol: float = 1e-5
    # The uint16 arrays hold bfloat16.
    bf16: bool = False


def values(rng, shape, huge=True):
    """Normal numbers, and a few of those that break rules of thumb. Those whose products overflow can
    be left out: where a sum follows, a fused multiply-add rightly differs."""
    array = rng.standard_normal(shape).astype(np.float32)
    flat = array.reshape(-1)
    special = [np.nan, np.inf, -np.inf, -0.0, 0.0, 1e-40, 90.0, -90.0]
    if huge:
        special += [3e38, -3e38]
    if flat.size >= 4 * len(special):
        flat[rng.choice(flat.size, len(special), replace=False)] = special
    return array


def output(size, pad):
    return np.full(size + pad, SENTINEL, dtype=np.float32)


def stored(result, pad, dtype=np.float32):
    """The buffer after the launch: the result, and the padding as it was."""
    with np.errstate(over="ignore"):
        result = np.asarray(result).astype(dtype).reshape(-1)
    return np.concatenate([result, np.full(pad, SENTINEL, dtype=dtype)])


def double(array):
    return array.astype(np.float64)


def to_bf16(array):
    """The bits of the bfloat16 numbers nearest to those of the array, ties to even."""
    bits = np.asarray(array, np.float32).view(np.uint32).astype(np.uint64)
    rounded = (bits + 0x7fff + ((bits >> 16) & 1)) >> 16
    return np.where(np.isnan(array), 0x7fc0, rounded).astype(np.uint16)


def from_bf16(bits):
    return (bits.astype(np.uint32) << 16).view(np.float32)


def differences(name, got, launch):
    """Where an array is not what it must be, by the rules of the launch; None: nowhere."""
    before, want = launch.arguments[name], launch.expected[name]
    if got.shape != want.shape or got.dtype != before.dtype:
        return f"an array {got.dtype}{got.shape} instead of {before.dtype}{want.shape}"
    if launch.bf16 and want.dtype == np.uint16:
        got, want = from_bf16(got), from_bf16(want)
    if want.dtype.kind == "f":
        bad = ~np.isclose(got, want, rtol=launch.rtol, atol=launch.atol, equal_nan=True)
    else:
        bad = got != want
    if not bad.any():
        return None
    first = int(np.flatnonzero(bad)[0])
    return f"{bad.sum()} differ, the first at {first}: {got[first]!r} instead of {want[first]!r}"
