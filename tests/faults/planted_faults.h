/* planted_faults.h: a table of wrong launches for test_planted.c. Each row has the kernel (of
 * planted.cu), what is wrong, the status of the refusal, the words that its message must contain,
 * separated by bars, and the launch. The launches use names of test_planted.c: K the loaded
 * kernels, L the launch, E the error record, `x` and `y` views of COUNT floats each, `pool` one of
 * POOL floats.
 *
 * FAULT(kernel, fault, status, words, launch)
 */

/* --- Counts: what the view says -------------------------------------------------------------- */
FAULT(axpy, "the view is one element short", COUNT_TOO_SMALL,
      "'y' has a count of 999 floats|needs n = 1000 floats (4000 bytes)",
      launch_axpy(K, L, COUNT, 2, x, part(y, 0, COUNT - 1), E))
FAULT(axpy, "the view is empty", COUNT_TOO_SMALL, "'x' has a count of 0 floats",
      launch_axpy(K, L, COUNT, 2, part(x, 0, 0), y, E))
FAULT(axpy, "bytes are given for elements: n is four times too large", COUNT_TOO_SMALL,
      "'x' has a count of 1000 floats|needs n = 4000 floats",
      launch_axpy(K, L, COUNT * sizeof(float), 2, x, y, E))
FAULT(axpy, "n is a negative number made unsigned", COVERAGE, "needs n = 18446744073709551615",
      (shape(4, 256), launch_axpy(K, L, (size_t)-1, 2, x, y, E)))
FAULT(fill, "the pitch leads past the end of the view", COUNT_TOO_SMALL,
      "'image' has a count of 4096 floats|needs (rows - 1) * pitch + columns = 12610",
      launch_fill(K, L, 64, 10, 200, 1, pool, E))
FAULT(volume, "three dimensions, of which the view covers two", COUNT_TOO_SMALL,
      "'voxels'|needs width * height * depth = 4096",
      launch_volume(K, L, 16, 16, 16, 1, part(pool, 0, 256), E))
FAULT(volume, "the product of three ints passes 2^32", COUNT_TOO_SMALL,
      "'voxels'|width * height * depth = 4398046511104",
      launch_volume(K, L, 1u << 20, 1u << 11, 1u << 11, 1, pool, E))
FAULT(sums, "as many sums as elements of a block, not one per block", COUNT_TOO_SMALL,
      "'sum' has a count of 3 floats|needs gridDim.x = 4",
      (shape(4, 256), launch_sums(K, L, COUNT, x, part(y, 0, 3), E)))
FAULT(clear, "the pitch is in elements, the view in bytes", COUNT_TOO_SMALL,
      "'image' has a count of 400 bytes|l.rows * l.pitch = 4000",
      launch_clear(K, L, layout(10, 100, 400), custub_bytes_view_of(pool.ptr, 400), E))
FAULT(masked, "a bit too many in the mask", COUNT_TOO_SMALL, "'x'|(n & mask) | 1 = 2049",
      (shape(1, 1), launch_masked(K, L, 2048, 2048, x, E)))
FAULT(shifted, "shifted once too far", COUNT_TOO_SMALL, "'x'|n << by = 2000",
      (shape(1, 1), launch_shifted(K, L, COUNT, 1, x, E)))
FAULT(quotient, "rounded up, not down", COUNT_TOO_SMALL,
      "'x' has a count of 333|ceil_div(n, d) = 334",
      (shape(1, 1), launch_quotient(K, L, COUNT, 3, part(x, 0, 333), E)))
FAULT(widths, "six widths of integers add up to one too many", COUNT_TOO_SMALL,
      "'x' has a count of 1000|= 1001",
      (shape(1, 1), launch_widths(K, L, -100, 200, -200, 1000, 100, true, x, E)))
FAULT(biased, "a bias that is not null is too short", COUNT_TOO_SMALL, "'bias' has a count of 10",
      launch_biased(K, L, COUNT, y, part(x, 0, 10), E))
FAULT(interleaved, "odd elements need one more than the view has", COUNT_TOO_SMALL,
      "'to' has a count of 998|max(2 * n - 1, 0) = 999",
      launch_interleaved(K, L, 500, pool, part(pool, 1, 998), E))

/* --- Addresses: what the driver knows -------------------------------------------------------- */
FAULT(axpy, "the allocation is one element short, the count is unknown", BUFFER_TOO_SMALL,
      "'y' has 3996 bytes at this address|needs n = 1000 floats (4000 bytes)",
      launch_axpy(K, L, COUNT, 2, x, without_count(part(y, 1, 0)), E))
