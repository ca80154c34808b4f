/* planted_valid.h: a table like planted_faults.h of launches that look wrong but are right. Each
 * has to succeed and to compute the right results.
 *
 * VALID(kernel, what looks wrong, a condition on the memory afterwards, launch)
 */

VALID(axpy, "nothing to do, at null", holds(y, 0, 1),
      launch_axpy(K, L, 0, 2, custub_f32_view_of(0, 0), custub_f32_view_of(0, 0), E))
VALID(axpy, "nothing to do, at invalid addresses", holds(y, 0, 1),
      launch_axpy(K, L, 0, 2, custub_f32_view_of(2, 0), custub_f32_view_of(3, 0), E))
VALID(axpy, "nothing to do, on one buffer", holds(y, 0, 1), launch_axpy(K, L, 0, 2, y, y, E))
VALID(axpy, "no launch given", holds(y, 999, 1999), launch_axpy(K, NULL, COUNT, 2, x, y, E))
VALID(axpy, "both views are larger than n", holds(y, 9, 19) && holds(y, 10, 1),
      launch_axpy(K, L, 10, 2, x, y, E))
VALID(axpy, "unknown counts", holds(y, 999, 1999),
      launch_axpy(K, L, COUNT, 2, without_count(x), without_count(y), E))
VALID(axpy, "the middle of an allocation, to its end", holds(y, 999, 1999) && holds(y, 499, 1),
      launch_axpy(K, L, 500, 2, without_count(part(x, 500, 0)), without_count(part(y, 500, 0)), E))
VALID(axpy, "two parts of one allocation, side by side",
      holds(pool, 100, 100 + 2 * 0) && holds(pool, 199, 199 + 2 * 99),
      launch_axpy(K, L, 100, 2, part(pool, 0, 100), part(pool, 100, 100), E))
VALID(axpy, "views that overlap where they are not needed",
      holds(pool, 20, 20) && holds(pool, 29, 29 + 2 * 9),
      launch_axpy(K, L, 10, 2, part(pool, 0, 1000), part(pool, 20, 1000), E))
VALID(axpy, "far more threads than elements", holds(y, 999, 1999),
      (shape(4000, 1024), launch_axpy(K, L, COUNT, 2, x, y, E)))
VALID(axpy, "y and z of the shape left at zero", holds(y, 999, 1999),
      (L->grid.x = 4, L->block.x = 256, launch_axpy(K, L, COUNT, 2, x, y, E)))
VALID(axpy, "clusters of one block", holds(y, 999, 1999),
      (shape(5, 256), L->cluster = custub_dim3_of(1, 1, 1), launch_axpy(K, L, COUNT, 2, x, y, E)))
VALID(axpy, "shared memory that the kernel does not use", holds(y, 999, 1999),
      (L->shared = 1024, launch_axpy(K, L, COUNT, 2, x, y, E)))
VALID(twice, "in place, without restrict", holds(y, 0, 2) && holds(y, 999, 2),
      launch_twice(K, L, COUNT, y, y, E))
VALID(twice, "overlapping by half, without restrict", holds(pool, 500, 0) && holds(pool, 999, 998),
      launch_twice(K, L, COUNT, part(pool, 0, COUNT), part(pool, 500, COUNT), E))
VALID(halve, "in place, where only the same address may overlap",
      holds(y, 0, 0.5f) && holds(y, 999, 0.5f), launch_halve(K, L, COUNT, y, y, E))
VALID(halve, "side by side in one allocation", holds(pool, 500, 0) && holds(pool, 999, 249.5f),
      launch_halve(K, L, 500, part(pool, 0, 500), part(pool, 500, 500), E))
VALID(reverse, "disjoint halves of one allocation", holds(pool, 1000, 999) && holds(pool, 1999, 0),
      launch_reverse(K, L, COUNT, part(pool, 0, COUNT), part(pool, COUNT, COUNT), E))
VALID(interleaved, "interleaved restrict views",
      holds(pool, 1, 0) && holds(pool, 999, -998) && holds(pool, 998, 998),
      launch_interleaved(K, L, 500, pool, without_count(part(pool, 1, 0)), E))
VALID(quads, "aligned, in the middle of an allocation", holds(y, 4, 9) && holds(y, 99, 104),
      launch_quads(K, L, 96, part(x, 8, 96), part(y, 4, 96), E))
VALID(quads, "nothing to do, and misaligned", holds(y, 1, 1),
      launch_quads(K, L, 0, part(x, 1, 10), part(y, 1, 10), E))
