/* rank_run.h: layers that are spread over ranks, each a thread of this program, and their results
 * by moe_forward() on one device. */
#ifndef RANK_RUN_H
#define RANK_RUN_H

#include "moe_reference.h"

#include <rank_group.h>
#include <pthread.h>

enum { RANKS = 4 };

/* --- Layers --- */

typedef struct shape {
    int tokens[RANKS];
    int hidden, inner, experts, top, capacity;
    bool normalize;
    bool equal; /* all scores are equal, so that the first experts get all tokens */
    bool graph;
    bool chosen; /* by the caller: most tokens have the last expert `top` times */
} shape;

/* A layer's matrices, the tokens of all ranks, and the expected results, in the element type. */
typedef struct whole {
    shape shape;
    moe_element element;
    int count; /* ranks */
    char *router, *gate, *up, *down, *x, *out;
    int *choice; /* of all ranks' entries, if the caller chooses */
    float *weight;
    int dropped[RANKS][256];
} whole;

/* Buffers of one pass: router, gate, up, down, x, out, workspace, choice, weight. */
typedef struct device_pass {
    moe_layer layer;
    moe_pass pass;
    custub_i32_buffer dropped;
    custub_bytes_buffer memory[9];
} device_pass;

/* Makes random matrices, and computes their results. Writes failures to the record. */
void whole_open(whole *w, const shape *given, moe_element element, int count,
                const moe_kernels *kernels, custub_error *error);
void whole_close(whole *w);

/* --- Ranks --- */

/* The state of a rank's thread. It may not use cmocka, and reports in `error` or `fault`. */
typedef struct rank_state {
    int rank, count;
    double seconds;
    moe_ranks_id id;
    whole *wholes; /* [whole_count] */
    int whole_count;
    void (*act)(struct rank_state *self); /* between join and leave */
    int ordinal;                          /* of the device */
    custub_device *device;
    moe_kernels kernels;
    moe_ranks *ranks;
    CUstream stream;
    custub_error error;
    custub_error late; /* of work after the error */
    char fault[200];
} rank_state;

/* Freeing memory waits for all work of the device, which ranks share on the CPU driver. So ranks
 * wait for each other before they free memory, and before they go on. */
extern pthread_barrier_t all_here;

/* Joins, acts, and leaves. */
void rank_run(rank_state *s);

/* An act: runs each layer twice and, if its shape says so, as a graph; and compares the results. */
void run_layers(rank_state *s);

/* Runs ranks 0 to `started` - 1 of `count` with the `act` and the wholes of `model`, and waits
 * until they end. If `shared`, all use device 0. */
void ranks_run(rank_state *states, int count, int started, const rank_state *model, bool shared);

/* Opens the rank's part of a layer. */
device_pass rank_pass_open(rank_state *s, const whole *w);
void device_pass_close(device_pass *p, custub_error *error);

/* Sets all bits of the results. */
void rank_poison(rank_state *s, device_pass *p);

/* Compares the results; describes a difference in `fault`. */
void rank_compare(rank_state *s, const whole *w, device_pass *p);

/* The rank's tokens. */
const char *rank_tokens(const rank_state *s, const whole *w);

#endif
