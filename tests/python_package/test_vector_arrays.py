# SPDX-License-Identifier: Apache-2.0
"""Arrays of vectors: variants, widths, threads, and what the host does with them."""

import pickle

import numpy as np
import pytest
from test_vector_programs import flat
from test_vectors import N, matrices, sample, vectors

import tack

# --- variants


@tack.kernel
def widths(a, out):
    for i in range(len(out)):
        out[i] = a[i].sum()


def test_the_width_is_part_of_the_variant():
    flat = np.arange(24, dtype=np.float32)
    for shape in [(12, 2), (8, 3), (6, 4), (12, 2), (3, 8)]:
        out = tack.zeros(shape[0])
        widths(vectors(flat.reshape(shape)), out)
        np.testing.assert_array_equal(out.numpy(), flat.reshape(shape).sum(1))
    out = tack.zeros(6)
    widths(matrices(flat.reshape(6, 2, 2)), out)
    np.testing.assert_array_equal(out.numpy(), flat.reshape(6, 4).sum(1))


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (tack.Vector.zeros(2, 4), "a vector of 2 .* cannot be stored in an element of 'out'"),
        (tack.Matrix.zeros(2, 2, 4), "a 2x2 matrix .* cannot be stored"),
    ],
)
def test_vectors_do_not_go_into_numbers(array, message):
    out = tack.zeros(4)
    with pytest.raises(tack.UnsupportedSyntaxError, match=message):
        flat(array, out)


def divergent():
    @tack.kernel
    def kernel(a, b, out):
        for i in range(a.shape[0]):
            v = a[i]
            w = b[i]
            if i % 3 == 1:
                v = v.cross(w).normalized(0.5)
                w[i % 4] += v[i % 5]
            while all(v < 4.0):
                v += abs(w) + 1.0
            out[i, 0] = v.x
            out[i, 1] = w.z + tack.select(v < w, v, w).sum()

    return kernel


@pytest.mark.parametrize("gang", ["1", "2", "4", "16"])
@pytest.mark.parametrize("isa", ["sse2", "avx2"])
def test_every_gang_gives_the_same_bits(gang, isa, monkeypatch):
    a, b = sample(np.float32, N, 3), sample(np.float32, N, 3, seed=2)
    first, second = tack.zeros((N, 2)), tack.zeros((N, 2))
    divergent()(vectors(a), vectors(b), first)
    monkeypatch.setenv("TACK_CPU_GANG", gang)
    monkeypatch.setenv("TACK_CPU_ISA", isa)
    divergent()(vectors(a), vectors(b), second)
    np.testing.assert_array_equal(second.numpy(), first.numpy())
    assert np.isfinite(first.numpy()).all()


@tack.device_class
class Cloud:
    def __init__(self, points, turns):
        self.points = points
        self.turns = turns
        self.scale = 2.0

    @tack.func
    def at(self, i):
        return self.turns[i] @ self.points[i] * self.scale

    @tack.kernel
    def step(self, out):
        for i in range(len(out)):
            self.points[i].x += 1.0
            out[i] = self.at(i)


@pytest.mark.parametrize("n", [2, 3])
def test_vector_arrays_of_device_classes(n):
    points, turns = sample(np.float32, N, n), sample(np.float32, N, n, n, seed=2)
    out = tack.Vector.zeros(n, N)
    cloud = Cloud(vectors(points), matrices(turns))
    cloud.step(out)
    points[:, 0] += 1
    expected = (turns @ points[:, :, None])[:, :, 0] * 2
    np.testing.assert_allclose(out.numpy(), expected, rtol=1e-5, atol=1e-6)


@tack.kernel
def long_walk(a, b, s):
    for i in range(a.shape[0]):
        v = a[i]
        for _ in range(3):
            v = v.cross(b[i]) + 0.5
        b[i] = v.normalized()
        s[i] = (v > 0.0).sum()


def test_threads_give_the_same_bits():
    a, b = sample(np.float32, 100_003, 3), sample(np.float32, 100_003, 3, seed=2)
    before, results = tack._tack._threads(), []
    try:
        for threads in (1, 2, 7):
            tack._tack._set_threads(threads)
            tb, s = vectors(b), tack.zeros(len(a), tack.i32)
            long_walk(vectors(a), tb, s)
            results.append((tb.numpy(), s.numpy()))
    finally:
        tack._tack._set_threads(before)
    for directions, counts in results[1:]:
        np.testing.assert_array_equal(directions, results[0][0])
        np.testing.assert_array_equal(counts, results[0][1])
    np.testing.assert_allclose(np.linalg.norm(results[0][0], axis=1), 1, rtol=1e-5)


