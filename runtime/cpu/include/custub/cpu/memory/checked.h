/* custub/cpu/memory/checked.h: the part of the memory checker that is in an instrumented image. The
 * compiler calls these functions before every load and store of a kernel (-fsanitize=thread), and
 * the linker redirects copies and allocations to them (--wrap). They report to the driver and do
 * what the original does. Part of custub/cpu_device.h if CUSTUB_CPU_CHECKED is defined; an ordinary
 * image has none of this.
 *
 * The driver finds the line of an access by the chain of frames, which begins with the callback's:
 * instrumented images are built with frame pointers and without inlining.
 */
#ifndef CUSTUB_CPU_CHECKED_H
#define CUSTUB_CPU_CHECKED_H

#include "../../cpu_image.h"
#include "../language/qualifier.h"

#if defined(CUSTUB_CPU_CHECKED)

#include <cstddef>

extern "C" {
extern CUSTUB_CPU_EXPORT custub_cpu_check custub_cpu_check_table;
void *__real_memcpy(void *target, const void *source, size_t size);
void *__real_memmove(void *target, const void *source, size_t size);
void *__real_memset(void *target, int value, size_t size);
void *__real_malloc(size_t size);
void __real_free(void *memory);
}

namespace custub_cpu
{

/* Called until the driver has set its own functions: initializers run before that. */
CUSTUB_CPU_UNCHECKED inline void check_nothing(const volatile void *, size_t, uint32_t,
                                               const void *)
{
}

CUSTUB_CPU_UNCHECKED inline void *allocate_plainly(size_t size)
{
    return __real_malloc(size);
}

CUSTUB_CPU_UNCHECKED inline void release_plainly(void *memory, const void *)
{
    __real_free(memory);
}

CUSTUB_CPU_UNCHECKED inline void fence_nothing()
{
}

CUSTUB_CPU_UNCHECKED inline void access_nothing(const void *)
{
}

/* Checks a copy at once, for drivers that do not know asynchronous copies. */
CUSTUB_CPU_UNCHECKED inline void check_copy(void *target, size_t size, const void *source,
                                            size_t source_size, const void *frame)
{
    const uint32_t unaligned = CUSTUB_CPU_ACCESS_UNALIGNED;

    custub_cpu_check_table.access(source, source_size, CUSTUB_CPU_ACCESS_READ | unaligned, frame);
    custub_cpu_check_table.access(target, size, CUSTUB_CPU_ACCESS_WRITE | unaligned, frame);
}

CUSTUB_CPU_UNCHECKED inline void wait_for_nothing(size_t)
{
}

CUSTUB_CPU_UNCHECKED inline void bind_nothing(const uint64_t *, uint64_t, uint32_t)
{
}

CUSTUB_CPU_UNCHECKED inline void wait_for_no_bulk(size_t, uint32_t)
{
}

} // namespace custub_cpu

#define CUSTUB_CPU_CHECK(address, size, kind)                                                      \
    custub_cpu_check_table.access(address, size, kind, __builtin_frame_address(0))