FAULT(axpy, "the view is larger than the allocation", BUFFER_TOO_SMALL,
      "'x' has 4000 bytes at this address|needs n = 1001",
      launch_axpy(K, L, COUNT + 1, 2, part(x, 0, COUNT + 1), part(pool, 0, COUNT + 1), E))
FAULT(twice, "the last element of an allocation, taken for its first", BUFFER_TOO_SMALL,
      "'in' has 4 bytes at this address",
      launch_twice(K, L, COUNT, part(x, COUNT - 1, COUNT), y, E))
FAULT(plain, "no contract, and the view is larger than the allocation", BUFFER_TOO_SMALL,
      "'out'|4000 bytes at this address",
      (shape(1, 1),
       launch_plain(K, L, 1, custub_f64_view_of(x.ptr, 500), custub_f64_view_of(y.ptr, 501), E)))
FAULT(plain, "no contract, and the address was freed", UNKNOWN_ADDRESS,
      "'in' is at 0x|the driver does not know",
      (shape(1, 1),
       launch_plain(K, L, 1, custub_f64_view_of(freed(), 1), custub_f64_view_of(y.ptr, 1), E)))
FAULT(twice, "freed, and an unknown count", UNKNOWN_ADDRESS,
      "'out' is at 0x|the driver does not know|n = 1000 floats",
      launch_twice(K, L, COUNT, x, custub_f32_view_of(freed(), CUSTUB_COUNT_UNKNOWN), E))
FAULT(biased, "or null, and freed", UNKNOWN_ADDRESS, "'bias' is at 0x|the driver does not know",
      launch_biased(K, L, COUNT, y, custub_f32_view_of(freed(), COUNT), E))
FAULT(twice, "a small number where an address should be", UNKNOWN_ADDRESS,
      "'in' is at 0x40,|the driver does not know",
      launch_twice(K, L, COUNT, custub_f32_view_of(64, COUNT), y, E))
FAULT(axpy, "the source is null", NULL_POINTER, "'x' is null|n = 1000 floats",
      launch_axpy(K, L, COUNT, 2, custub_f32_view_of(0, 0), y, E))
FAULT(clear, "bytes at null", NULL_POINTER, "'image' is null|l.rows * l.pitch = 4000",
      launch_clear(K, L, layout(10, 100, 400), custub_bytes_view_of(0, 4000), E))
FAULT(biased, "null where the other may be null", NULL_POINTER, "'out' is null",
      launch_biased(K, L, COUNT, custub_f32_view_of(0, COUNT), x, E))

/* --- Alignment ------------------------------------------------------------------------------- */
FAULT(axpy, "two bytes off", MISALIGNED, "'x' is at 0x|a multiple of 4",
      launch_axpy(K, L, COUNT - 1, 2, custub_f32_view_of(x.ptr + 2, COUNT - 1), y, E))
FAULT(quads, "four bytes off where sixteen are needed", MISALIGNED,
      "'in' is at 0x|a multiple of 16 by its CUSTUB_ALIGNED",
      launch_quads(K, L, 96, part(x, 1, 96), y, E))
FAULT(quads, "eight bytes off, in what is written", MISALIGNED, "'out' is at 0x|a multiple of 16",
      launch_quads(K, L, 96, x, part(y, 2, 96), E))
FAULT(page, "no size is known, and the alignment is wrong", MISALIGNED,
      "'pages' is at 0x|a multiple of 256 by its CUSTUB_ALIGNED",
      (shape(1, 1), launch_page(K, L, custub_u32_view_of(pool.ptr + 128, CUSTUB_COUNT_UNKNOWN), E)))
FAULT(plain, "no contract: floats passed on as doubles, four bytes off", MISALIGNED,
      "'in' is at 0x|a multiple of 8",
      (shape(1, 1),
       launch_plain(K, L, 1, custub_f64_view_of(x.ptr + 4, 1), custub_f64_view_of(y.ptr, 1), E)))

/* --- Overlap --------------------------------------------------------------------------------- */
FAULT(axpy, "in place where restrict forbids it", OVERLAP,
      "'y' (4000 bytes at 0x|overlaps 'x'|by 4000 bytes|__restrict__",
      launch_axpy(K, L, COUNT, 2, y, y, E))
FAULT(axpy, "one element in common", OVERLAP, "'y' (400 bytes|by 4 bytes",
      launch_axpy(K, L, 100, 2, part(pool, 0, 100), part(pool, 99, 100), E))
