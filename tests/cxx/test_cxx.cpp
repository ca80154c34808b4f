/* C++ programs: owners, errors, and launches by element type, on the CPU driver. C++17; with newer
 * standards also std::span and std::expected. */
#include "shapes.custub.h"

#include "stand_ins.hpp"

#include <cstdio>
#include <numeric>
#include <string>
#include <thread>
#include <vector>
#if defined(__has_include)
#if __has_include(<span>) && __cplusplus >= 202002L
#include <span>
#endif
#endif

namespace library
{
struct half {
    unsigned short bits;
};
} // namespace library
template <> struct custub::same_type<library::half, custub_half> : std::true_type {
};
static_assert(std::is_constructible_v<custub::argument<custub_f16_view, custub_half>,
                                      library::half *, uint64_t>);
static_assert(std::is_convertible_v<library::half, custub::value<custub_half>>);
static_assert(!std::is_convertible_v<library::half, custub::value<custub_bfloat16>>);

static int failures;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            std::printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                            \
            failures++;                                                                            \
        }                                                                                          \
    } while (0)

typedef custub::loaded<shapes_kernels> kernels_t;
typedef unsigned short half_word;

template <class T> static std::vector<T> counted(size_t count)
{
    std::vector<T> host(count);

    std::iota(host.begin(), host.end(), T(1));
    return host;
}

template <class C, class T> static std::vector<T> downloaded(const C &device, T)
{
    std::vector<T> host(device.size());

    custub::download(device, host);
    return host;
}

/* --- Owners ---------------------------------------------------------------------------------- */

static void owners_move_and_free(void)
{
    auto x = custub::buffer<float>::create(10);
    float *const data = x.data();
    auto y = std::move(x);
    auto z = custub::buffer<float>::create(3);

    CHECK(!x.data() && x.size() == 0 && y.data() == data && y.size() == 10);
    z = std::move(y);
    CHECK(z.data() == data && z.size() == 10 && !y.data());
    z.close();
    CHECK(!z.data());
    z.close();
    static_assert(!std::is_copy_constructible_v<custub::buffer<float>>);
    static_assert(!std::is_copy_assignable_v<custub::stream>);
    static_assert(std::is_nothrow_move_constructible_v<kernels_t>);
}

static void owners_are_passed_to_c(void)
{
    auto stream = custub::stream::create();
    auto other = custub::make<custub::stream>(custub_stream_create_with_priority, -1);
    auto begin = custub::make<custub::event>(custub_event_create_timed);
    auto end = custub::make<custub::event>(custub_event_create_timed);
    auto pool = custub::pool::create(0u);
    auto x = custub::create_async<int>(100, pool, stream);
    auto pinned = custub::pinned<int>::create(100);

    custub::call(custub_event_record, begin, stream);
    custub::fill(x, 7, stream);
    custub::download_async(x, pinned, stream);
    custub::call(custub_event_record, end, stream);
    CHECK(custub::call(custub_event_elapsed, begin, end) >= 0);
    custub::call(custub_stream_join, other, stream);
    CHECK(pinned.data()[0] == 7 && pinned.data()[99] == 7);
    custub::destroy_async(std::move(x), stream);
    custub::call(custub_stream_synchronize, stream);
}

static void owners_of_every_kind(void)
{
    auto array = custub::array::create(custub_texel_of(CUSTUB_TEXEL_F32, 1), 4u, 4u, 0u,
                                       CUSTUB_ARRAY_SURFACE);
    auto texture = custub::texture_object::create(array, nullptr);
    auto surface = custub::surface_object::create(array);
    auto graph = custub::graph::create();
    auto event = custub::event::create();
    custub::image none;

    CHECK(texture.get().texture.handle && surface.get().surface.handle && graph.get());
    none.close();
    texture.close();
    surface.close();
    array.close();
}

static void graphs_are_captured(const kernels_t &kernels)
{
    auto stream = custub::stream::create();
    auto x = custub::create_uploaded(counted<float>(8));

    custub::call(custub_capture_begin, stream);
    launch_axpy(kernels, stream, 8, 1.0f, x, x);
    auto graph = custub::make<custub::graph>(custub_capture_end, stream);
    auto exec = custub::graph_exec::create(graph);
    custub::call(custub_graph_launch, exec, stream);
    custub::call(custub_graph_launch, exec, stream);
    custub::call(custub_stream_synchronize, stream);
    CHECK(downloaded(x, 0.0f)[7] == 32);
}

