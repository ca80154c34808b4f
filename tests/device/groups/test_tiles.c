/* Cooperative groups have CUDA's results: tiles of one and of several warps, groups by labels and
 * conditions, reductions, scans and copies. Runs on the CPU driver or on a GPU, as CUSTUB_DRIVER in
 * the environment says. */
#include "device_fixture.h"
#include "tiles.custub.h"

#include <string.h>

#define MOST 512

static tiles_kernels kernels;

typedef custub_status (*launch_numbers)(const tiles_kernels *, const custub_launch *,
                                        custub_i32_view, custub_error *);

/* Launches a block, and reads `count` numbers of each thread. */
static void run(launch_numbers launch_it, unsigned threads, int32_t *host, unsigned count)
{
    custub_launch launch = one_block(threads);
    custub_i32_buffer out = numbers_of((size_t)threads * count);

    succeed(launch_it(&kernels, &launch, out.view, &fixture_error));
    read_numbers(&out, host);
}

static void check_row(const char *name, int thread, const int32_t *found, const int32_t *expected,
                      int count)
{
    for (int j = 0; j < count; j++) {
        if (found[j] != expected[j])
            fail_msg("%s, thread %d, number %d: %d instead of %d", name, thread, j, (int)found[j],
                     (int)expected[j]);
    }
}

static void check_tiles(launch_numbers launch_it, int size)
{
    static int32_t host[12 * MOST];
    const int threads = size < 256 ? 256 : MOST;

    run(launch_it, (unsigned)threads, host, 12);
    for (int i = 0; i < threads; i++) {
        const int first = i / size * size;
        const int rank = i - first;
        const int before = rank * first + rank * (rank - 1) / 2;
        const int32_t expected[12] = {rank,
                                      2 * size,
                                      i / size,
                                      threads / size,
                                      first <= 70 && 70 < first + size,
                                      first + size <= 128,
                                      first + 5,
                                      size * first + size * (size - 1) / 2,
                                      first + size - 1,
                                      before + i,
                                      before,
                                      rank + 1000 * size};
        check_row("tiles", i, &host[12 * i], expected, 12);
    }
}

static void tiles_of_a_warp(void **state)
{
    (void)state;
    check_tiles(launch_tiles_of_8, 8);
    check_tiles(launch_tiles_of_32, 32);
}

static void tiles_of_several_warps(void **state)
{
    (void)state;
    check_tiles(launch_tiles_of_64, 64);
    check_tiles(launch_tiles_of_128, 128);
    check_tiles(launch_tiles_of_256, 256);
    check_tiles(launch_tiles_of_512, 512);
}

static void tiles_of_tiles_synchronize_separately(void **state)
{
    static int32_t host[4 * 256];

    (void)state;
    run(launch_nested_tiles, 256, host, 4);
    for (int i = 0; i < 256; i++) {
        const int from = i ^ 64;
        const int32_t expected[4] = {from < 128 ? from / 64 * 64 + (from + 3) % 64 : from,
                                     i / 64 % 2 + 20, i / 32 % 2 + 20, 1};
        check_row("nested tiles", i, &host[4 * i], expected, 4);
    }
}

static void tiles_shuffle_any_type(void **state)
{
    static int32_t host[12 * 64];

    (void)state;
    run(launch_tile_trades, 64, host, 12);
    for (int i = 0; i < 64; i++) {
        const int first = i / 16 * 16;
        const int rank = i % 16;
        int thirds = 0;
        int fours = 0;
        for (int j = 0; j < 16; j++) {
            thirds |= (first + j) % 3 == 0 ? 1 << j : 0;
            fours |= j % 4 == rank % 4 ? 1 << j : 0;
        }
        const int32_t expected[12] = {rank < 3 ? i : i - 3,
                                      rank > 12 ? i : i + 3,
                                      i ^ 5,
                                      7 * (first + 7),
                                      thirds,
                                      fours,
                                      0xffff,
                                      1,
                                      0,
                                      0,
                                      100 + i / 16,
                                      rank == 0};
        check_row("trades", i, &host[12 * i], expected, 12);
    }
}