FAULT(transpose, "the target lies within the source", OVERLAP, "'out' (1024 bytes|by 1000 bytes",
      launch_transpose(K, L, 16, part(pool, 0, 256), part(pool, 6, 256), E))
FAULT(reverse, "in place, which CUSTUB_DISJOINT forbids", OVERLAP,
      "overlaps 'in'|by 4000 bytes|'out' CUSTUB_DISJOINT(in)", launch_reverse(K, L, COUNT, y, y, E))
FAULT(reverse, "half of each in common, with unknown counts", OVERLAP,
      "overlaps 'in'|by 2000 bytes|CUSTUB_DISJOINT",
      launch_reverse(K, L, COUNT, without_count(part(pool, 500, 0)), without_count(pool), E))
FAULT(halve, "one element further on, where only the same address is legal", OVERLAP,
      "'out' (3996 bytes at 0x|overlaps 'in'|by 3992 bytes|'out' CUSTUB_SAME_OR_DISJOINT(in)",
      launch_halve(K, L, 999, part(y, 0, 999), part(y, 1, 999), E))
FAULT(halve, "one element before it", OVERLAP, "by 3992 bytes|CUSTUB_SAME_OR_DISJOINT",
      launch_halve(K, L, 999, part(y, 1, 999), part(y, 0, 999), E))

/* --- The shape ------------------------------------------------------------------------------- */
FAULT(axpy, "the grid is rounded down", COVERAGE,
      "grid 3 x block 256 covers 768 threads in x|n = 1000",
      (shape(COUNT / 256, 256), launch_axpy(K, L, COUNT, 2, x, y, E)))
FAULT(fill, "enough threads in all, too few in y", COVERAGE,
      "grid 16x1 x block 16x16 covers 16 threads in y|rows = 32",
      (shape2(16, 1, 16, 16), launch_fill(K, L, 32, 100, 100, 1, pool, E)))
FAULT(volume, "too few in z", COVERAGE, "covers 2 threads in z|depth = 16",
      (shape3(2, 2, 2, 8, 8, 1), launch_volume(K, L, 16, 16, 16, 1, pool, E)))
FAULT(axpy, "a second dimension would add twice", DIMENSIONS, "has 2 dimensions, the kernel uses 1",
      (shape2(4, 1, 256, 2), launch_axpy(K, L, COUNT, 2, x, y, E)))
FAULT(fill, "a third dimension", DIMENSIONS, "has 3 dimensions, the kernel uses 2",
      (shape3(2, 2, 2, 16, 16, 1), launch_fill(K, L, 32, 32, 32, 1, pool, E)))
FAULT(axpy, "a grid that was computed as 0", EMPTY_SHAPE, "grid 0 x block 256 is empty",
      (shape(0, 256), launch_axpy(K, L, COUNT, 2, x, y, E)))
FAULT(fill, "a block that was computed as 0 in y", EMPTY_SHAPE, "block 16x0|is empty",
      (shape2(4, 4, 16, 0), launch_fill(K, L, 32, 32, 32, 1, pool, E)))
FAULT(axpy, "a block of no threads, and a grid that would follow from it", EMPTY_SHAPE, "is empty",
      (L->block = custub_block(0, 1, 1), launch_axpy(K, L, COUNT, 2, x, y, E)))
FAULT(fill, "a block over the launch bounds", LAUNCH_BOUNDS,
      "block 32x16 has 512 threads, the kernel's limit is 256 by its __launch_bounds__",
      (shape2(1, 2, 32, 16), launch_fill(K, L, 32, 32, 32, 1, pool, E)))
FAULT(axpy, "a block over what any device has", BLOCK_LIMIT,
      "block 2048 has 2048 threads in x, the device's limit is 1024",
      (shape(1, 2048), launch_axpy(K, L, COUNT, 2, x, y, E)))
FAULT(fill, "a block that is only too large as a product", BLOCK_LIMIT,
      "block 64x32 has 2048 threads, the device's limit is 1024",
      (shape2(1, 1, 64, 32), launch_fill(K, L, 32, 32, 32, 1, pool, E)))
FAULT(fill, "more than 65535 blocks in y", GRID_LIMIT,
      "has 70000 blocks in y, the device's limit is 65535",
      (shape2(1, 70000, 32, 1), launch_fill(K, L, 32, 32, 32, 1, pool, E)))
FAULT(axpy, "2^31 blocks, given", GRID_LIMIT,
      "has 2147483648 blocks in x, the device's limit is 2147483647",
      (shape(UINT64_C(1) << 31, 32), launch_axpy(K, L, COUNT, 2, x, y, E)))
