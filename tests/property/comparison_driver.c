#include "comparison_inside.h"

#include "recording_driver.h"

#include <inttypes.h>
#include <string.h>

static void check_bytes(comparison *c, const kernel_param *p, unsigned index)
{
    const recording_launch *last = recording_last_launch();
    const unsigned char *found = last->parameters + p->offset;
    const unsigned char *given = c->t->values[index];
    bool same = true;

    if (p->kind == PARAM_RECORD) { /* except the bytes between its fields */
        for (unsigned i = 0; i < p->record->number_count; i++) {
            const record_number *n = &p->record->numbers[i];
            same &= memcmp(found + n->offset, given + n->offset, scalar_types[n->type].size) == 0;
        }
    } else {
        same = memcmp(found, given, p->size) == 0;
    }
    if (!same)
        WRONG(c, "the driver got other bytes for %s", p->name);
}

static void check_attributes(comparison *c)
{
    const recording_launch *last = recording_last_launch();
    bool has_cluster = oracle_is_set(&c->t->cluster);
    unsigned int count = (unsigned int)has_cluster + c->s->is_cooperative;

    if (last->extended != (count > 0) || last->attribute_count != count)
        WRONG(c, "the driver got %u launch attributes", last->attribute_count);
    for (unsigned int i = 0; i < last->attribute_count; i++) {
        const unsigned int *value = last->attribute_values[i];
        uint64_t cluster[3];
        oracle_take(&c->t->cluster, cluster);
        if (last->attribute_ids[i] == 4 &&
            (value[0] != cluster[0] || value[1] != cluster[1] || value[2] != cluster[2]))
            WRONG(c, "the driver got cluster %ux%ux%u", value[0], value[1], value[2]);
    }
}

void comparison_check_launch(comparison *c, const verdict *v)
{
    const recording_launch *last = recording_last_launch();

    if (recording_launch_count() != 1) {
        WRONG(c, "the driver got %zu launches", recording_launch_count());
        return;
    }
    for (int axis = 0; axis < 3; axis++)
        if (last->grid[axis] != v->grid[axis] || last->block[axis] != v->block[axis])
            WRONG(c, "the driver got another shape: grid %ux%ux%u block %ux%ux%u", last->grid[0],
                  last->grid[1], last->grid[2], last->block[0], last->block[1], last->block[2]);
    if (last->shared != v->shared)
        WRONG(c, "the driver got %u bytes of shared memory, not %" PRIu64, last->shared, v->shared);
    if ((uint64_t)(uintptr_t)last->stream != c->t->stream)
        WRONG(c, "the driver got another stream");
    if (strcmp(last->kernel, c->s->name) != 0)
        WRONG(c, "the driver got the kernel %s", last->kernel);
    for (unsigned i = 0; i < c->s->param_count; i++)
        if (!c->s->params[i].is_dropped)
            check_bytes(c, &c->s->params[i], i);
    check_attributes(c);
}
