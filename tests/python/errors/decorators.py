# RUN: tack check --expect %s
# Decorators that Python refuses before any kernel runs.
import tack
from tack import kernel as kern


@tack.kernel()  # expect-error(TypeError): decorator 'tack.kernel' takes no options; write it without parentheses, alone above the def
def options(x):
    for i in range(len(x)):
        x[i] = 1


@kern  # expect-error(TypeError): decorator 'kern' decorates a function made by def, not a kernel; write one decorator alone
@tack.kernel
def twice(x):
    for i in range(len(x)):
        x[i] = 1


@tack.kernel  # expect-error(TypeError): decorator 'tack.kernel' decorates a function made by def, not a staticmethod; write @staticmethod above it
@staticmethod
def inside_out(x):
    for i in range(len(x)):
        x[i] = 1


@tk.kernel  # expect-error(NameError): name 'tk' is not defined
def not_imported(x):
    for i in range(len(x)):
        x[i] = 1