/* The driver gives things back on a thread of its own. */
static void graphs_keep_what_is_moved_to_them(const kernels_t &kernels)
{
    auto stream = custub::stream::create();
    auto x = custub::create_uploaded(counted<float>(8));
    auto y = custub::create_uploaded(counted<float>(8));
    auto number = std::make_shared<int>(1);

    custub::call(custub_capture_begin, stream);
    launch_axpy(kernels, stream, 8, 1.0f, x, y);
    auto graph = custub::make<custub::graph>(custub_capture_end, stream);
    custub::keep(graph, std::move(x));
    custub::keep(graph, std::shared_ptr<int>(number));
    CHECK(!x.data() && number.use_count() == 2);
    auto exec = custub::graph_exec::create(graph);
    graph.close();
    custub::call(custub_graph_launch, exec, stream);
    custub::call(custub_stream_synchronize, stream);
    CHECK(downloaded(y, 0.0f)[7] == 16 && custub_graph_kept(nullptr) == 2);
    exec.close();
    while (custub_graph_kept(nullptr))
        std::this_thread::yield();
    CHECK(number.use_count() == 1);
}

static void launches_are_prepared(const kernels_t &kernels)
{
    auto x = custub::create_uploaded(counted<float>(8));
    const custub_f32_view view = custub_view(x.data(), x.size());
    auto prepared = custub::make<custub::prepared>(prepare_axpy_f32, &kernels.get(), nullptr, 8,
                                                   2.0f, view, view);

    custub::call(custub_prepared_launch, prepared);
    CHECK(downloaded(x, 0.0f)[0] == 3);
}

/* --- Errors ---------------------------------------------------------------------------------- */

/* The failure that a call throws. */
template <class F> static custub_error thrown_by(F &&function)
{
    try {
        function();
    } catch (const std::runtime_error &base) {
        const custub::error &error = dynamic_cast<const custub::error &>(base);
        CHECK(error.what() == std::string(error.record().message));
        CHECK(error.status() == error.record().status);
        return error.record();
    }
    return custub_error_none();
}

static void a_refused_launch_throws_the_runtimes_message(const kernels_t &kernels)
{
    auto x = custub::buffer<float>::create(10);
    const custub_error error = thrown_by([&] { launch_axpy(kernels, nullptr, 11, 1.0f, x, x); });

    CHECK(error.status == CUSTUB_ERROR_COUNT_TOO_SMALL);
    CHECK(std::string(error.message)
              .find("axpy_f32: 'x' has a count of 10 floats, the kernel needs n = 11 floats "
                    "(44 bytes) [shapes.cu:") == 0);
    CHECK(error.needed == 44 && std::string(error.parameter) == "x");
}

static void wrong_calls_throw(void)
{
    std::vector<float> host(11);
    auto x = custub::buffer<float>::create(10);
    auto closed = custub::buffer<float>::create(10);
    const custub::view<float> view = closed.get();

    CHECK(thrown_by([&] { custub::upload(x, host); }).status == CUSTUB_ERROR_OUT_OF_RANGE);
    CHECK(thrown_by([&] { custub::device::create(100000); }).status == CUSTUB_ERROR_NO_DEVICE);
    CHECK(thrown_by([&] { custub::image::create("there is none"); }).status == CUSTUB_ERROR_FILE);
    closed.close();
    custub::buffer<float> again(view);
    CHECK(thrown_by([&] { again.close(); }).status == CUSTUB_ERROR_UNKNOWN_ADDRESS);
}

static void a_slice_is_a_part_of_a_buffer(const kernels_t &kernels)
{
    const auto x = custub::create_uploaded(counted<float>(10));
    const auto part = custub::slice(x, 6, 4);
    custub_error error = custub_error_none();

    CHECK(part.data() == x.data() + 6 && part.size() == 4);
    CHECK(downloaded(part, 0.0f) == std::vector<float>({7, 8, 9, 10}));
    CHECK(downloaded(custub::slice(part, 1, 2), 0.0f) == std::vector<float>({8, 9}));
    CHECK(custub::slice(x, 10, 0).size() == 0);
    CHECK(thrown_by([&] { custub::slice(x, 7, 4); }).status == CUSTUB_ERROR_OUT_OF_RANGE);
    CHECK(thrown_by([&] { custub::slice(x, 1, SIZE_MAX); }).status == CUSTUB_ERROR_OUT_OF_RANGE);
    CHECK(!custub::slice(x, 11, 0, &error).data() && error.status == CUSTUB_ERROR_OUT_OF_RANGE);
    CHECK(launch_axpy(kernels, nullptr, 4, 1.0f, part, custub::slice(x, 0, 4), nullptr) ==
          CUSTUB_OK);
    CHECK(downloaded(x, 0.0f)[0] == 8);
}