@tack.kernel
def matrix_update(m, v):
    for i in range(len(m)):
        t = m[i]
        t @= m[i]
        m[i] @= t
        v[i] @= t


def test_augmented_matrix_products():
    m, v = sample(np.float64, N, 2, 2), sample(np.float64, N, 2)
    tm, tv = matrices(m), vectors(v)
    matrix_update(tm, tv)
    np.testing.assert_allclose(tm.numpy(), m @ m @ m, rtol=1e-11, atol=1e-11)
    np.testing.assert_allclose(tv.numpy(), (v[:, None] @ (m @ m))[:, 0], rtol=1e-11, atol=1e-11)


@tack.kernel
def seeded(a, out):
    total = tack.Vector([0.0, 1.0])
    total[0] = a[0].x
    total.y += 1.0
    for i in range(len(a)):
        total += a[i]
        total[i % 2] *= 2.0
        out[i] = total


def test_every_iteration_starts_from_the_vector_before_the_loop():
    a = sample(np.float64, N, 2)
    out = tack.Vector.zeros(2, tack.f64, N)  # the dtype first, as in the field era
    seeded(vectors(a), out)
    expected = a + np.array([a[0, 0], 2.0])
    rows = np.arange(N)
    expected[rows, rows % 2] *= 2
    np.testing.assert_array_equal(out.numpy(), expected)


@tack.kernel
def three_indices(a, out):
    for i in range(2):
        out[i] = a[i, i, i].sum()


def test_the_number_of_indices_counts_elements():
    with pytest.raises(TypeError, match=r"'a' at line 4, column 20 has 2 dimensions, 3 indices"):
        three_indices(tack.Vector.zeros(2, (3, 3)), tack.zeros(3))
    with pytest.raises(TypeError, match="1 dimension, 3 indices"):
        three_indices(tack.Matrix.zeros(2, 2, 3), tack.zeros(3))


@tack.kernel
def checked(a, out, k, part):
    for i in range(3):
        out[i] = a[i + k].y
        a[i][part] = 0.0


def test_debug_mode_tells_elements_from_components():
    a, out = tack.Vector.zeros(2, 3), tack.zeros(3)
    a.fill(1)
    tack.debug(True)
    try:
        with pytest.raises(IndexError, match="index 3 of array 'a' .* outside its extent 3"):
            checked(a, out, 1, 1)
        a.fill(1)
        element = "index 2 of an element of array 'a' .* outside its extent 2"
        with pytest.raises(IndexError, match=element):
            checked(a, out, 0, 2)
        assert (a.numpy() == 1).all()
        checked(a, out, 0, 1)
    finally:
        tack.debug(False)
    assert a.numpy().tolist() == [[1, 0]] * 3


def test_host_arrays_of_vectors_and_matrices():
    v = tack.Vector.zeros(2, 3)
    v.fill((1, 2))
    assert repr(v) == "<tack.Array of vectors of 2 shape=(3,) dtype=f32 device=cpu>"
    assert (v.shape, v.element_shape, v.size, v.nbytes) == ((3,), (2,), 3, 24)
    assert memoryview(v).shape == np.from_dlpack(v).shape == (3, 2)
    assert tack.concat([v, v]).numpy().tolist() == [[1, 2]] * 6
    assert v.reshape(3, 1)[2, 0].tolist() == [1, 2] and v.sum() == 9
    assert v.astype(tack.i16).element_shape == (2,)
    tack.copyto(v, np.arange(6))
    assert v.copy().numpy().tolist() == [[0, 1], [2, 3], [4, 5]]
    tack.copyto(v, [[7, 8]] * 3)
    assert v.to_numpy().tolist() == [7, 8] * 3
    assert v.to_numpy(vectors=True).shape == (3, 2)
    m = tack.Matrix.field(2, 3, tack.i32, 4)
    assert (m.shape, m.size, len(m), m.ndim) == ((24,), 24, 24, 1)
    m.fill([[1, 2, 3], [4, 5, 6]])
    assert pickle.loads(pickle.dumps(m)).shape == (24,)
    assert pickle.loads(pickle.dumps(v)).element_shape == (2,)
    assert m.numpy().shape == (4, 2, 3) and m[1].tolist() == [[1, 2, 3], [4, 5, 6]]
    assert tack.asarray(((1, 2), (3, 4)), vector=True).element_shape == (2,)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: tack.Matrix.field(5, 2), ValueError, "number of rows is from 1 to 4"),
        (lambda: tack.Vector.zeros(0, 3), ValueError, "number of components is from 1 to 32"),
        (lambda: tack.Vector.zeros("3", 3), TypeError, "is an int, not str"),
        (lambda: tack.Vector([1, 2]), RuntimeError, "inside kernels only"),
        (lambda: tack.Matrix.identity(2), RuntimeError, "inside kernels only"),
        (lambda: tack.select(1, 2, 3), RuntimeError, "inside kernels only"),
        (lambda: tack.asarray([1.0], matrix=True), ValueError, "takes the last two extents"),
        (lambda: tack.asarray(np.zeros((2, 33)), vector=True), ValueError, "from 1 to 32"),
        (lambda: tack.asarray([1], vector=True, matrix=True), TypeError, "not both"),
        (lambda: tack.Vector.zeros(2, 3).fill((1, 2, 3)), ValueError, "a number or a vector of 2"),
        (lambda: tack.copyto(tack.Vector.zeros(2, 3), np.zeros((2, 3))), ValueError, "cannot copy"),
        (
            lambda: tack.concat([tack.zeros(2), tack.Vector.zeros(2, 2)]),
            TypeError,
            "one kind of element",
        ),
    ],
)
def test_host_refusals(call, error, message):
    with pytest.raises(error, match=message):
        call()


