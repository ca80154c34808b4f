"""saxpy for Triton, which reads a kernel's source from the kernel's file."""
import triton
import triton.language as tl


@triton.jit
def saxpy(n, a, x, y, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    tl.store(y + i, a * tl.load(x + i, mask=mask) + tl.load(y + i, mask=mask), mask=mask)
