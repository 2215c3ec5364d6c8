#!/usr/bin/env python3
"""machine_code.py CUBIN FUNCTION --slots N --registers N: the function in the cubin takes no more
instruction slots (16 bytes each) and registers than that."""

import argparse
import struct

parser = argparse.ArgumentParser()
parser.add_argument("cubin")
parser.add_argument("function")
parser.add_argument("--slots", type=int, required=True)
parser.add_argument("--registers", type=int, required=True)
options = parser.parse_args()

elf = open(options.cubin, "rb").read()
assert elf[:5] == b"\x7fELF\x02", "no 64-bit ELF file"
(offset,) = struct.unpack_from("<Q", elf, 0x28)
size, count, names = struct.unpack_from("<HHH", elf, 0x3A)
sections = [struct.unpack_from("<IIQQQQIIQQ", elf, offset + size * i) for i in range(count)]
(at,) = [s[4] for s in sections[names:names + 1]]


def name(section):
    start = at + section[0]
    return elf[start:elf.index(b"\0", start)].decode()


def attributes(data):
    """The records of a .nv.info section: format, attribute, value."""
    i = 0
    while i + 4 <= len(data):
        form, attribute, size = struct.unpack_from("<BBH", data, i)
        i += 4
        if form == 4:
            yield attribute, data[i:i + size]
            i += size


code = next(s for s in sections if name(s) == f".text.{options.function}")
info = next(s for s in sections if name(s) == ".nv.info")
# EIATTR_REGCOUNT: pairs of a symbol and its registers; one function, one record.
registers = [struct.unpack("<II", value)[1]
             for attribute, value in attributes(elf[info[4]:info[4] + info[5]]) if attribute == 0x2F]
slots = code[5] // 16
print(f"{options.function}: {slots} slots, {registers[0]} registers")
assert len(registers) == 1
assert slots <= options.slots, f"more than {options.slots} slots"
assert registers[0] <= options.registers, f"more than {options.registers} registers"