extern "C" {

custub_cpu_check custub_cpu_check_table = {
    sizeof(custub_cpu_check),
    0,
    ::custub_cpu::check_nothing,
    ::custub_cpu::allocate_plainly,
    ::custub_cpu::release_plainly,
    ::custub_cpu::fence_nothing,
    {::custub_cpu::access_nothing, ::custub_cpu::access_nothing, ::custub_cpu::access_nothing,
     ::custub_cpu::access_nothing, ::custub_cpu::access_nothing},
    {::custub_cpu::access_nothing, ::custub_cpu::access_nothing, ::custub_cpu::access_nothing,
     ::custub_cpu::access_nothing, ::custub_cpu::access_nothing},
    ::custub_cpu::check_copy,
    ::custub_cpu::fence_nothing,
    ::custub_cpu::wait_for_nothing,
    ::custub_cpu::bind_nothing,
    ::custub_cpu::fence_nothing,
    ::custub_cpu::wait_for_no_bulk};

/* --- Loads and stores ----------------------------------------------------------------------------
 */

CUSTUB_CPU_UNCHECKED void __tsan_init()
{
}

CUSTUB_CPU_UNCHECKED void __tsan_func_entry(void *)
{
}

CUSTUB_CPU_UNCHECKED void __tsan_func_exit()
{
}

#define CUSTUB_CPU_CALLBACK(name, size, kind)                                                      \
    CUSTUB_CPU_UNCHECKED void name(void *address)                                                  \
    {                                                                                              \
        CUSTUB_CPU_CHECK(address, size, kind);                                                     \
    }

/* Nearly all accesses: jumps to the driver's function, which then has the caller's frame. */
#if defined(__x86_64__) && defined(__GNUC__) && defined(__ELF__)
extern custub_cpu_check custub_cpu_check_own
    __attribute__((alias("custub_cpu_check_table"), visibility("hidden")));
#define CUSTUB_CPU_LEAD(name, offset)                                                              \
    __asm__(".text\n.p2align 4\n.globl " #name "\n.hidden " #name "\n.type " #name                 \
            ", @function\n" #name ":\n    jmp *custub_cpu_check_own+" #offset "(%rip)\n"           \
            ".size " #name ", .-" #name "\n");
static_assert(offsetof(custub_cpu_check, read) == 40, "the offsets below");
static_assert(offsetof(custub_cpu_check, write) == 80, "the offsets below");
#else
#define CUSTUB_CPU_LEAD(name, offset)                                                              \
    CUSTUB_CPU_CALLBACK(name, 1 << ((offset)-40) % 40 / 8,                                         \
                        (offset) < 80 ? CUSTUB_CPU_ACCESS_READ : CUSTUB_CPU_ACCESS_WRITE)
#endif
CUSTUB_CPU_LEAD(__tsan_read1, 40)
CUSTUB_CPU_LEAD(__tsan_read2, 48)
CUSTUB_CPU_LEAD(__tsan_read4, 56)
CUSTUB_CPU_LEAD(__tsan_read8, 64)
CUSTUB_CPU_LEAD(__tsan_read16, 72)
CUSTUB_CPU_LEAD(__tsan_write1, 80)
CUSTUB_CPU_LEAD(__tsan_write2, 88)
CUSTUB_CPU_LEAD(__tsan_write4, 96)
CUSTUB_CPU_LEAD(__tsan_write8, 104)
CUSTUB_CPU_LEAD(__tsan_write16, 112)

#define CUSTUB_CPU_CALLBACKS(size)                                                                 \
    CUSTUB_CPU_CALLBACK(__tsan_volatile_read##size, size,                                          \
                        CUSTUB_CPU_ACCESS_READ | CUSTUB_CPU_ACCESS_VOLATILE)                       \
    CUSTUB_CPU_CALLBACK(__tsan_volatile_write##size, size,                                         \
                        CUSTUB_CPU_ACCESS_WRITE | CUSTUB_CPU_ACCESS_VOLATILE)                      \
    CUSTUB_CPU_CALLBACK(__tsan_unaligned_volatile_read##size, size,                                \
                        CUSTUB_CPU_ACCESS_READ | CUSTUB_CPU_ACCESS_VOLATILE |                      \
                            CUSTUB_CPU_ACCESS_UNALIGNED)                                           \
    CUSTUB_CPU_CALLBACK(__tsan_unaligned_volatile_write##size, size,                               \
                        CUSTUB_CPU_ACCESS_WRITE | CUSTUB_CPU_ACCESS_VOLATILE |                     \
                            CUSTUB_CPU_ACCESS_UNALIGNED)                                           \
    CUSTUB_CPU_CALLBACK(__tsan_unaligned_read##size, size,                                         \
                        CUSTUB_CPU_ACCESS_READ | CUSTUB_CPU_ACCESS_UNALIGNED)                      \
    CUSTUB_CPU_CALLBACK(__tsan_unaligned_write##size, size,                                        \
                        CUSTUB_CPU_ACCESS_WRITE | CUSTUB_CPU_ACCESS_UNALIGNED)

CUSTUB_CPU_CALLBACKS(1)
CUSTUB_CPU_CALLBACKS(2)
CUSTUB_CPU_CALLBACKS(4)
CUSTUB_CPU_CALLBACKS(8)
CUSTUB_CPU_CALLBACKS(16)
CUSTUB_CPU_CALLBACK(__tsan_vptr_read, sizeof(void *), CUSTUB_CPU_ACCESS_READ)

CUSTUB_CPU_UNCHECKED void __tsan_vptr_update(void **address, void *)
{
    CUSTUB_CPU_CHECK(address, sizeof(void *), CUSTUB_CPU_ACCESS_WRITE);
}

CUSTUB_CPU_UNCHECKED void __tsan_read_range(void *address, size_t size)
{
    CUSTUB_CPU_CHECK(address, size, CUSTUB_CPU_ACCESS_READ | CUSTUB_CPU_ACCESS_UNALIGNED);
}

CUSTUB_CPU_UNCHECKED void __tsan_write_range(void *address, size_t size)
{
    CUSTUB_CPU_CHECK(address, size, CUSTUB_CPU_ACCESS_WRITE | CUSTUB_CPU_ACCESS_UNALIGNED);
}

/* -fsanitize=alignment calls these functions for an address that is not aligned for its type. A
 * vector that is put together in registers may be stored in parts. */
struct custub_cpu_alignment {
    const char *file;
    unsigned line;
    unsigned column;
    const void *type;
    unsigned char log_alignment;
    unsigned char kind;
};

CUSTUB_CPU_UNCHECKED void __ubsan_handle_type_mismatch_v1(custub_cpu_alignment *what, void *address)
{
    CUSTUB_CPU_CHECK(address, size_t(1) << what->log_alignment, CUSTUB_CPU_ACCESS_ALIGNMENT);
}

/* --- Atomics -------------------------------------------------------------------------------------
 */

#define CUSTUB_CPU_UPDATE                                                                          \
    (CUSTUB_CPU_ACCESS_READ | CUSTUB_CPU_ACCESS_WRITE | CUSTUB_CPU_ACCESS_ATOMIC)
#define CUSTUB_CPU_SWAP (CUSTUB_CPU_UPDATE | CUSTUB_CPU_ACCESS_COMPARE)

/* A releasing update is a fence and then a relaxed update. */
#define CUSTUB_CPU_RELEASE(order)                                                                  \
    do {                                                                                           \
        if ((order) >= __ATOMIC_RELEASE)                                                           \
            custub_cpu_check_table.fence();                                                        \
    } while (0)

#define CUSTUB_CPU_ATOMIC_FETCHES(bits, type, operation)                                           \
    CUSTUB_CPU_UNCHECKED type __tsan_atomic##bits##_fetch_##operation(volatile type *address,      \
                                                                      type value, int order)       \
    {                                                                                              \
        CUSTUB_CPU_RELEASE(order);                                                                 \
        CUSTUB_CPU_CHECK(address, sizeof(type), CUSTUB_CPU_UPDATE);                                \
        return __atomic_fetch_##operation(address, value, __ATOMIC_SEQ_CST);                       \
    }

#define CUSTUB_CPU_ATOMIC_SWAPS(bits, type, strength)                                              \
    CUSTUB_CPU_UNCHECKED int __tsan_atomic##bits##_compare_exchange_##strength(                    \
        volatile type *address, type *expected, type value, int order, int)                        \
    {                                                                                              \
        CUSTUB_CPU_RELEASE(order);                                                                 \
        CUSTUB_CPU_CHECK(address, sizeof(type), CUSTUB_CPU_SWAP);                                  \
        return __atomic_compare_exchange_n(address, expected, value, false, __ATOMIC_SEQ_CST,      \
                                           __ATOMIC_SEQ_CST);                                      \
    }

