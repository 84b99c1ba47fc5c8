// Inline assembly in both forms. It keeps what the code around it holds in registers.
#use Stdio

i32 putchar(i32 c);
i32 fflush(pointer file);

// All that a call may change, and what it may not.
void scramble(void)
{
    asm("xor %eax, %eax; mov %rax, %rbx\n"
        "mov %eax, %ecx\n mov %eax, %edx\n mov %eax, %esi\n mov %eax, %edi\n"
        "mov %eax, %r8d\n mov %eax, %r9d\n mov %eax, %r10d\n mov %eax, %r11d\n"
        "mov %eax, %r12d\n mov %rax, %r13\n mov %eax, %r14d\n mov %eax, %r15d\n"
        "pxor %xmm0, %xmm0\n pxor %xmm7, %xmm7\n pxor %xmm15, %xmm15");
}
u64 kept(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f, double x)
{
    u64 s = a * b + c;
    for (u64 i in 0..3)
    {
        u64 t = s ^ i;
        asm
        {
            xor %ebx, %ebx          // one a line
            xor %ecx, %ecx; mov %rcx, %r15
            push %rax
            pop %rdx
            pxor %xmm1, %xmm1
        }
        s += t * d + e - f + (u64)x;
    }
    return s;
}
u64 same(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f, double x)
{
    u64 s = a * b + c;
    for (u64 i in 0..3) { u64 t = s ^ i; s += t * d + e - f + (u64)x; }
    return s;
}
i32 main(i32 argc, u8** argv)
{
    u64 k = argc;
    printf("%u\n", kept(k + 1, k + 2, k + 3, k + 4, k + 5, k + 6, k + 0.5d) == same(k + 1, k + 2, k + 3, k + 4, k + 5, k + 6, k + 0.5d)); // expect: 1
    u32 sum = 0;
    for (u32 i in 0..5) { scramble(); sum += i * k; }
    printf("%u\n", sum);       // expect: 10
    asm("push %rbp\n mov %rsp, %rbp\n and $-16, %rsp\n mov $111, %edi\n call putchar@PLT\n mov %rbp, %rsp\n pop %rbp");
    putchar('k');
    printf("\n");              // expect: ok
    return 0;
}
