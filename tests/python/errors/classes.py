# RUN: tack check --expect %s
# Kernels in device classes, and kernels that take their instances.
import tack

WIDTH = 4


@tack.device_class
class Grid:
    __tack_iterate__ = ("n",)
    WIDTH = WIDTH + 1
    RATE = tack.constant(0.5, tack.f32)

    def __init__(self, n):
        self.n, self.h = n, 0.5
        self.data = tack.zeros(n)
        self.rows = tack.zeros((n, WIDTH))

    @tack.func
    def at(self, i):
        return self.data[i] * self.twice(self.h) + self.rows[i, 0]

    @staticmethod
    @tack.func
    def twice(x):
        return x * 2

    @tack.func
    def wrong(self, i):
        return self.dtaa[i]  # expect-error: 'self' has no attribute 'dtaa' that a kernel can use; did you mean 'data'?

    @tack.func
    def bare():
        return 1

    def plain(self):
        return 1

    @tack.kernel
    def step(self, dt):
        for i in self:
            t = tack.local_array(tack.f32, self.WIDTH)
            t[self.WIDTH - 1] = dt * self.RATE
            self.data[i] = self.at(i) + t[self.WIDTH - 1]

    @tack.kernel
    def bad(self):
        for i in self:
            self.data[i] = self.plain()  # expect-error(ValueError): method 'self.plain' is a Python function
            self.data[i] = self.bare()  # expect-error(TypeError): method 'self.bare' has no parameter for the instance; write self as its first one, or make it a staticmethod
            self.n = 1  # expect-error: a kernel does not change an object
            t = tack.local_array(tack.f32, self.WIDTH)
            t[0] = t[5]  # expect-error: index 5 is outside local array 't' of size 5


class Wide(Grid):
    WIDTH = 9

    @tack.kernel
    def wider(this):
        for c in this:
            this.rows[c, 1] = this.at(c) + this.WIDTH


@tack.device_class
class Mesh:
    def __init__(self, grid):
        self.grid = grid
        self.weight = 2.0

    @tack.func
    def value(self, i):
        return self.grid.at(i) * self.weight

    @tack.kernel
    def gather(self, out):
        for i in self.grid:
            out[i] = self.value(i) + self.grid.n


@tack.func
def outside(g, i):
    return g.at(i) + g.h + Grid.twice(g.n)


@tack.kernel
def use(g, out, k):
    for i in g:
        out[i] = outside(g, i) * k


@tack.kernel
def misspelt(g, out):
    for i in g:
        out[i] = g.WIDHT + g.h  # expect-error(ValueError): 'g' has no attribute 'WIDHT' that a kernel can use; did you mean 'WIDTH'?
        out[i] = g.wrong(i)


@tack.kernel
def unpacked(g, out):
    for a, b in g:  # expect-error(TypeError): binds one name
        out[a] = g.h


@tack.kernel
def no_loop(m, out):
    for i in m:  # expect-error(TypeError): device class 'Mesh' does not declare __tack_iterate__
        out[i] = m.value(i)


@tack.kernel
def of_another_file(thing, out):  # not checked: nobody knows its class
    for i in range(thing.count):
        out[i] = thing.size
