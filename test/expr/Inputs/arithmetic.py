"""Prints a kernel that asserts, at compile time, what Python itself says of some thousand expressions."""
import math
import random
import warnings

warnings.simplefilter("ignore")
random.seed(7)
integers = [0, 1, -1, 2, 3, -3, 7, 10, 63, 64, -64, 1000, 2**31, 2**53 + 1, 2**62, -(2**62), 2**63 - 1]
floats = [0.0, 1.0, -1.5, 0.1, 2.5, -7.25, 1e10, 1e300, 5e-324, 9007199254740993.0, float(2**63)]
binary = ["+", "-", "*", "/", "//", "%", "**", "&", "|", "^", "<<", ">>"]
compare = ["==", "!=", "<", "<=", ">", ">="]


def atom():
    kind = random.random()
    if kind < 0.6:
        return repr(random.choice(integers))
    if kind < 0.85:
        return repr(random.choice(floats))
    return random.choice(["True", "False"])


def expression(depth):
    kind = random.random()
    if depth == 0 or kind < 0.15:
        return atom()
    if kind < 0.25:
        return f"({random.choice(['-', '+', '~', 'not '])}{expression(depth - 1)})"
    if kind < 0.3:
        return f"{random.choice(['int', 'float', 'bool', 'abs'])}({expression(depth - 1)})"
    if kind < 0.35:
        return f"{random.choice(['min', 'max'])}({expression(depth - 1)}, {expression(depth - 1)})"
    if kind < 0.4:
        return f"({expression(depth - 1)} {random.choice(['and', 'or'])} {expression(depth - 1)})"
    if kind < 0.45:
        return f"({expression(depth - 1)} if {expression(depth - 1)} else {expression(depth - 1)})"
    operator = random.choice(binary if kind < 0.85 else compare)
    return f"({expression(depth - 1)} {operator} {expression(depth - 1)})"


def fits(text):
    """The value, or None where Python has none or where it or a part of it needs over 64 bits."""
    import ast

    def value(node):
        result = eval(compile(ast.Expression(node), "", "eval"))
        if isinstance(result, int) and not -(2**63) <= result < 2**63:
            raise OverflowError
        if isinstance(result, complex) or (isinstance(result, float) and math.isnan(result)):
            raise OverflowError
        return result

    tree = ast.parse(text, mode="eval").body
    try:
        for node in reversed(list(ast.walk(tree))):  # the innermost first
            if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Pow, ast.LShift)):
                if abs(value(node.right)) > 2000:
                    return None
            if isinstance(node, ast.expr) and not isinstance(node, ast.Name):
                value(node)
        return value(tree)
    except (ArithmeticError, ValueError, TypeError):
        return None


print("import triton, triton.language as tl\n@triton.jit\ndef k(x):")
written = 0
while written < 3000:
    text = expression(3)
    result = fits(text)
    if result is None:
        continue
    literal = f"float('{result}')" if isinstance(result, float) and math.isinf(result) else repr(result)
    print(f"    tl.static_assert(({text}) is {literal})")
    written += 1
print("    tl.store(x, 1.0)")
