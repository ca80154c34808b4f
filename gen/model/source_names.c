#include "model/source_names.h"

const gen_constant *gen_model_value_for(const gen_constant *constant, uint32_t architectures)
{
    while (constant && (constant->architectures & architectures) != architectures)
        constant = constant->other;
    return constant;
}