static void a_record_is_filled_as_in_c(const kernels_t &kernels)
{
    custub_error error = custub_error_none();
    auto x = custub::buffer<float>::create(10, &error);

    CHECK(launch_axpy(kernels, nullptr, 10, 1.0f, x, x, &error) == CUSTUB_OK);
    CHECK(launch_axpy(kernels, nullptr, 11, 1.0f, x, x, &error) == CUSTUB_ERROR_COUNT_TOO_SMALL);
    CHECK(custub::zero(x, nullptr, &error) == CUSTUB_ERROR_COUNT_TOO_SMALL); /* does nothing */
    CHECK(!custub::buffer<float>::create(10, &error).data());
    CHECK(launch_axpy(kernels, nullptr, 10, 1.0f, x, x, nullptr) == CUSTUB_OK);
    CHECK(launch_axpy(kernels, nullptr, 11, 1.0f, x, x, nullptr) == CUSTUB_ERROR_COUNT_TOO_SMALL);
    CHECK(custub::call(custub_stream_synchronize, nullptr, nullptr) == CUSTUB_OK);
    CHECK(custub::buffer<float>::create(10, nullptr).size() == 10);
    CHECK(custub::zero(x, nullptr, nullptr) == CUSTUB_OK);
    CHECK(thrown_by([&] { custub::check(error); }).status == CUSTUB_ERROR_COUNT_TOO_SMALL);
}

#ifdef __cpp_lib_expected
static void failures_are_expected(const kernels_t &kernels)
{
    auto x = custub::buffer<float>::create(10, custub::expected);
    auto none = custub::buffer<float>::create(SIZE_MAX / 2, custub::expected);

    CHECK(x && x->size() == 10 && !none);
    CHECK(launch_axpy(kernels, nullptr, 10, 1.0f, *x, *x, custub::expected).has_value());
    auto refused = launch_axpy(kernels, nullptr, 11, 1.0f, *x, *x, custub::expected);
    CHECK(!refused && refused.error().status() == CUSTUB_ERROR_COUNT_TOO_SMALL);
    CHECK(custub::call(custub_stream_synchronize, nullptr, custub::expected).has_value());
    CHECK(!custub::device::create(100000, custub::expected));
}
#endif

/* --- Launches by element type ---------------------------------------------------------------- */

/* A launcher of a program, which knows no stub. */
template <class T, class X, class Y>
static void add_scaled(const kernels_t &kernels, CUstream stream, T a, X &&x, Y &&y)
{
    launch_axpy(kernels, stream, static_cast<int>(x.size()), a, x, y);
}

template <class T> static void check_add_scaled(const kernels_t &kernels)
{
    auto stream = custub::stream::create();
    auto x = custub::create_uploaded(counted<T>(100), stream);
    auto y = custub::buffer<T>::create(100);

    custub::fill(y, T(1), stream);
    add_scaled(kernels, stream, T(2), x, y);
    custub::call(custub_stream_synchronize, stream);
    CHECK(downloaded(y, T())[99] == T(201));
#ifdef __cpp_lib_span
    add_scaled(kernels, stream, T(2), std::span<const T>(x.data(), 50), std::span<T>(y.data(), 50));
    custub::call(custub_stream_synchronize, stream);
    CHECK(downloaded(y, T())[49] == T(201) && downloaded(y, T())[50] == T(103));
#endif
}

template <class T> static void check_copy(const kernels_t &kernels, T first)
{
    thrust::device_vector<T> from(4);
    auto to = custub::buffer<T>::create(4);
    std::vector<T, managed_allocator<T>> managed(4);

    custub::fill(from, first);
    launch_sim_copy(kernels, nullptr, 4, from, to);
    launch_sim_copy(kernels, nullptr, 4, to, managed);
    launch_sim_copy(kernels, nullptr, 4, managed, custub::view<T>{to.data(), 4});
    launch_sim_copy(kernels, nullptr, 2, {from.data(), 2}, {to.data() + 2, 2});
    custub::call(custub_stream_synchronize, nullptr);
    CHECK(memcmp(&managed[3], &first, sizeof(T)) == 0);
    CHECK(memcmp(&downloaded(to, T())[3], &first, sizeof(T)) == 0);
    CHECK(memcmp(&downloaded(static_cast<const thrust::device_vector<T> &>(from), T())[3], &first,
                 sizeof(T)) == 0);
}

