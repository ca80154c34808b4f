/* product_tiles.h: the tiles of the products on Hopper, for their kernels and for the function that
 * chooses one. It is not for programs.
 *
 * X(name, rows, columns, part, stages, cluster, resident, step, rest): the numbers of hopper::tile,
 * and how long a block takes, in nanoseconds of an H200: for 64 elements of k, and besides. A
 * tile's name is its rows by columns. */
#ifndef PRODUCT_TILES_H
#define PRODUCT_TILES_H

#define PRODUCT_TILES(X)                                                                           \
    X(256x128, 256, 128, 128, 4, 1, 1, 630, 4500)                                                  \
    X(128x192_split2, 128, 192, 64, 5, 1, 1, 540, 3000)                                            \
    X(128x128, 128, 128, 128, 6, 1, 1, 330, 3100)                                                  \
    X(128x128_split2, 128, 128, 128, 6, 2, 1, 450, 2300)                                           \
    X(128x64_split4, 128, 64, 64, 8, 2, 1, 260, 5800)                                              \
    X(64x128, 64, 128, 128, 8, 1, 1, 240, 1900)                                                    \
    X(64x128_split2, 64, 128, 128, 8, 2, 1, 220, 8600)                                             \
    X(16x128, 16, 128, 128, 5, 1, 2, 340, 4200)                                                    \
    X(16x64_split4, 16, 64, 64, 10, 2, 2, 290, 800)

#endif