FAULT(axpy, "2^40 blocks, computed from n: no wrap to 0", GRID_LIMIT,
      "has 1099511627776 blocks in x",
      (L->block = custub_block(32, 1, 1), launch_axpy(K, L, (size_t)1 << 45, 2, x, y, E)))
FAULT(transpose, "a block that is not the kernel's own", BLOCK_MISMATCH,
      "block 32x8 has 32 threads in x, the kernel needs exactly 16",
      (shape2(2, 2, 32, 8), launch_transpose(K, L, 16, x, y, E)))
FAULT(transpose, "the kernel's block, but flat", BLOCK_MISMATCH,
      "block 16 has 1 threads in y, the kernel needs exactly 16",
      (shape(1, 16), launch_transpose(K, L, 16, x, y, E)))
FAULT(plain, "no grid, and no CUSTUB_THREADS to compute it from", SHAPE_UNKNOWN,
      "the launch gives no grid",
      launch_plain(K, L, 1, custub_f64_view_of(x.ptr, 1), custub_f64_view_of(y.ptr, 1), E))
FAULT(plain, "only a block", SHAPE_UNKNOWN, "the launch gives no grid",
      (L->block = custub_block(32, 1, 1),
       launch_plain(K, L, 1, custub_f64_view_of(x.ptr, 1), custub_f64_view_of(y.ptr, 1), E)))
FAULT(axpy, "a grid that clusters do not divide", CLUSTER,
      "has 5 blocks in x, not a multiple of the cluster's 2",
      (shape(5, 256), L->cluster = custub_dim3_of(2, 1, 1), launch_axpy(K, L, COUNT, 2, x, y, E)))
FAULT(axpy, "a cluster of no blocks", CLUSTER, "cluster|is empty",
      (shape(4, 256), L->cluster = custub_dim3_of(2, 0, 1), launch_axpy(K, L, COUNT, 2, x, y, E)))
FAULT(together, "a cooperative grid that no device holds at once", COOPERATIVE, "cooperative",
      (shape(1000000, 256), launch_together(K, L, COUNT, 1, y, E)))

/* --- Shared memory --------------------------------------------------------------------------- */
FAULT(sums, "explicitly no dynamic shared memory", SHARED_TOO_SMALL,
      "gives 0 bytes of dynamic shared memory|blockDim.x * sizeof(float) = 1024 bytes",
      (shape(4, 256), L->shared = CUSTUB_SHARED_NONE, launch_sums(K, L, COUNT, x, y, E)))
FAULT(sums, "one byte too little", SHARED_TOO_SMALL, "gives 1023 bytes|= 1024 bytes",
      (shape(4, 256), L->shared = 1023, launch_sums(K, L, COUNT, x, y, E)))
FAULT(sums, "more than any device has", SHARED_LIMIT, "1073741824 bytes of dynamic shared memory",
      (shape(4, 256), L->shared = 1u << 30, launch_sums(K, L, COUNT, x, y, E)))
FAULT(sums, "a size of more than 32 bits", SHARED_LIMIT,
      "4294968320 bytes of dynamic shared memory",
      (shape(4, 256), L->shared = (UINT64_C(1) << 32) + 1024, launch_sums(K, L, COUNT, x, y, E)))
FAULT(unsized, "dynamic shared memory of unknown size", SHARED_UNKNOWN, "set the launch's shared",
      launch_unsized(K, L, COUNT, y, E))

/* --- Conditions ------------------------------------------------------------------------------ */
FAULT(quads, "no multiple of four", REQUIRES,
      "quads: n % LANES == 0 does not hold: 1 == 0 for n = 97 [", launch_quads(K, L, 97, x, y, E))
FAULT(fill, "the pitch is smaller than a row", REQUIRES,
      "fill: pitch >= columns does not hold: 31 >= 32 [", launch_fill(K, L, 32, 32, 31, 1, pool, E))
FAULT(sums, "a block that is no power of two", REQUIRES,
      "sums: is_pow2(blockDim.x) does not hold for grid 11 x block 96 [",
      (shape(11, 96), launch_sums(K, L, COUNT, x, y, E)))
FAULT(before, "more threads than the kernel allows", REQUIRES,
      "gridDim.x * blockDim.x <= 64 does not hold: 128 <= 64",
      (shape(2, 64), launch_before(K, L, 10, x, E)))
