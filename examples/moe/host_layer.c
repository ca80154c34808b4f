#include "host_layer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double dot(const custub_half *a, const custub_half *b, int count)
{
    double sum = 0;

    for (int i = 0; i < count; i++)
        sum += (double)custub_half_to_float(a[i]) * (double)custub_half_to_float(b[i]);
    return sum;
}

/* Adds `weight` times the result of one expert. Rounds h to half, as the kernels do. */
static void add_expert(const host_layer *layer, int expert, double weight, const custub_half *x,
                       custub_half *h, double *out)
{
    const size_t hidden = (size_t)layer->hidden, inner = (size_t)layer->inner;
    const size_t first = (size_t)expert * inner * hidden; /* the expert's part of a matrix */

    for (size_t i = 0; i < inner; i++) {
        const double gate = dot(x, layer->gate + first + i * hidden, layer->hidden);
        const double up = dot(x, layer->up + first + i * hidden, layer->hidden);
        h[i] = custub_half_of((float)(gate / (1 + exp(-gate)) * up));
    }
    for (size_t i = 0; i < hidden; i++)
        out[i] += weight * dot(h, layer->down + first + i * inner, layer->inner);
}

/* The `top` experts with the highest scores; their weights add up to 1. */
static void choose(const host_layer *layer, const custub_half *x, double *scores, int *experts,
                   double *weights)
{
    double total = 0;

    for (int e = 0; e < layer->experts; e++)
        scores[e] = dot(x, layer->router + (size_t)e * (size_t)layer->hidden, layer->hidden);
    for (int i = 0; i < layer->top; i++) {
        experts[i] = 0;
        for (int e = 1; e < layer->experts; e++)
            if (scores[e] > scores[experts[i]])
                experts[i] = e;
        weights[i] = exp(scores[experts[i]]);
        total += weights[i];
        scores[experts[i]] = -INFINITY; /* taken */
    }
    for (int i = 0; i < layer->top; i++)
        weights[i] /= total;
}

bool host_layer_run(const host_layer *layer, const custub_half *x, double *out)
{
    double *scores = malloc((size_t)layer->experts * sizeof(*scores));
    custub_half *h = malloc((size_t)layer->inner * sizeof(*h));
    const bool has_memory = scores && h;
    int experts[16];
    double weights[16];

    if (has_memory) {
        choose(layer, x, scores, experts, weights);
        memset(out, 0, (size_t)layer->hidden * sizeof(*out));
        for (int i = 0; i < layer->top; i++)
            add_expert(layer, experts[i], weights[i], x, h, out);
    }
    free(scores);
    free(h);
    return has_memory;
}
