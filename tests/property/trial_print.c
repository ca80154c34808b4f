#include "trial.h"

#include <inttypes.h>

static void print_dim(FILE *out, const char *name, const custub_dim3 *dim)
{
    fprintf(out, "  %s = {%" PRIu64 ", %" PRIu64 ", %" PRIu64 "}%s\n", name, dim->x, dim->y, dim->z,
            dim->given ? " (given)" : "");
}

static void print_number(FILE *out, const char *name, const char *path, unsigned type,
                         const unsigned char *at)
{
    exact value = scalar_read(&scalar_types[type], at);

    fprintf(out, "  %s%s = %s%" PRIu64 "\n", name, path, value.negative ? "-" : "",
            (uint64_t)value.magnitude);
}

static void print_value(FILE *out, const trial *t, const kernel_param *p, unsigned index)
{
    buffer_view view;

    switch (p->kind) {
    case PARAM_SCALAR:
        print_number(out, p->name, "", p->type, t->values[index]);
        break;
    case PARAM_RECORD:
        for (unsigned i = 0; i < p->record->number_count; i++)
            print_number(out, p->name, p->record->numbers[i].path, p->record->numbers[i].type,
                         t->values[index] + p->record->numbers[i].offset);
        break;
    case PARAM_BUFFER:
        view = trial_view(t, index);
        fprintf(out, "  %s = {0x%" PRIx64 ", %" PRIu64 "%s}\n", p->name, view.ptr, view.count,
                view.count == CUSTUB_COUNT_UNKNOWN ? " (unknown)" : "");
        break;
    default:
        break;
    }
}

void trial_print(FILE *out, const trial *t, const signature *s, const device_model *device)
{
    static const char *const levels[] = {"default", "whole", "contract", "none"};

    print_dim(out, "grid", &t->grid);
    print_dim(out, "block", &t->block);
    if (t->cluster.x || t->cluster.y || t->cluster.z || t->cluster.given)
        print_dim(out, "cluster", &t->cluster);
    fprintf(out, "  shared = %" PRIu64 "%s\n  check = %s\n", t->shared,
            t->shared == CUSTUB_SHARED_NONE ? " (none)" : "", levels[t->check]);
    for (unsigned i = 0; i < s->param_count; i++)
        if (!s->params[i].is_dropped)
            print_value(out, t, &s->params[i], i);
    for (unsigned i = 0; i < t->range_count; i++)
        fprintf(out, "  memory: 0x%" PRIx64 ", %" PRIu64 " bytes%s\n", t->ranges[i].base,
                t->ranges[i].bytes, t->ranges[i].is_mapped ? ", mapped" : "");
    fprintf(out,
            "  device: at most %" PRIu64 " threads, %" PRIu64 " bytes of shared memory, the kernel "
            "has %" PRIu64 ";\n          %" PRIu64 " multiprocessors of %" PRIu64
            " threads and %" PRIu64 " blocks%s%s%s\n",
            device->max_threads, device->shared_opt_in, device->static_shared, device->processors,
            device->processor_threads, device->processor_blocks,
            device->is_pageable ? ", reads pageable memory" : "",
            device->has_clusters ? ", has clusters" : "",
            t->is_capturing ? "; the stream is being captured" : "");
}
