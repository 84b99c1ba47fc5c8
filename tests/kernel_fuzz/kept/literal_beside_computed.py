# A literal index counts from the end beside a computed one too: CPython's side forgot it.
import tack

M = tack.constant(((1, 2, 3), (4, 5, 6)), tack.u8)


@tack.kernel
def kernel(x0):
    for i in range(len(x0)):
        x0[i] = M[i, -3]


# block 0 i16 = 00000000000000000000
# arg x0 i16[1]:5 block 0 at 0
# types kernel: i=i64
# way isa=sse2 width=1 threads=1 small=0 extents=0 checks=0 llvm=1
# promises strict=1 math=0