VALID(fill, "the last row ends before its pitch",
      holds(pool, 9 * 100 + 9, 5) && holds(pool, 9 * 100 + 10, 910),
      launch_fill(K, L, 10, 10, 100, 5, part(pool, 0, 910), E))
VALID(volume, "three dimensions, one of them flat", holds(pool, 255, 6) && holds(pool, 256, 256),
      launch_volume(K, L, 16, 16, 1, 6, part(pool, 0, 256), E))
VALID(transpose, "a block that is the kernel's own, and a grid that is too large",
      holds(y, 17, 17) && holds(y, 1, 16) && holds(y, 16, 1),
      (shape2(3, 2, 16, 16), launch_transpose(K, L, 16, x, y, E)))
VALID(sums, "more shared memory than needed, above 48 KiB", holds(y, 0, 32640) && holds(y, 4, 1),
      (shape(4, 256), L->shared = 60000, launch_sums(K, L, COUNT, x, y, E)))
VALID(clear, "more rows in memory than are cleared", holds(pool, 99, 0) && holds(pool, 100, 100),
      launch_clear(K, L, layout(1, 100, 400), custub_bytes_view_of(pool.ptr, 4 * POOL), E))
VALID(clear, "bytes of unknown count", holds(pool, 999, 0) && holds(pool, 1000, 1000),
      launch_clear(K, L, layout(10, 100, 400), custub_bytes_view_of(pool.ptr, CUSTUB_COUNT_UNKNOWN),
                   E))
VALID(biased, "null where null is allowed", holds(y, 999, -1),
      launch_biased(K, L, COUNT, y, custub_f32_view_of(0, 0), E))
VALID(biased, "null with a count", holds(y, 999, -1),
      launch_biased(K, L, COUNT, y, custub_f32_view_of(0, COUNT), E))
VALID(strided, "one block for all elements", holds(y, 999, 8),
      (shape(1, 32), launch_strided(K, L, COUNT, 8, y, E)))
VALID(strided, "more threads than elements", holds(y, 9, 8) && holds(y, 10, 1),
      (shape(100, 128), launch_strided(K, L, 10, 8, y, E)))
VALID(unsized, "explicitly no dynamic shared memory", holds(y, 0, 1),
      (L->shared = CUSTUB_SHARED_NONE, launch_unsized(K, L, COUNT, y, E)))
VALID(plain, "null without a contract", holds(y, 0, 1),
      (shape(1, 32), launch_plain(K, L, 4, custub_f64_view_of(0, 0), custub_f64_view_of(0, 9), E)))
VALID(plain, "floats as doubles, and an unknown count",
      holds(y, 0, 4) && holds(y, 1, 5) && holds(y, 2, 1),
      (shape(1, 1), launch_plain(K, L, 1, custub_f64_view_of(x.ptr + 16, 1),
                                 custub_f64_view_of(y.ptr, CUSTUB_COUNT_UNKNOWN), E)))
VALID(before, "a need of one less than n", holds(x, 998, 3),
      (shape(1, 1), launch_before(K, L, COUNT, part(x, 0, COUNT - 1), E)))
VALID(guarded, "a division by zero that || skips", holds(x, 999, 3),
      (shape(1, 1), launch_guarded(K, L, COUNT, 0, x, E)))
VALID(widths, "negative terms of a sum that is not negative", holds(x, 899, 3),
      (shape(1, 1), launch_widths(K, L, -100, 200, -200, 1000, -1, true, part(x, 0, 900), E)))
VALID(masked, "a mask without a bit", holds(x, 0, 3),
      (shape(1, 1), launch_masked(K, L, COUNT, 0, part(x, 0, 1), E)))
VALID(product, "a product that equals the count", holds(x, 999, 3),
      (shape(1, 1), launch_product(K, L, 500, 2, x, E)))
VALID(together, "a cooperative launch of one block", f.unsupported || holds(y, 999, 4),
      unless_unsupported((shape(1, 32), launch_together(K, L, COUNT, 4, y, E))))
VALID(axpy, "nothing is checked, and nothing is wrong", holds(y, 999, 1999),
      (L->check = CUSTUB_CHECK_NONE, launch_axpy(K, L, COUNT, 2, x, y, E)))
VALID(blend, "four bytes off, where only the element's alignment counts", holds(y, 9, 10),
      launch_blend(K, L, 10, 1, part(x, 1, 10), y, E))
VALID(mapped, "a map of a part of the memory", holds(y, 15, 5),
      (shape(1, 1), launch_mapped(K, L, 16, 16, 5, map_of(x.ptr, 256, 16), y, E)))
