#include "checker/order/touched_cell.h"

#include <stddef.h>

#define LATEST CPU_CHECK_LATEST

cpu_check_manner cpu_check_manner_of(uint32_t access)
{
    if (access & CUSTUB_CPU_ACCESS_WRITE)
        return access & CUSTUB_CPU_ACCESS_ATOMIC     ? CPU_CHECK_UPDATES
               : access & CUSTUB_CPU_ACCESS_VOLATILE ? CPU_CHECK_SIGNALS
                                                     : CPU_CHECK_WRITES;
    return access & (CUSTUB_CPU_ACCESS_ATOMIC | CUSTUB_CPU_ACCESS_VOLATILE) ? CPU_CHECK_WATCHES
                                                                            : CPU_CHECK_READS;
}

/* Replaces an access that is ordered before this one, or is by the same thread. Returns its index,
 * or LATEST if both places hold unordered accesses of other threads. */
static size_t put(const cpu_check_order *order, cpu_check_touch *latest,
                  const cpu_check_touch *touch)
{
    for (size_t i = 0; i < LATEST; i++) {
        if (cpu_check_is_ordered(order, &latest[i], touch->thread)) {
            latest[i] = *touch;
            return i;
        }
    }
    return LATEST;
}

/* An access that is not ordered before those of `thread`, or null. */
static const cpu_check_touch *find_unordered(const cpu_check_order *order,
                                             const cpu_check_touch *latest, uint32_t passed_over,
                                             uint32_t thread)
{
    for (size_t i = 0; i < LATEST; i++) {
        if (!(passed_over >> i & 1) && !cpu_check_is_ordered(order, &latest[i], thread))
            return &latest[i];
    }
    return NULL;
}

/* The access that the read races with, or null; `finding` is the kind of race. */
static const cpu_check_touch *find_before_read(const cpu_check_order *order,
                                               const cpu_check_cell *c, uint32_t thread,
                                               bool watches, cpu_check_finding *finding)
{
    *finding = CPU_CHECK_WRITE_READ;
    if (!cpu_check_is_ordered(order, &c->write, thread))
        return &c->write;
    *finding = CPU_CHECK_UPDATE_READ;
    return watches ? NULL : find_unordered(order, c->updates, 0, thread);
}

/* The access that the write races with, or null; `finding` is the kind of race. */
static const cpu_check_touch *find_before_write(const cpu_check_order *order,
                                                const cpu_check_cell *c, uint32_t thread,
                                                bool updates, cpu_check_finding *finding)
{
    const cpu_check_touch *other = NULL;

    *finding = CPU_CHECK_WRITE_WRITE;
    if (!cpu_check_is_ordered(order, &c->write, thread))
        return &c->write;
    if (!updates)
        other = find_unordered(order, c->updates, 0, thread);
    if (other)
        return other;
    *finding = CPU_CHECK_READ_WRITE;
    return find_unordered(order, c->reads, updates ? c->watched : 0, thread);
}

cpu_check_finding cpu_check_cell_find(const cpu_check_order *order, const cpu_check_cell *c,
                                      uint32_t thread, cpu_check_manner manner,
                                      cpu_check_touch *other)
{
    const cpu_check_touch *before;
    cpu_check_finding finding;

    if (cpu_check_manner_reads(manner))
        before = find_before_read(order, c, thread, manner == CPU_CHECK_WATCHES, &finding);
    else
        before = find_before_write(order, c, thread, manner == CPU_CHECK_UPDATES, &finding);
    if (!before)
        return CPU_CHECK_FINE;
    *other = *before;
    return finding;
}

static void note_read(const cpu_check_order *order, cpu_check_cell *c, const cpu_check_touch *touch,
                      bool watches)
{
    const size_t at = put(order, c->reads, touch);

    if (at < LATEST)
        c->watched = (c->watched & ~(UINT32_C(1) << at)) | (uint32_t)watches << at;
}

void cpu_check_cell_note(const cpu_check_order *order, cpu_check_cell *c,
                         const cpu_check_touch *touch, cpu_check_manner manner)
{
    if (cpu_check_manner_reads(manner))
        note_read(order, c, touch, manner == CPU_CHECK_WATCHES);
    else if (manner == CPU_CHECK_UPDATES)
        put(order, c->updates, touch);
    else
        c->write = *touch;
}

void cpu_check_cell_excuse(cpu_check_cell *c, const cpu_check_touch *touch)
{
    for (size_t i = 0; i < LATEST; i++)
        if (c->reads[i].block == touch->block && c->reads[i].thread == touch->thread)
            c->watched |= UINT32_C(1) << i;
}
