/* product_tiles.h: the tiles of the products on Hopper, for their kernels and for the function that
 * chooses one. It is not for programs.
 *
 * X(name, rows, columns, part, stages, cluster, step, rest): the numbers of hopper::tile,
 * and how long a block takes, in nanoseconds of an H200: for 64 elements of k, and besides. A
 * tile's name is its rows by columns. */
#ifndef PRODUCT_TILES_H
#define PRODUCT_TILES_H

#define PRODUCT_TILES(X)                                                                           \
    X(256x128, 256, 128, 128, 4, 1, 640, 1500)                                                     \
    X(128x128, 128, 128, 128, 6, 1, 340, 1500)                                                     \
    X(128x128_split2, 128, 128, 128, 6, 2, 340, 3500)                                              \
    X(128x64_split4, 128, 64, 64, 8, 2, 240, 3000)                                                 \
    X(64x128, 64, 128, 128, 8, 1, 250, 1500)                                                       \
    X(64x64_split4, 64, 64, 64, 12, 2, 200, 3000)                                                  \
    X(16x128, 16, 128, 128, 10, 1, 180, 1500)                                                      \
    X(16x64_split2, 16, 64, 64, 16, 1, 110, 2000)

#endif
