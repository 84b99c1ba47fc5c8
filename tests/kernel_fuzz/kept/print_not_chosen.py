# The value that is not chosen prints nothing: CPython's side evaluated it for its type, and printed.
import tack


@tack.func
def shown(p, i):
    print(i, "|", p)
    return 1000


@tack.kernel
def kernel(x0):
    for i in range(len(x0)):
        x0[i] += 3 if i < 4 else shown(i + 1, i)


# block 0 i16 = 00000000000000000000000000000000
# arg x0 i16[1]:8 block 0 at 0
# types shown: i=i64 p=i64 return=i32
# types kernel: i=i64
# way isa=sse2 width=1 threads=1 small=0 extents=0 checks=0 llvm=1
# promises strict=1 math=0