FAULT(clear, "a field of an array in a struct", REQUIRES,
      "l.strides[1] == sizeof(float) does not hold: 8 == 4",
      launch_clear(K, L, layout_of(10, 100, 400, 8), custub_bytes_view_of(pool.ptr, 4000), E))
FAULT(guarded, "no multiple of the divisor", REQUIRES,
      "d == 0 || n % d == 0 does not hold for d = 3, n = 10",
      (shape(1, 1), launch_guarded(K, L, 10, 3, x, E)))

/* --- Expressions without a value, or a negative one ------------------------------------------ */
FAULT(before, "an unsigned 0 less 1", NOT_COMPUTABLE,
      "'x' needs n - 1 = -1 elements, which is negative|n = 0",
      (shape(1, 1), launch_before(K, L, 0, x, E)))
FAULT(quotient, "a division by zero", NOT_COMPUTABLE,
      "'x' needs ceil_div(n, d) elements, which has no value|n = 10, d = 0",
      (shape(1, 1), launch_quotient(K, L, 10, 0, x, E)))
FAULT(quotient, "a negative quotient", NOT_COMPUTABLE,
      "= -5 elements, which is negative|n = 10, d = -2",
      (shape(1, 1), launch_quotient(K, L, 10, -2, x, E)))
FAULT(product, "2^32 times 2^32 does not become 0", NOT_COMPUTABLE,
      "'x' needs a * b elements, which has no value|a = 4294967296, b = 4294967296",
      (shape(1, 1), launch_product(K, L, UINT64_C(1) << 32, UINT64_C(1) << 32, x, E)))
FAULT(product, "2^62 elements of four bytes do not become 0 bytes", NOT_COMPUTABLE,
      "'x' needs a * b = 4611686018427387904 elements of 4 bytes, more than 64 bits can count",
      (shape(1, 1), launch_product(K, L, UINT64_C(1) << 31, UINT64_C(1) << 31, x, E)))
FAULT(shifted, "shifted out of 64 bits", NOT_COMPUTABLE,
      "n << by elements, which has no value|n = 1, by = 64",
      (shape(1, 1), launch_shifted(K, L, 1, 64, x, E)))
FAULT(shifted, "shifted by a negative number", NOT_COMPUTABLE,
      "which has no value|n = 1000, by = -1", (shape(1, 1), launch_shifted(K, L, COUNT, -1, x, E)))
FAULT(masked, "the bits of a negative number", NOT_COMPUTABLE,
      "which has no value|n = -1, mask = 15", (shape(1, 1), launch_masked(K, L, -1, 15, x, E)))
FAULT(widths, "a sum of six widths below zero", NOT_COMPUTABLE,
      "= -32896 elements, which is negative|a = -128, b = 0, c = -32768",
      (shape(1, 1), launch_widths(K, L, -128, 0, -32768, 0, 0, false, x, E)))
FAULT(widths, "a sum that leaves 64 bits on the way", NOT_COMPUTABLE,
      "which has no value|e = -9223372036854775808",
      (shape(1, 1), launch_widths(K, L, -1, 0, 0, 0, INT64_MIN, false, x, E)))
FAULT(fill, "a negative number of rows", NOT_COMPUTABLE,
      "needs rows = -1 threads, which is negative", launch_fill(K, L, -1, 32, 32, 1, pool, E))
FAULT(twice, "a negative n", NOT_COMPUTABLE, "needs n = -5|which is negative",
      (shape(1, 32), launch_twice(K, L, -5, x, y, E)))
FAULT(clear, "a negative pitch in a struct", NOT_COMPUTABLE,
      "= -4000 bytes, which is negative|for l.rows = 10, l.pitch = -400",
      launch_clear(K, L, layout(10, 100, -400), custub_bytes_view_of(pool.ptr, 4000), E))

/* --- Invalid launch structs ------------------------------------------------------------------ */
FAULT(axpy, "the launch was not initialized", INVALID_ARGUMENT, "custub_launch_default()",
      (L->reserved[2] = 1, launch_axpy(K, L, COUNT, 2, x, y, E)))
FAULT(axpy, "a level of checks that does not exist", INVALID_ARGUMENT, "its check is 9",
      (L->check = (custub_check)9, launch_axpy(K, L, COUNT, 2, x, y, E)))
FAULT(axpy, "launch attributes at a null address", INVALID_ARGUMENT,
      "1 launch attributes at a null address",
      (L->attribute_count = 1, launch_axpy(K, L, COUNT, 2, x, y, E)))