#define CUSTUB_CPU_ATOMICS(bits, type)                                                             \
    CUSTUB_CPU_UNCHECKED type __tsan_atomic##bits##_load(const volatile type *address, int)        \
    {                                                                                              \
        CUSTUB_CPU_CHECK(address, sizeof(type),                                                    \
                         CUSTUB_CPU_ACCESS_READ | CUSTUB_CPU_ACCESS_ATOMIC);                       \
        return __atomic_load_n(address, __ATOMIC_SEQ_CST);                                         \
    }                                                                                              \
    CUSTUB_CPU_UNCHECKED void __tsan_atomic##bits##_store(volatile type *address, type value,      \
                                                          int order)                               \
    {                                                                                              \
        CUSTUB_CPU_RELEASE(order);                                                                 \
        CUSTUB_CPU_CHECK(address, sizeof(type),                                                    \
                         CUSTUB_CPU_ACCESS_WRITE | CUSTUB_CPU_ACCESS_ATOMIC);                      \
        __atomic_store_n(address, value, __ATOMIC_SEQ_CST);                                        \
    }                                                                                              \
    CUSTUB_CPU_UNCHECKED type __tsan_atomic##bits##_exchange(volatile type *address, type value,   \
                                                             int order)                            \
    {                                                                                              \
        CUSTUB_CPU_RELEASE(order);                                                                 \
        CUSTUB_CPU_CHECK(address, sizeof(type), CUSTUB_CPU_UPDATE | CUSTUB_CPU_ACCESS_REPLACE);    \
        return __atomic_exchange_n(address, value, __ATOMIC_SEQ_CST);                              \
    }                                                                                              \
    CUSTUB_CPU_UNCHECKED type __tsan_atomic##bits##_compare_exchange_val(                          \
        volatile type *address, type expected, type value, int order, int)                         \
    {                                                                                              \
        CUSTUB_CPU_RELEASE(order);                                                                 \
        CUSTUB_CPU_CHECK(address, sizeof(type), CUSTUB_CPU_SWAP);                                  \
        __atomic_compare_exchange_n(address, &expected, value, false, __ATOMIC_SEQ_CST,            \
                                    __ATOMIC_SEQ_CST);                                             \
        return expected;                                                                           \
    }                                                                                              \
    CUSTUB_CPU_ATOMIC_SWAPS(bits, type, strong)                                                    \
    CUSTUB_CPU_ATOMIC_SWAPS(bits, type, weak)                                                      \
    CUSTUB_CPU_ATOMIC_FETCHES(bits, type, add)                                                     \
    CUSTUB_CPU_ATOMIC_FETCHES(bits, type, sub)                                                     \
    CUSTUB_CPU_ATOMIC_FETCHES(bits, type, and)                                                     \
    CUSTUB_CPU_ATOMIC_FETCHES(bits, type, or)                                                      \
    CUSTUB_CPU_ATOMIC_FETCHES(bits, type, xor)                                                     \
    CUSTUB_CPU_ATOMIC_FETCHES(bits, type, nand)

