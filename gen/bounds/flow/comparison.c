#include "bounds/flow/comparison.h"

bool gen_bounds_read_comparison(gen_token word, gen_bounds_comparison *comparison)
{
    static const struct {
        const char *names[2];
        gen_bounds_comparison meaning;
    } known[] = {{{"lt", "lo"}, {GEN_BOUNDS_LESS, false, false}},
                 {{"le", "ls"}, {GEN_BOUNDS_LESS, true, false}},
                 {{"gt", "hi"}, {GEN_BOUNDS_GREATER, false, false}},
                 {{"ge", "hs"}, {GEN_BOUNDS_GREATER, true, false}},
                 {{"ne", "ne"}, {GEN_BOUNDS_DIFFERS, false, false}},
                 {{"eq", "eq"}, {GEN_BOUNDS_DIFFERS, false, true}}};

    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        *comparison = known[i].meaning;
        if (GEN_TOKEN_IS_ANY(word, known[i].names))
            return true;
    }
    return false;
}

static gen_bounds_relation opposite(gen_bounds_relation relation)
{
    return relation == GEN_BOUNDS_LESS ? GEN_BOUNDS_GREATER : GEN_BOUNDS_LESS;
}

gen_bounds_comparison gen_bounds_comparison_negated(gen_bounds_comparison comparison)
{
    if (comparison.relation == GEN_BOUNDS_DIFFERS) {
        comparison.is_equality = !comparison.is_equality;
        return comparison;
    }
    comparison.relation = opposite(comparison.relation);
    comparison.or_equal = !comparison.or_equal;
    return comparison;
}

gen_bounds_comparison gen_bounds_comparison_swapped(gen_bounds_comparison comparison)
{
    if (comparison.relation != GEN_BOUNDS_DIFFERS)
        comparison.relation = opposite(comparison.relation);
    return comparison;
}