FAULT(axpy, "the kernels were unloaded", KERNEL_ABSENT, "it was unloaded",
      launch_axpy(unloaded(), L, COUNT, 2, x, y, E))

/* --- At the contract level, which does not ask the driver ------------------------------------ */
FAULT(axpy, "a short view, at the contract level", COUNT_TOO_SMALL, "'x' has a count of 999 floats",
      (L->check = CUSTUB_CHECK_CONTRACT, launch_axpy(K, L, COUNT, 2, part(x, 0, COUNT - 1), y, E)))
FAULT(reverse, "disjoint buffers that overlap, at the contract level", OVERLAP,
      "CUSTUB_DISJOINT(in)",
      (L->check = CUSTUB_CHECK_CONTRACT, shape(4, 256), launch_reverse(K, L, COUNT, y, y, E)))
FAULT(quads, "a wrong alignment, at the contract level", MISALIGNED, "by its CUSTUB_ALIGNED",
      (L->check = CUSTUB_CHECK_CONTRACT, shape(1, 32),
       launch_quads(K, L, 96, part(x, 3, 96), y, E)))

/* --- Tensor maps ----------------------------------------------------------------------------- */
#define MAP(ptr, count, rows, of) launch_mapped(K, L, of, 16, 5, map_of(ptr, count, rows), y, E)
FAULT(mapped, "the map has a row less", REQUIRES,
      "map.sizes[0] == rows does not hold: 15 == 16|[planted.cu:",
      (shape(1, 1), MAP(x.ptr, COUNT, 15, 16)))
FAULT(mapped, "the map has a row more", REQUIRES, "map.sizes[0] == rows does not hold: 16 == 15",
      (shape(1, 1), MAP(x.ptr, COUNT, 16, 15)))
FAULT(mapped, "a dimension too many", REQUIRES, "map.rank == 2 does not hold: 3 == 2",
      (shape(1, 1),
       launch_mapped(K, L, 16, 16, 5, changed(map_of(x.ptr, COUNT, 16), 3, 8, CUSTUB_SCALAR_F32), y,
                     E)))
FAULT(mapped, "boxes of another size", REQUIRES, "map.box[0] == 8 does not hold: 16 == 8",
      (shape(1, 1),
       launch_mapped(K, L, 16, 16, 5, changed(map_of(x.ptr, COUNT, 16), 2, 16, CUSTUB_SCALAR_F32),
                     y, E)))
FAULT(mapped, "elements of another type", REQUIRES,
      "map.element == float does not hold: its elements are int32_t",
      (shape(1, 1),
       launch_mapped(K, L, 16, 16, 5, changed(map_of(x.ptr, COUNT, 16), 2, 8, CUSTUB_SCALAR_I32), y,
                     E)))
FAULT(mapped, "a map that was never made", NULL_POINTER, "'map' is no tensor map",
      launch_mapped(K, L, 16, 16, 5, (custub_tensor_map){.rank = 0}, y, E))
FAULT(mapped, "the map's memory was freed", UNKNOWN_ADDRESS,
      "'map' is at 0x|the driver does not know|the tensor map describes 1024 bytes",
      (shape(1, 1), MAP(freed(), CUSTUB_COUNT_UNKNOWN, 16, 16)))
FAULT(mapped, "the map's memory is smaller than the map", BUFFER_TOO_SMALL,
      "'map' has 4000 bytes at this address|the tensor map describes 4032 bytes",
      (shape(1, 1), MAP(x.ptr, CUSTUB_COUNT_UNKNOWN, 63, 63)))

/* --- A contract apart from its kernel ----------------------------------------------------------
 */
FAULT(blend, "a short view, by the name that the contract gives it", COUNT_TOO_SMALL,
      "'from' has a count of 999 floats|needs n = 1000 floats|[vendor.cuh:5]",
      launch_blend(K, L, COUNT, 1, part(x, 0, COUNT - 1), y, E))
FAULT(blend, "in place, which the original's restrict forbids", OVERLAP, "'onto'|overlaps 'from'",
      launch_blend(K, L, COUNT, 1, y, y, E))
FAULT(blend, "four bytes off", MISALIGNED, "'onto' is at 0x|a multiple of 8 by its CUSTUB_ALIGNED",
      launch_blend(K, L, 10, 1, x, part(y, 1, 10), E))
FAULT(blend, "more than the contract allows", REQUIRES,
      "n <= 1 << 20 does not hold: 1048577 <= 1048576 [vendor.cuh:4]",
      launch_blend(K, L, (1 << 20) + 1, 1, x, y, E))
