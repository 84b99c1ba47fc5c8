# RUN: tack check --expect %s
# Statements and expressions of Python that kernels do not have: each is named at its own place.
import tack


@tack.kernel
def characters(x):
    for i in range(1):
        x[i] = 1 $ 2  # expect-error(UnsupportedSyntaxError): '$' is not a character # expect-error: expected the end
        x[i] = 1 ¿ 2  # expect-error: '¿' is not a character # expect-error: expected the end
        x[i] = 3]  # expect-error: ']' closes nothing # expect-error: expected the end of the statement


@tack.kernel
def numbers(x):
    for i in range(1):
        x[i] = 1abc  # expect-error: '1abc' is not a number
        x[i] = 0777  # expect-error: '0777' is not a number
        x[i] = 1__0  # expect-error: '1__0' is not a number
        x[i] = 18446744073709551616  # expect-error: outside the 64-bit types
        x[i] = -9223372036854775809  # expect-error: integer -9223372036854775809 is outside
        x[i] = 2j  # expect-error: unsupported complex number; keep the two parts in a vector of 2


@tack.kernel
def dedent(x):
    for i in range(1):
        if i > 0:
                x[i] = 1
            x[i] = 2  # expect-error: matches no block


@tack.kernel
def statements(x, n):
    for i in range(1):
        assert n > 0  # expect-error(UnsupportedSyntaxError): unsupported Assert; nothing is raised in a kernel; test with if, and store in an array
        try:  # expect-error: unsupported Try; nothing is raised in a kernel; test with if before what might go wrong
            x[i] = 1
        except ValueError:
            x[i] = 2
        finally:
            x[i] = 3
        with n as f:  # expect-error: unsupported With; write it around the call of the kernel
            x[i] = 1
        raise n  # expect-error: unsupported Raise; nothing is raised in a kernel
        import os  # expect-error: unsupported Import; import at the top of the file
        from os import path  # expect-error: unsupported ImportFrom; import at the top of the file
        class C:  # expect-error: unsupported Class; write it outside, with @tack.device_class
            y = 1
        def g(a):  # expect-error: unsupported nested function; write it outside, with @tack.func
            return a
        @g  # expect-error: unsupported nested function; write it outside, with @tack.func
        def h(a):
            return a
        del n  # expect-error: unsupported Del; leave it out
        global m  # expect-error: unsupported Global; a kernel changes arrays alone; pass an array, or return the value
        nonlocal p  # expect-error: unsupported Nonlocal; a kernel changes arrays alone
        async for q in n:  # expect-error: unsupported Async; write a plain loop
            x[i] = 1
        match n:  # expect-error: unsupported Match; write if and elif
            case 1:
                x[i] = 1
        yield n  # expect-error: unsupported yield; store the value in an array
        await n  # expect-error: unsupported await; write a plain call
        t: tack.f32 = 1  # expect-error: unsupported annotated assignment; write name = value
        ...  # expect-error: unsupported '...'; write pass


@tack.kernel
def expressions(x, n):
    for i in range(1):
        x[i] = lambda a: a  # expect-error: unsupported lambda; write a device function with @tack.func
        x[i] = (a := 1)  # expect-error: unsupported ':=' in an expression
        x[i] = n is None  # expect-error: unsupported operator 'is'
        x[i] = n in x  # expect-error: unsupported operator 'in'
        x[i] = n not in x  # expect-error: unsupported operator 'not in'
        x[i] = [a for a in n]  # expect-error: unsupported list comprehension; write a for loop that adds up, or that stores in tack.local_array
        x[i] = (a for a in n)  # expect-error: unsupported generator expression; write a for loop
        x[i] = sum(a for a in n)  # expect-error: unsupported generator expression
        x[i] = {1: 2}  # expect-error: unsupported dict; a kernel has arrays, vectors and tack.local_array
        x[i] = {1, 2}  # expect-error: unsupported set
        x[i] = f"{n}"  # expect-error: unsupported f-string; print("text", value) writes
        x[i] = b"abc"  # expect-error: unsupported bytes value; write its numbers
        x[i] = "abc"  # expect-error: unsupported string as a value; values are numbers
        x[i] = None  # expect-error: unsupported None as a value; values are numbers
        x[i] = x[1:2]  # expect-error: unsupported slice
        x[i] = x[:]  # expect-error: unsupported slice
        x[i] = max(*n)  # expect-error: unsupported starred argument
        x[i] = max(1, key=n)  # expect-error: unsupported keyword argument 'key'; write the value alone, at the place of its parameter in max(...)
        print(n, end="")  # expect-error: unsupported keyword argument 'end'; print(...) writes a space between values and ends the line
        x[i] = 1, 2  # expect-error: unsupported tuple where one value is needed; a vector is tack.Vector([a, b])
        x[i] = [1, 2] + [1, 2, 3]  # expect-error: a vector of 2 and a vector of 3 do not go together
        x[i] = n @ n  # expect-error: matrix product of a number and a number; write * to multiply by a number
        x[i] = (yield n)  # expect-error: unsupported yield
        x[i] = n(1)(2)  # expect-error: unsupported call of a value
        x[i] = (n + 1)[0]  # expect-error: component of a number
        [a, b] = 1, 2  # expect-error: unsupported list as an assignment target; write a tuple
        for j in range(n):
            x[i] = 1
        else:  # expect-error: unsupported else of a for loop; set a local before break and test it after the loop
            x[i] = 2
        while n > 1:
            x[i] = 1
        else:  # expect-error: unsupported else of a while loop
            x[i] = 2


@tack.kernel
def targets(x):
    for i in range(1):
        1 = 2  # expect-error: this cannot be assigned to
        f(1) = 2  # expect-error: this cannot be assigned to
        a, 3 = 1, 2  # expect-error: this cannot be assigned to
        for 5 in range(2):  # expect-error: this cannot be assigned to
            x[i] = 1
        for x[0] in range(2):  # expect-error: this cannot be assigned to
            x[i] = 1
        x[i] = 1 +  # expect-error: expected an expression, found the end of the line
        if i  # expect-error: expected ':', found the end of the line
            x[i] = 2
        elif i:  # expect-error: expected a statement, found 'elif'
            x[i] = 3


@tack.kernel
def defaults(x, n=1):  # expect-error(UnsupportedSyntaxError): default value of parameter 'n'
    for i in range(1):
        x[i] = n


@tack.kernel
def stars(x, *n):  # expect-error: unsupported '*' parameter
    for i in range(1):
        x[i] = 1


@tack.kernel
def twice(x, x):  # expect-error: parameter 'x' is named twice
    for i in range(1):
        x[i] = 1


@tack.kernel
async def later(x):  # expect-error: unsupported async function
    for i in range(1):
        x[i] = 1
