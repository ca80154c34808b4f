#include "bounds/register_limit.h"

#include "bounds/flow/instruction.h"

/* A multiprocessor gives the registers of a thread in eights. With up to 32 it runs as many threads
 * as it can ("CUDA C++ Programming Guide", compute capabilities). */
#define REGISTER_UNIT  8u
#define FREE_REGISTERS 32u
#define MAX_REGISTERS  255u

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

uint32_t gen_bounds_register_limit(const gen_ptx_module *module, const gen_ptx_function *kernel,
                                   uint32_t registers)
{
    uint32_t limit = (registers + REGISTER_UNIT - 1) / REGISTER_UNIT * REGISTER_UNIT;

    if (!registers || limit > MAX_REGISTERS || kernel->max_registers ||
        changes_registers(module, kernel))
        return 0;
    return limit > FREE_REGISTERS ? limit : FREE_REGISTERS;
}
