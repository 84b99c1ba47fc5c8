# RUN: tack inspect %s saxpy --args "f32, f32[1], f32[1], i32" --count | FileCheck %s --check-prefix=SAXPY
# RUN: tack inspect %s stencil --args "u8[2], u8[2]" --count | FileCheck %s --check-prefix=STENCIL
# RUN: tack inspect %s early --args "f64[1]" --small | FileCheck %s --check-prefix=EARLY
# The shape of what comes out: indices, loops, early returns, literals at the precision they meet.
import tack


@tack.func
def clamp(v, low):
    if v < low:
        return low
    return v


@tack.kernel
def saxpy(a, x, y, n):
    for i in range(n):
        y[i] = a * x[i] + y[i]


# SAXPY: // count: start 0, stop arg3, step 1
# SAXPY: kernel @k_saxpy(%a: f32, %x: buffer<f32>, %y: buffer<f32>, %n: i32) over (%i < %n_i) title "saxpy" {
# SAXPY-NEXT: %0: f32 = load_elem %x, %i
# SAXPY-NEXT: %1: f32 = mul %a, %0
# SAXPY-NEXT: %2: f32 = load_elem %y, %i
# SAXPY-NEXT: %3: f32 = add %1, %2
# SAXPY-NEXT: store_elem %y, %i, %3
# SAXPY-NEXT: }


@tack.kernel
def stencil(src, dst):
    for j, i in tack.ndindex(src.shape[0], (1, src.shape[1] - 1)):
        s = 0
        for d in range(-1, 2):
            if d == 0:
                continue
            s += src[j, i + d]
        dst[j, i] = s // 2


# STENCIL: // count: start 0, stop arg0.shape[0], step 1; start 1, stop arg0.shape[1] 1 -, step 1
# STENCIL: kernel @k_stencil(%src: buffer<u8>, %dst: buffer<u8>, %src_shape1: i64, %dst_shape1: i64) over (%j < %n_j, %i < %n_i)
# STENCIL: for $for %d: i64 = -1i64 to 2i64 step 1i64 {
# STENCIL-NEXT: block $next {
# STENCIL: exit $next
# STENCIL: mul %j, %src_shape1
# STENCIL: floordiv %{{.*}}, 2i32
# STENCIL: mul %j, %dst_shape1


@tack.kernel
def early(x):
    for i in range(len(x)):
        if i == 3:
            continue
        x[i] = clamp(x[i] * 0.1, 0.2) + (0.5 if i > 2 else 0.25)


# EARLY: kernel @k_early({{.*}}) over (%i < %n_i) small title "early" {
# EARLY: block $item {
# EARLY: exit $item
# EARLY: block $call {
# EARLY: mul %{{.*}}, 0.1f64
# EARLY: lt %{{.*}}, 0.2f64
# EARLY: exit $call
# EARLY: select %{{.*}}, 0.5f64, 0.25f64
