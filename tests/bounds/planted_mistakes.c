#include "planted.h"

#define READS(to, at)            .verb = "reads", .pointer = (to), .first = (at), .last = (at)
#define READS_IN(to, from, end)  .verb = "reads", .pointer = (to), .first = (from), .last = (end)
#define WRITES(to, at)           .verb = "writes", .pointer = (to), .first = (at), .last = (at)
#define WRITES_IN(to, from, end) .verb = "writes", .pointer = (to), .first = (from), .last = (end)
#define UPDATES(to, at)          .verb = "atomically updates", .pointer = (to), .first = (at), .last = (at)
#define READS_ANY                .verb = "reads", .place = ANY
#define BY(index)                .has_thread = true, .thread = (index)
#define ROW(row, ...)            {.name = #row, __VA_ARGS__},
#define ROW_OF(row, of, ...)     {.name = #row, .kernel = #of, __VA_ARGS__},

/* clang-format off */
const planted_mistake planted_mistakes[] = {
    /* Either end. */
    ROW(write_past_end, .off = 1, WRITES("out", 1000), BY(999))
    ROW(read_past_end, .off = 1, READS("in", 1000), BY(999))
    ROW(no_guard, .off = 1, WRITES("out", 1000), BY(1000))
    ROW(reversed, .off = 1, WRITES("out", 1000), BY(0))
    ROW(last_turn, .off = 1, .blocks = 2, READS("in", 1000), BY(232))
    ROW(walking_pointer, .off = 1, READS("in", 1000))
    ROW(unrolled, .off = 1, WRITES("out", 1000), BY(125))
    ROW(neighbours, .off = 1, READS("in", 1000), BY(998))
    ROW(condition_of_the_other, .off = 1, READS("in", 1000), BY(999))
    ROW(negative_index_read, .off = 1, READS("in", -1), BY(0))
    ROW(negative_index_write, .off = 1, WRITES("out", -1), BY(0))
    ROW(unsigned_below_zero, .off = 1, READS("in", 4294967295), BY(0))
    ROW(after_a_barrier, .off = 1, WRITES("out", 1000), BY(1000))
    ROW(in_a_switch, .off = 1, WRITES_IN("out", 1004, 1999))
    ROW(after_an_early_return, .off = 9, WRITES("out", 1008), BY(333))

    /* Rows, planes, strides. */
    ROW(row_too_many, .form = GRID, .own_block = true, .off = 1, READS_IN("in", 1000, 1039))
    ROW(rows_for_columns, .form = GRID, .own_block = true, .off = 1, WRITES_IN("out", 1000, 1623))
    ROW(stride, .off = 1, READS_IN("in", 1000, 1998))
    ROW(pitch_in_bytes, .form = PITCHED, .off = 1, READS_IN("in", 1000, 3900))
    ROW(plane_too_many, .form = PLANES, .off = 1, READS_IN("in", 3000, 3999))

    /* The wrong buffer. */
    ROW(wrong_buffer_read, .form = THREE, .writes_all = true, .off = 1, READS_IN("small", 300, 999))
    ROW(wrong_buffer_write, .form = THREE, .writes_all = true, .off = 1, WRITES("small", 301), BY(301))
    ROW(either_of_two, .form = THREE, .writes_all = true, .off = 1, READS_ANY)
    ROW(distance_of_two, .form = THREE, .writes_all = true, .off = 1, READS_ANY)
    ROW(swapped_sizes, .form = THREE, .writes_all = true, .off = 1, WRITES_IN("small", 300, 999))

    /* Numbers. */
    ROW(overflow_of_64_bits, .off = 4611686018427387905, READS("in", 1000), BY(999))
    ROW(far_above, .off = INT64_C(1) << 33, WRITES("out", 8589935092), BY(500))
    ROW(far_below, .off = INT64_C(1) << 33, READS("in", -8589934092), BY(500))
    ROW(overflow_of_int, .off = 3000000, WRITES("out", -1297967296), BY(999))
    ROW(gather, .form = INDEXED, .off = 1000, READS("in", 1000), BY(77))
    ROW_OF(gather_below, gather, .form = INDEXED, .off = -5, READS("in", -5), BY(77))
    ROW_OF(gather_lowest, gather, .form = INDEXED, .off = INT32_MIN, READS("in", INT32_MIN), BY(77))
    ROW_OF(gather_highest, gather, .form = INDEXED, .off = INT32_MAX, READS("in", INT32_MAX), BY(77))
    ROW(gather_scaled, .form = INDEXED, .off = 1001, READS("in", 1000), BY(77))
    ROW(scatter, .form = INDEXED, .off = 1000, WRITES("out", 1000), BY(77))
    ROW_OF(scatter_below, scatter, .form = INDEXED, .off = -1, WRITES("out", -1), BY(77))
    ROW(scatter_add, .form = INDEXED, .off = 1004, UPDATES("out", 1004), BY(77))

    /* Vectors. */
    ROW(misaligned_float4_read, .split = true, .off = 1, .place = MISALIGNED, READS_IN("in", 4, 1988))
    ROW(misaligned_float4_write, .split = true, .off = 2, .place = MISALIGNED, WRITES_IN("out", 8, 1992))
    ROW(misaligned_float2, .split = true, .off = 1, .place = MISALIGNED, READS_IN("in", 4, 1996))
    ROW(misaligned_double, .off = 1, .place = MISALIGNED, WRITES_IN("out", 4, 1996))
    ROW(misaligned_float, .off = 1, .place = MISALIGNED, READS_IN("in", 1, 3993))
    ROW(misaligned_atomic, .off = 1, .place = MISALIGNED, UPDATES("out", 2004), BY(500))
    ROW(vector_past_end, .off = 4, READS_IN("in", 1000, 1003), BY(250))
    ROW(vector_across_end, .off = 2, READS_IN("in", 996, 999), BY(249))
    ROW(vector_store_across_end, .off = 1, WRITES_IN("out", 998, 999), BY(499))

    /* Atomic operations. */
    ROW(reduction, .off = 1, UPDATES("out", 1000), BY(999))
    ROW(atomic_with_result, .off = 1, UPDATES("out", 1000), BY(999))
    ROW(compare_and_swap, .off = 1, UPDATES("out", 1000), BY(999))
    ROW(atomic_of_64_bits, .off = 1, UPDATES("out", 1000), BY(499))
    ROW(atomic_of_the_system, .off = 1, UPDATES("out", 1000), BY(999))
    ROW(atomic_below, .off = 1, UPDATES("out", -1), BY(0))

    /* Kinds of loads and stores. */
    ROW(read_only_load, .off = 1, READS("in", 1000), BY(999))
    ROW(restrict_load, .off = 1, READS("in", 1000), BY(999))
    ROW(streaming_load, .off = 1, READS("in", 1000), BY(999))
    ROW(streaming_store, .off = 1, WRITES("out", 1000), BY(999))
    ROW(volatile_load, .off = 1, READS("in", 1000), BY(999))
    ROW(volatile_store, .off = 1, WRITES("out", 1000), BY(999))
    ROW(inline_ptx_load, .off = 1, READS("in", 1000), BY(999))
    ROW(inline_ptx_store, .off = 1, WRITES("out", 1000), BY(999))
    ROW(inline_ptx_predicated, .off = 1, WRITES("out", 1000), BY(999))

    /* Who, when, and how it is launched. */
    ROW(one_of_many, .off = 1, READS("in", 1000), BY(9999999))
    ROW(first_of_two, .off = 1, READS("in", 1003), BY(5))
    ROW_OF(generated, write_past_end, .way = GENERATED, .off = 3, WRITES_IN("out", 1000, 1002))
    ROW_OF(prepared, read_past_end, .way = PREPARED, .off = 1, READS("in", 1000), BY(999))
    ROW_OF(captured, write_past_end, .way = CAPTURED, .off = 1, WRITES("out", 1000), BY(999))
    ROW_OF(node, gather, .way = NODE, .form = INDEXED, .off = -7, READS("in", -7), BY(77))
    ROW_OF(first_of_two_launches, write_past_end, .way = TWICE, .off = 1, WRITES("out", 1000), BY(999))

    /* Where the buffers are. */
    ROW_OF(adjacent_write, write_past_end, .memory = ADJACENT, .off = 1, WRITES("out", 1000), BY(999))
    ROW_OF(adjacent_read, read_past_end, .memory = ADJACENT, .off = 1, READS("in", 1000), BY(999))
    ROW_OF(adjacent_below, negative_index_write, .memory = ADJACENT, .off = 1, WRITES("out", -1), BY(0))
    ROW_OF(pool_read, read_past_end, .memory = POOL, .off = 1, READS("in", 1000), BY(999))
    ROW_OF(pool_write, write_past_end, .memory = POOL, .off = 300, WRITES_IN("out", 1000, 1299))
    ROW_OF(pool_below, negative_index_write, .memory = POOL, .off = 1, WRITES("out", -1), BY(0))
    ROW_OF(allocation_write, write_past_end, .memory = ALLOCATION, .off = 1, WRITES("out", 1000), BY(999))
    ROW_OF(allocation_read, read_past_end, .memory = ALLOCATION, .off = 1, READS("in", 1000), BY(999))
    ROW_OF(allocation_below, negative_index_read, .memory = ALLOCATION, .off = 1, READS("in", -1), BY(0))
    ROW_OF(allocation_far, far_above, .memory = ALLOCATION, .off = INT64_C(1) << 40, WRITES("out", 1099511628276), BY(500))
    ROW_OF(allocation_atomic, reduction, .memory = ALLOCATION, .off = 1, UPDATES("out", 1000), BY(999))
    ROW_OF(allocation_row, row_too_many, .memory = ALLOCATION, .form = GRID, .own_block = true, .off = 1, READS_IN("in", 1000, 1039))
    ROW_OF(allocation_gather, gather, .memory = ALLOCATION, .form = INDEXED, .off = 1500, READS("in", 1500), BY(77))
    ROW_OF(allocation_swapped_sizes, swapped_sizes, .memory = ALLOCATION, .form = THREE, .writes_all = true, .off = 1, WRITES_IN("small", 300, 999))

    /* Structs by value. */
    ROW(field_read, .form = STRUCT, .off = 1, READS("v.in", 1000), BY(999))
    ROW(field_write, .form = STRUCT, .off = 1, WRITES("v.out", -1), BY(0))
    ROW(field_of_inner, .form = INNER, .off = 1, WRITES("o.inner.out", 1000), BY(999))
    ROW(field_of_array, .form = ARRAY, .off = 1, READS("p.plane[1]", 1000), BY(999))
    ROW(field_at_an_index, .form = ARRAY_INDEX, .off = 1, READS_ANY, BY(999))
    ROW(field_of_kernel, .form = FIELD, .off = 1, READS("p.data", 1000), BY(999))

    /* Integers, pointers without a type, without a contract, or null. */
    ROW(address_in_integer, .off = 1, READS("in", 1000), BY(999))
    ROW(arithmetic_of_integers, .form = BYTES_IN, .off = 1, .place = OFFSET, READS("in", 4000), BY(999))
    ROW(void_pointer, .form = BYTES_BOTH, .off = 1, .place = OFFSET, WRITES("out", 4000), BY(999))
    ROW(byte_behind_the_end, .form = BYTES_OUT, .off = 1, .place = OFFSET, WRITES("out", 4000), BY(0))
    ROW(without_contract_read, .memory = ALLOCATION, .off = 1, READS("in", 1000), BY(999))
    ROW(without_contract_write, .memory = ALLOCATION, .off = 1, WRITES("out", -1), BY(0))
    ROW(null_read, .form = NULL_IN, .off = 1, READS_IN("in", 0, 999))

    /* Structs in memory. */
    ROW(member_of_element, .size = 4, .off = 1, .place = OFFSET, READS("in", 4004), BY(499))
    ROW(copy_of_struct, .off = 1, WRITES_IN("out", 1000, 1007), BY(124))

    /* Pointers in memory, and chosen ones. */
    ROW(pointer_from_memory, .form = TABLE, .off = 1, READS_ANY, BY(999))
    ROW(table_of_pointers, .form = TABLE, .off = 1, READS("table", 2))
    ROW(chosen_by_thread, .off = 2, READS_ANY, BY(998))
    ROW(chosen_in_a_loop, .off = 1, READS_ANY, BY(999))

    /* Variables. */
    ROW(variable_write, .off = 1, .place = BYTE, WRITES("table", 256), BY(63))
    ROW(variable_read, .off = 1, .place = BYTE, READS("table", -4))
    ROW(variable_alone, .off = 1, .place = BYTE, WRITES("counter", 4), BY(0))
    ROW(variable_of_structs, .off = 1, .place = BYTE, WRITES("pairs", 136), BY(9))
    ROW(variable_atomic, .off = 1, .place = BYTE, UPDATES("table", 256))
    ROW(constant_past_end, .off = 1, .place = BYTE, READS("coefficients", 64))

    /* Called functions. */
    ROW(called_read, .off = 1, READS("in", 1000), BY(999))
    ROW(called_write, .off = 1, WRITES("out", 1000), BY(999))
    ROW(called_twice, .line = "called_write", .off = 1, WRITES("out", 1000), BY(7))
    ROW(inlined, .off = 1, READS("in", 1000), BY(999))
    ROW(before_an_exit, .off = 1, WRITES("out", 1000), BY(999))
    ROW(waiting, .waits = true, .off = 1, READS("in", 1000), BY(999))
    ROW(recursive, .off = 1, READS("in", 1000), BY(100))
    ROW(pointer_to_struct, .form = STRUCT, .off = 1, READS_ANY, BY(999))
    ROW(indirect_call, .off = 1, READS_ANY, BY(999))
    ROW(lambda, .off = 1, READS_ANY, BY(999))
    ROW(local_array, .off = 1, WRITES("out", 1000), BY(999))

    /* Shared memory. */
    ROW(shared_write, .own_block = true, .off = 1, .place = BYTE, WRITES("tile", 512))
    ROW(shared_read, .own_block = true, .off = 1, .place = BYTE, READS("tile", 512))
    ROW(shared_below, .own_block = true, .off = 1, .place = BYTE, READS("tile", -4))
    ROW(shared_into_neighbour, .own_block = true, .off = 1, .place = BYTE, WRITES_IN("first", 512, 1020))
    ROW(shared_row, .own_block = true, .off = 1, .place = BYTE, READS_IN("tile", 512, 540))
    ROW(shared_atomic, .own_block = true, .off = 1, .place = BYTE, UPDATES("bins", 64))
    ROW(shared_vector, .split = true, .own_block = true, .off = 1, .place = BYTE, READS_IN("tile", 4, 500))
    ROW(shared_halo, .own_block = true, .off = 1, .place = BYTE, READS("tile", 520))
    ROW(shared_in_function, .own_block = true, .off = 1, READS_ANY)
    ROW(shared_far, .own_block = true, .off = 1 << 20, .place = BYTE, READS_IN("tile", 4194304, 4194812))
    ROW(dynamic_write, .own_block = true, .off = 1, .place = BYTE, WRITES("room", 512))
    ROW(dynamic_read, .own_block = true, .off = 1, .place = BYTE, READS("room", 512))
    ROW(dynamic_below, .own_block = true, .off = 1, .place = BYTE, READS("room", -4))
    ROW(dynamic_parts, .own_block = true, .off = 1, .place = BYTE, WRITES("room", 512))
    ROW(dynamic_atomic, .own_block = true, .off = 1, .place = BYTE, UPDATES("room", 512))
    ROW(dynamic_beside_static, .own_block = true, .off = 1, .place = BYTE, READS_IN("room", 512, 1016))

    /* Other types. */
    ROW(bytes, .size = 1, .off = 1, WRITES("out", 1000), BY(999))
    ROW(signed_bytes, .size = 1, .off = 1, READS("in", -1), BY(0))
    ROW(words, .size = 2, .off = 1, READS("in", 1000), BY(999))
    ROW(halves, .size = 2, .off = 1, WRITES("out", 1000), BY(999))
    ROW(pair_of_halves, .size = 2, .off = 1, WRITES_IN("out", 1000, 1001), BY(499))
    ROW(misaligned_pair, .split = true, .size = 2, .off = 1, .place = MISALIGNED, READS_IN("in", 2, 998))
    ROW(doubles, .size = 8, .off = 1, READS("in", 1000), BY(999))
    ROW(pair_of_doubles, .size = 8, .off = 1, READS_IN("in", 1000, 1001), BY(499))
    ROW(long_integers, .size = 8, .off = 1, WRITES("out", -1), BY(0))
    ROW(atomic_half, .size = 2, .off = 2, UPDATES("out", 1001), BY(999))
    ROW(four_bytes, .size = 1, .off = 1, READS_IN("in", 1000, 1003), BY(249))
    ROW(shift_f32, .line = "shift", .off = 1, WRITES("out", 1000), BY(999))
    ROW(shift_f64, .line = "shift", .size = 8, .off = 1, WRITES("out", 1000), BY(999))
    ROW(shift_f16, .line = "shift", .size = 2, .off = 1, WRITES("out", 1000), BY(999))
    ROW(shift_u8, .line = "shift", .size = 1, .off = 1, WRITES("out", 1000), BY(999))
    ROW(pick_4, .line = "pick", .off = 1, READS("in", 1000), BY(249))
    ROW(pick_10, .line = "pick", .size = 2, .off = 1, READS("in", 1000), BY(99))

    /* Copies of their own, and what a warp does together. */
    ROW(pipeline_copy, .own_block = true, .off = 1, READS("in", 1000), BY(999))
    ROW(pipeline_copy_of_16_bytes, .own_block = true, .off = 4, READS("in", 1000), BY(250))
    ROW(pipeline_copy_into_shared, .own_block = true, .off = 1, .place = BYTE, WRITES_IN("tile", 512, 1020))
    ROW(inline_copy, .own_block = true, .off = 1, READS("in", 1000), BY(999))
    ROW(bulk_copy, .own_block = true, .off = 4, .traps = true, READS("in", 896))
    ROW(bulk_store, .own_block = true, .off = 4, .traps = true, WRITES("out", 896))
    ROW(matrix_load, .form = TILES, .size = 2, .own_block = true, .off = 1, READS_IN("in", 1024, 1279))
    ROW(matrix_row, .form = TILES, .size = 2, .own_block = true, .off = 1, READS_IN("in", 784, 1039))
    ROW(matrix_store, .form = TILES, .size = 2, .own_block = true, .off = 1, WRITES_IN("out", 784, 1039))
    ROW(matrix_stride, .form = TILES, .size = 2, .own_block = true, .off = 1, READS_IN("in", 768, 1143))
    ROW(matrix_product, .form = TILES, .size = 2, .own_block = true, .off = 1, READS_IN("in", -16, -1))
    ROW(matrix_in_shared, .form = TILES, .size = 2, .own_block = true, .off = 1, .place = BYTE, READS_IN("tile", 32, 543))
    ROW(matrix_parts, .form = TILES, .size = 2, .own_block = true, .off = 1, .place = BYTE, READS_IN("tile", 512, 527))
};
/* clang-format on */

const uint32_t planted_mistake_count = sizeof(planted_mistakes) / sizeof(*planted_mistakes);
