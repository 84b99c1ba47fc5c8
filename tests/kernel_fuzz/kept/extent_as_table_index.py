# The extents are not known to the code: the front end counted on one that it did not have.
import tack

C = tack.constant((67, 51, 84), tack.u16)


@tack.kernel
def kernel(x0):
    for i in range(len(x0)):
        x0[i] = C[len(x0)] + C[x0.shape[0] - 3]


# block 0 i32 = 0000000000000000000000000000000000000000
# arg x0 i32[1]:5 block 0 at 0
# types kernel: i=i64
# way isa=sse2 width=4 threads=1 small=0 extents=0 checks=0 llvm=1
# promises strict=1 math=0
