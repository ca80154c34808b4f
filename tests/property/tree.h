/* tree.h: expressions of contracts as trees, which the test makes, writes as text and evaluates.
 * The test itself parses no text. */
#ifndef PROPERTY_TREE_H
#define PROPERTY_TREE_H

#include "dice.h"
#include "exact.h"

#include <stddef.h>
#include <stdio.h>

typedef enum tree_kind {
    TREE_CONSTANT,
    TREE_NUMBER, /* a scalar parameter, or a field of a struct */
    TREE_GRID,
    TREE_BLOCK,
    TREE_OPERATION
} tree_kind;

typedef struct tree {
    tree_kind kind;
    exact_op op;
    unsigned axis;
    size_t param;           /* whose number it is */
    size_t offset;          /* bytes, in that parameter */
    unsigned type;          /* of the number: scalar_types[type] */
    bool is_constant;       /* the generator folds it to `value` */
    exact value;            /* of what is constant */
    char text[64];          /* of a constant or a number */
    struct tree *left;      /* of an operation */
    struct tree *right;     /* of one with two operands */
    struct tree *otherwise; /* of ?: */
} tree;

/* Owns trees, all of which are freed at once. */
enum { TREE_POOL_ROOM = 1536 };
typedef struct tree_pool {
    tree nodes[TREE_POOL_ROOM];
    size_t count;
} tree_pool;

/* The values with which a tree is evaluated. */
typedef struct tree_values {
    const void *const *params; /* where each parameter's value lies */
    const uint64_t *grid;      /* three numbers, or null if trees may not name them */
    const uint64_t *block;
} tree_values;

/* What random trees are made from. leaf() fills a node that is a constant or a number. */
typedef struct tree_material {
    tree_pool *pool;
    dice *chance;
    void (*leaf)(const struct tree_material *material, tree *out);
    const void *context; /* for leaf() */
    bool grid, block;    /* whether trees may name gridDim and blockDim */
} tree_material;

tree *tree_new(tree_pool *pool);

/* Null if the generator refuses such an operation: a division by a constant zero, say. */
tree *tree_operation(tree_pool *pool, exact_op op, tree *left, tree *right);
tree *tree_conditional(tree_pool *pool, tree *condition, tree *chosen, tree *otherwise);
tree *tree_constant(tree_pool *pool, uint64_t value);
tree *tree_dimension(tree_pool *pool, tree_kind kind, unsigned axis);
tree *tree_leaf(const tree_material *material);

/* A random tree of at most this height. */
tree *tree_random(const tree_material *material, unsigned height);

void tree_print(FILE *out, const tree *at, dice *chance);
exact tree_value(const tree *at, const tree_values *values);
bool tree_names_shape(const tree *at);

/* A subtree to try in its place, by index from 0; null past the last. */
tree *tree_part(tree *at, size_t index);

#endif