CUSTUB_CPU_ATOMICS(8, unsigned char)
CUSTUB_CPU_ATOMICS(16, unsigned short)
CUSTUB_CPU_ATOMICS(32, unsigned int)
CUSTUB_CPU_ATOMICS(64, unsigned long)

CUSTUB_CPU_UNCHECKED void __tsan_atomic_thread_fence(int)
{
    custub_cpu_check_table.fence();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

CUSTUB_CPU_UNCHECKED void __tsan_atomic_signal_fence(int)
{
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

/* --- What the C library would do -----------------------------------------------------------------
 */

/* __wrap_ is for calls in the source. clang calls the other prefix from version 15 on. */
#define CUSTUB_CPU_COPIES(prefix)                                                                  \
    CUSTUB_CPU_UNCHECKED void *prefix##memcpy(void *target, const void *source, size_t size)       \
    {                                                                                              \
        CUSTUB_CPU_CHECK(source, size, CUSTUB_CPU_ACCESS_READ | CUSTUB_CPU_ACCESS_UNALIGNED);      \
        CUSTUB_CPU_CHECK(target, size, CUSTUB_CPU_ACCESS_WRITE | CUSTUB_CPU_ACCESS_UNALIGNED);     \
        return __real_memcpy(target, source, size);                                                \
    }                                                                                              \
    CUSTUB_CPU_UNCHECKED void *prefix##memmove(void *target, const void *source, size_t size)      \
    {                                                                                              \
        CUSTUB_CPU_CHECK(source, size, CUSTUB_CPU_ACCESS_READ | CUSTUB_CPU_ACCESS_UNALIGNED);      \
        CUSTUB_CPU_CHECK(target, size, CUSTUB_CPU_ACCESS_WRITE | CUSTUB_CPU_ACCESS_UNALIGNED);     \
        return __real_memmove(target, source, size);                                               \
    }                                                                                              \
    CUSTUB_CPU_UNCHECKED void *prefix##memset(void *target, int value, size_t size)                \
    {                                                                                              \
        CUSTUB_CPU_CHECK(target, size, CUSTUB_CPU_ACCESS_WRITE | CUSTUB_CPU_ACCESS_UNALIGNED);     \
        return __real_memset(target, value, size);                                                 \
    }

CUSTUB_CPU_COPIES(__wrap_)
CUSTUB_CPU_COPIES(__tsan_)

/* malloc, free, new and delete in a kernel. */
CUSTUB_CPU_UNCHECKED void *__wrap_malloc(size_t size)
{
    return custub_cpu_check_table.allocate(size);
}

CUSTUB_CPU_UNCHECKED void __wrap_free(void *memory)
{
    custub_cpu_check_table.release(memory, __builtin_frame_address(0));
}

#define CUSTUB_CPU_WRAP_NEW(name)                                                                  \
    CUSTUB_CPU_UNCHECKED void *__wrap_##name(size_t size)                                          \
    {                                                                                              \
        return custub_cpu_check_table.allocate(size);                                              \
    }
#define CUSTUB_CPU_WRAP_DELETE(name, ...)                                                          \
    CUSTUB_CPU_UNCHECKED void __wrap_##name(__VA_ARGS__)                                           \
    {                                                                                              \
        custub_cpu_check_table.release(memory, __builtin_frame_address(0));                        \
    }

CUSTUB_CPU_WRAP_NEW(_Znwm)
CUSTUB_CPU_WRAP_NEW(_Znam)
CUSTUB_CPU_WRAP_DELETE(_ZdlPv, void *memory)
CUSTUB_CPU_WRAP_DELETE(_ZdaPv, void *memory)
CUSTUB_CPU_WRAP_DELETE(_ZdlPvm, void *memory, size_t)
CUSTUB_CPU_WRAP_DELETE(_ZdaPvm, void *memory, size_t)

} // extern "C"

#undef CUSTUB_CPU_CALLBACK
#undef CUSTUB_CPU_LEAD
#undef CUSTUB_CPU_CALLBACKS
#undef CUSTUB_CPU_UPDATE
#undef CUSTUB_CPU_SWAP
#undef CUSTUB_CPU_ATOMIC_FETCHES
#undef CUSTUB_CPU_ATOMIC_SWAPS
#undef CUSTUB_CPU_ATOMICS
#undef CUSTUB_CPU_COPIES
#undef CUSTUB_CPU_WRAP_NEW
#undef CUSTUB_CPU_WRAP_DELETE

/* -fno-builtin-memcpy is for the plain names. If the source names the builtin, GCC copies a known
 * number of bytes by instructions that it does not report. clang calls the functions above. A
 * constexpr function may name the builtin, but could not call a function that is not constexpr. */
#if !defined(__clang__)
#define __builtin_memcpy(...)                                                                      \
    (__builtin_is_constant_evaluated() ? __builtin_memcpy(__VA_ARGS__)                             \
                                       : ::__wrap_memcpy(__VA_ARGS__))
#define __builtin_memset(...)                                                                      \
    (__builtin_is_constant_evaluated() ? __builtin_memset(__VA_ARGS__)                             \
                                       : ::__wrap_memset(__VA_ARGS__))
#endif

#endif
#endif