static void structs_of_the_program_are_the_kernels(const kernels_t &kernels)
{
    auto to = custub::buffer<sim::particle>::create(5);
    auto numbers = custub::buffer<float>::create(5);

    launch_sim_fill(kernels, nullptr, 5, sim::particle{1, 2}, to);
    launch_sim_fill(kernels, nullptr, 5, 3.0f, numbers);
    CHECK(downloaded(to, sim::particle())[4].speed == 2 && downloaded(numbers, 0.0f)[4] == 3);
}

static void enumerations_of_the_program_are_the_kernels(const kernels_t &kernels)
{
    auto to = custub::buffer<int>::create(1);

    launch_sim_set(kernels, nullptr, sim::DOUBLES, to);
    CHECK(downloaded(to, 0)[0] == 101);
    launch_sim_set(kernels, nullptr, sim::axis::Y, to);
    CHECK(downloaded(to, 0)[0] == 101);
    launch_sim_set(kernels, nullptr, shapes_HALVES, to);
    CHECK(downloaded(to, 0)[0] == 100);
    launch_sim_set(kernels, nullptr, 7, to);
    CHECK(downloaded(to, 0)[0] == 7);
}

/* A negative count is none. */
static void pointers_have_counts_of_any_integer_type(const kernels_t &kernels)
{
    auto x = custub::create_uploaded(counted<float>(4));
    float *const data = x.data();
    short few = 2;
    int count = 4;
    unsigned int same = 4;
    long long negative = -1;

    launch_axpy(kernels, nullptr, few, 1.0f, {data, few}, {data, count});
    launch_axpy(kernels, nullptr, count, 1.0f, {data, same}, {data, x.size()});
    CHECK(downloaded(x, 0.0f)[0] == 4 && downloaded(x, 0.0f)[3] == 8);
    CHECK(thrown_by([&] {
              launch_axpy(kernels, nullptr, 1, 1.0f, x, {data, negative});
          }).status == CUSTUB_ERROR_COUNT_TOO_SMALL);
}

static void instances_with_the_same_types_keep_their_stubs(const kernels_t &kernels)
{
    auto x = custub::create_uploaded(counted<int>(4));

    launch_repeat_2(kernels, nullptr, 4, x);
    launch_repeat_3(kernels, nullptr, 4, x);
    CHECK(downloaded(x, 0)[3] == 24);
}

static void values_and_pointers_of_every_kind(const kernels_t &kernels)
{
    auto cell = custub::buffer<float>::create(1);
    auto cells = custub::create_uploaded(std::vector<float *>{cell.data()});
    auto bytes = custub::buffer<half_word>::create(3);
    const custub_launch launch = custub_launch_of(1, 1);

    launch_odd(kernels, launch, __half{0x1234}, float2{3, 4}, bytes, cells, 8, 9, 10);
    CHECK((downloaded(bytes, half_word()) == std::vector<half_word>{0x1234, 0x0807, 0x0a09}));
    CHECK(downloaded(cell, 0.0f)[0] == 1);
    launch_odd(kernels, &launch, custub_half{1}, custub_float2_of(1, 1),
               custub_bytes_view_of(reinterpret_cast<CUdeviceptr>(bytes.data()), 6), nullptr, 8, 9,
               10);
    CHECK(downloaded(bytes, half_word())[0] == 1);
}

int main()
{
    try {
        auto device = custub::device::create(0);
        auto kernels = custub::load(shapes_load);

        owners_move_and_free();
        owners_are_passed_to_c();
        owners_of_every_kind();
        graphs_are_captured(kernels);
        graphs_keep_what_is_moved_to_them(kernels);
        launches_are_prepared(kernels);
        a_refused_launch_throws_the_runtimes_message(kernels);
        wrong_calls_throw();
        a_slice_is_a_part_of_a_buffer(kernels);
        a_record_is_filled_as_in_c(kernels);
#ifdef __cpp_lib_expected
        failures_are_expected(kernels);
        std::puts("std::expected");
#endif
        check_add_scaled<float>(kernels);
        check_add_scaled<double>(kernels);
        check_copy(kernels, 1.5f);
        check_copy(kernels, 2.5);
        check_copy(kernels, __half{0x3c00});
        check_copy(kernels, sim::particle{1, 2});
        check_copy(kernels, float2{1, 2});
        structs_of_the_program_are_the_kernels(kernels);
        enumerations_of_the_program_are_the_kernels(kernels);
        pointers_have_counts_of_any_integer_type(kernels);
        instances_with_the_same_types_keep_their_stubs(kernels);
        values_and_pointers_of_every_kind(kernels);
        kernels.close();
    } catch (const std::exception &error) {
        std::printf("thrown: %s\n", error.what());
        return 1;
    }
    return failures != 0;
}