/* The reductions over the 13 threads from `first` on. */
static void expect_reductions(int first, int i, int32_t *expected)
{
    int32_t sum = 0;
    int32_t all = -1;
    int32_t any = 0;
    int32_t odd = 0;
    int32_t scanned = 0;
    int32_t greatest = 0;
    int32_t halves = 0;

    for (int j = first; j < first + 13; j++) {
        sum += j;
        all &= j | 64;
        any |= 1 << j % 8;
        odd ^= j;
        halves += j;
        scanned += j <= i ? j + 1 : 0;
        if (j <= i && j * 5 % 13 > greatest)
            greatest = j * 5 % 13;
    }
    const int rank = i - first;
    const int32_t rows[15] = {sum,
                              first,
                              first + 12,
                              all,
                              any,
                              odd,
                              halves / 2,
                              sum,
                              scanned,
                              scanned - i - 1,
                              greatest,
                              rank + 1300,
                              first + 4,
                              rank < 2 ? i : i - 2,
                              rank > 10 ? i : i + 2};
    memcpy(expected, rows, sizeof(rows));
}

static void reduces_and_scans_groups(void **state)
{
    static int32_t host[16 * 64];

    (void)state;
    run(launch_reductions, 64, host, 16);
    for (int i = 0; i < 64; i++) {
        int32_t expected[15];
        if (i % 32 < 13) {
            expect_reductions(i / 32 * 32, i, expected);
            check_row("reductions", i, &host[16 * i], expected, 15);
        }
        assert_int_equal(host[16 * i + 15], i % 32 ? 0 : 32 * i + 496);
    }
}

typedef struct part {
    int rank, size, sum, order, groups;
} part;

/* The group of i: the lanes of its warp with the same label. Groups are ordered by first lane. */
static part part_of(int i, const int *label)
{
    const int first = i / 32 * 32;
    part p = {0, 0, 0, 0, 0};

    for (int j = first; j < first + 32; j++) {
        bool leads = true;
        bool before = true;
        for (int k = first; k < j; k++)
            leads = leads && label[k] != label[j];
        for (int k = first; k <= j; k++)
            before = before && label[k] != label[i];
        p.groups += leads;
        p.order += leads && before;
        if (label[j] != label[i])
            continue;
        p.rank += j < i;
        p.size++;
        p.sum += j;
    }
    return p;
}

static void parts_by_labels_and_conditions(void **state)
{
    static int32_t host[12 * 64];
    int labels[64];
    int thirds[64];

    (void)state;
    for (int i = 0; i < 64; i++) {
        labels[i] = (i * 7 + 3) % 5;
        thirds[i] = i % 3 == 0;
    }
    run(launch_partitions, 64, host, 12);
    for (int i = 0; i < 64; i++) {
        const part p = part_of(i, labels);
        const part q = part_of(i, thirds);
        const int rest = q.size - q.rank / 4 * 4;
        int with_3 = 0;
        if (i < 32 && thirds[i])
            with_3 = q.rank < 4;
        const int32_t expected[12] = {p.rank,
                                      p.size,
                                      p.order,
                                      p.groups,
                                      p.sum,
                                      q.rank,
                                      q.size,
                                      20 + thirds[i],
                                      10,
                                      q.rank % 4,
                                      rest < 4 ? rest : 4,
                                      with_3};
        check_row("parts", i, &host[12 * i], expected, 12);
    }
}

static void groups_of_any_kind_synchronize(void **state)
{
    static int32_t host[3 * 48];

    (void)state;
    run(launch_groups_of_any_kind, 48, host, 3);
    for (int i = 0; i < 48; i++) {
        const int32_t expected[3] = {i + 48000, i % 4 + 4000, i % 16 + 16000};
        check_row("groups", i, &host[3 * i], expected, 3);
    }
}

