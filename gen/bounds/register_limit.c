#include "bounds/register_limit.h"

#include "bounds/flow/instruction.h"

/* A multiprocessor has as many registers, and gives those of a thread in eights. Each quarter of it
 * has warps of its own, up to 16 ("CUDA C++ Programming Guide", compute capabilities). Blocks have
 * up to 1024 threads if the kernel does not say how many: with more than 64 registers it takes
 * fewer. */
#define ALL_REGISTERS     65536u
#define REGISTER_UNIT     8u
#define REGISTERS_OF_ALL  64u
#define MAX_REGISTERS     255u
#define WARP              32u
#define QUARTER_REGISTERS (ALL_REGISTERS / 4 / WARP) /* of a lane */
#define MAX_WARPS         16u

/* True if a kernel has setmaxnreg, or a function that it may call. ptxas ignores that without a
 * limit; with one the kernel could wait for registers forever. */
static bool changes_registers(const gen_ptx_module *module, const gen_ptx_function *kernel)
{
    for (const gen_ptx_function *f = module->functions; f; f = f->next) {
        if (f->is_entry && f != kernel)
            continue;
        for (const gen_ptx_statement *s = f->statements; s; s = s->next) {
            const gen_bounds_opcode opcode = gen_bounds_opcode_of(s);
            if (s->kind == GEN_PTX_INSTRUCTION && gen_bounds_opcode_is(&opcode, "setmaxnreg"))
                return true;
        }
    }
    return false;
}

/* The threads that a multiprocessor must have room for; 0: the kernel does not say. */
static uint64_t promised_threads(const gen_ptx_function *kernel)
{
    const uint64_t *block = kernel->required[0] ? kernel->required : kernel->max_threads;
    uint64_t threads = block[0];

    for (int i = 1; i < 3; i++)
        threads *= block[i] ? block[i] : 1;
    return (threads + WARP - 1) / WARP * WARP * (kernel->min_blocks ? kernel->min_blocks : 1);
}

/* With more registers, launches would fail that the raw kernel can make. */
static uint32_t most_registers(const gen_ptx_function *kernel)
{
    const uint64_t threads = promised_threads(kernel);

    return threads && threads <= ALL_REGISTERS
               ? (uint32_t)(ALL_REGISTERS / threads / REGISTER_UNIT * REGISTER_UNIT)
               : REGISTERS_OF_ALL;
}

/* The warps that a quarter has room for. */
static uint32_t warps_of(uint32_t registers)
{
    const uint32_t warps = QUARTER_REGISTERS / registers;
    return warps < MAX_WARPS ? warps : MAX_WARPS;
}

/* Fewer warps cost more than the values that ptxas then keeps in memory, most of them in slow
 * copies: so the kernel may have what is free. */
uint32_t gen_bounds_register_limit(const gen_ptx_module *module, const gen_ptx_function *kernel,
                                   uint32_t registers)
{
    const uint32_t raw = (registers + REGISTER_UNIT - 1) / REGISTER_UNIT * REGISTER_UNIT;
    const uint32_t most = most_registers(kernel);
    uint32_t limit = raw;

    if (!registers || raw > MAX_REGISTERS || kernel->max_registers ||
        changes_registers(module, kernel))
        return 0;
    while (limit < MAX_REGISTERS && warps_of(limit + REGISTER_UNIT) == warps_of(raw))
        limit += REGISTER_UNIT;
    limit = limit < most ? limit : most;
    limit = limit > raw ? limit : raw;
    return limit < MAX_REGISTERS ? limit : MAX_REGISTERS;
}