# --- memory of others


@tack.kernel
def shift(v, by):
    for i in range(v.shape[0]):
        v[i] = v[i] + by
        v[i].y += 1


@tack.kernel
def transpose_all(m):
    for i, j in tack.ndindex(m.shape[0], m.shape[1]):
        m[i, j] = m[i, j].transpose()


def shared_in_each_way(memory, **kind):
    yield tack.from_buffer(memory, **kind)
    yield tack.from_dlpack(memory, **kind)
    yield tack.array_from_ptr(memory, memory.dtype, memory.shape, writable=True, **kind)
    address = memory.ctypes.data
    yield tack.array_from_ptr(address, memory.dtype, memory.shape, writable=True, **kind)
    yield tack.field_from_ptr(address, memory.dtype, memory.shape, writable=True, **kind)
    raw = memory.view(np.uint8).reshape(-1)
    yield tack.from_buffer(raw, memory.dtype, memory.shape, **kind)


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int16, np.int64])
def test_vectors_over_memory_of_others(dtype):
    memory = np.arange(20 * 3).reshape(20, 3).astype(dtype)
    for shared in shared_in_each_way(memory, vector=True):
        assert shared.shape == (20,) and shared.element_shape == (3,) and shared.writable
        want = memory + 2
        want[:, 1] += 1
        shift(shared, 2)
        assert np.array_equal(memory, want) and np.array_equal(shared.numpy(), want)
        assert np.shares_memory(np.asarray(shared), memory)


def test_matrices_over_memory_of_others():
    memory = np.arange(3 * 2 * 4, dtype=np.float32).reshape(3, 2, 2, 2)
    for shared in shared_in_each_way(memory, matrix=True):
        assert shared.shape == (3, 2) and shared.element_shape == (2, 2)
        want = memory.swapaxes(2, 3).copy()
        transpose_all(shared)
        assert np.array_equal(memory, want)


def test_shared_vectors_keep_memory_and_its_limits():
    memory = np.ones((4, 2), np.float32)
    memory.flags.writeable = False
    shared = tack.from_buffer(memory, vector=True)
    del memory
    assert not shared.writable
    with pytest.raises(ValueError, match="read-only"):
        shift(shared, 1.0)
    assert (shared.numpy() == 1).all()
    ones = np.ones((4, 2), np.float32)
    copied = tack.from_dlpack(ones, copy=True, vector=True)
    shift(copied, 1.0)
    assert (ones == 1).all() and copied[0].tolist() == [2, 3]
    point = tack.from_buffer(np.ones(3, np.float32), vector=True)
    assert point.shape == () and point.element_shape == (3,)
    for make in (tack.from_buffer, tack.from_dlpack):
        with pytest.raises(TypeError, match="vectors or matrices, not both"):
            make(ones, vector=True, matrix=True)
        with pytest.raises(ValueError, match="from 1 to 32"):
            make(np.ones((2, 33), np.float32), vector=True)
        with pytest.raises(ValueError, match="from 1 to 4 each"):
            make(np.ones(4, np.float32), matrix=True)
    with pytest.raises(ValueError, match="from 1 to 32"):
        tack.array_from_ptr(ones, tack.f32, (), vector=True)