static void groups_tell_their_indices_and_sizes(void **state)
{
    enum { BLOCKS = 6, THREADS = 8 };
    static int32_t host[12 * BLOCKS * THREADS];
    custub_launch launch = one_block(1);
    custub_i32_buffer out = numbers_of(12 * BLOCKS * THREADS);

    (void)state;
    launch.grid = custub_grid(3, 2, 1);
    launch.block = custub_block(4, 2, 1);
    succeed(launch_places(&kernels, &launch, out.view, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < BLOCKS * THREADS; i++) {
        const int block = i / THREADS;
        const int thread = i % THREADS;
        const bool clusters = host[9] != 0; /* a device from 9.0 on */
        const int32_t expected[12] = {block % 3 + 10 * (block / 3),
                                      thread % 4 + 10 * (thread / 4),
                                      4 + 10 * 2,
                                      thread,
                                      BLOCKS * THREADS,
                                      3 + 10 * 2,
                                      block,
                                      block % 3 + 10 * (block / 3),
                                      BLOCKS,
                                      clusters ? 1 : 0,
                                      clusters ? thread + 100 * THREADS : 0,
                                      clusters ? block + 100 * BLOCKS : 0};
        check_row("places", i, &host[12 * i], expected, 12);
    }
}

static void groups_copy(void **state)
{
    int32_t in[128];
    static int32_t host[3 * 64];
    custub_launch launch = one_block(64);
    custub_i32_buffer out = numbers_of(3 * 64);
    custub_i32_buffer from;

    (void)state;
    for (int i = 0; i < 128; i++)
        in[i] = 500 + 3 * i;
    from = custub_i32_buffer_create(128, &fixture_error);
    succeed(custub_i32_upload(from.view, in, from.view.count, 0, &fixture_error));
    succeed(launch_copies(&kernels, &launch, out.view, from.view, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < 64; i++) {
        const int32_t expected[3] = {in[63 - i], in[64 + i % 48], in[i / 32 * 32 + 31 - i % 32]};
        check_row("copies", i, &host[3 * i], expected, 3);
    }
    custub_i32_buffer_destroy(&from, NULL);
}

/* Warps come in any order. They get ranges that do not overlap and have no gaps. */
static void groups_update_common_sums(void **state)
{
    int32_t sums[4] = {1000, 0, 7, 0};
    static int32_t host[2 * 64];
    char seen[64] = {0};
    custub_launch launch = one_block(64);
    custub_i32_buffer out = numbers_of(2 * 64);
    custub_i32_buffer common;

    (void)state;
    common = custub_i32_buffer_create(4, &fixture_error);
    succeed(custub_i32_upload(common.view, sums, common.view.count, 0, &fixture_error));
    succeed(launch_common_sums(&kernels, &launch, out.view, common.view, &fixture_error));
    read_numbers(&out, host);
    read_numbers(&common, sums);
    assert_int_equal(sums[0], 1000 + 63 * 32);
    assert_int_equal(sums[1], 64);
    assert_int_equal(sums[2], 7 + 63 * 32);
    assert_true(sums[3] == 31 || sums[3] == 63);
    for (int i = 0; i < 64; i++) {
        const int first = i / 32 * 32;
        const int of_other = first ? 31 * 16 : 32 * 32 + 31 * 16;
        const int before = host[2 * first] - first; /* the sum before the warp's own */
        assert_true(before == 1000 || before == 1000 + of_other);
        assert_int_equal(host[2 * i], before + (i - first + 1) * (first + i) / 2);
        assert_in_range(host[2 * i + 1], 0, 63);
        assert_false(seen[host[2 * i + 1]]);
        seen[host[2 * i + 1]] = 1;
        assert_int_equal(host[2 * i + 1] - host[2 * first + 1], i - first);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_of_a_warp),
        cmocka_unit_test(tiles_of_several_warps),
        cmocka_unit_test(tiles_of_tiles_synchronize_separately),
        cmocka_unit_test(tiles_shuffle_any_type),
        cmocka_unit_test(reduces_and_scans_groups),
        cmocka_unit_test(parts_by_labels_and_conditions),
        cmocka_unit_test(groups_of_any_kind_synchronize),
        cmocka_unit_test(groups_tell_their_indices_and_sizes),
        cmocka_unit_test(groups_copy),
        cmocka_unit_test(groups_update_common_sums),
    };
    int failed = open_fixture();

    if (failed)
        return failed;
    kernels = tiles_load(&fixture_error);
    succeed(fixture_error.status);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
