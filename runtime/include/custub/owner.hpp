/* custub/owner.hpp: what owns handles of C and frees them at the end of its scope. C++17.
 *
 *     custub::device device = custub::device::create(0);
 *     custub::stream stream = custub::stream::create();
 *     auto end = custub::make<custub::event>(custub_event_create_timed);
 *     auto kernels = custub::load(saxpy_load);
 *     auto prepared = custub::make<custub::prepared>(prepare_saxpy, &kernels.get(), nullptr, ...);
 *
 * create() takes what the C function of the table below takes; make() calls any function of C that
 * makes the handle. Both report errors as <custub/error.hpp> says. An owner can be moved and not
 * copied, and converts to its handle, which functions of C borrow. Destroy owners in the opposite
 * order of their creation, the device last: as C++ does with local variables.
 *
 * A destructor ignores errors; close() reports them, and frees as well.
 */
#ifndef CUSTUB_OWNER_HPP
#define CUSTUB_OWNER_HPP

#include "device.h"
#include "error.hpp"
#include "graph.h"
#include "image.h"
#include "pool.h"
#include "stream.h"
#include "stub.h"
#include "texture.h"

namespace custub
{
/* Calls the function of C that frees a handle; it takes the handle or its address, with or without
 * a record of errors. */
template <auto destroy, class Type> custub_status destroy_handle(Type &handle, custub_error *record)
{
    if constexpr (std::is_invocable_v<decltype(destroy), Type, custub_error *>)
        return destroy(handle, record);
    else if constexpr (std::is_invocable_v<decltype(destroy), Type *, custub_error *>)
        return destroy(&handle, record);
    else if constexpr (std::is_invocable_v<decltype(destroy), Type>)
        destroy(handle);
    else
        destroy(&handle);
    return CUSTUB_OK;
}

/* Makes an owner of what a function of C returns. */
template <class Owner, class Function, class... Arguments>
auto make(Function function, Arguments &&...arguments)
{
    return call(
        [&](auto &&...all) -> decltype(Owner(function(all...))) { return Owner(function(all...)); },
        std::forward<Arguments>(arguments)...);
}

/* Owns a Type; one of all zeros owns nothing. `creator` is null if there is none. */
template <class Type, auto creator, auto destroyer> class owner
{
    Type handle{};

  public:
    owner() noexcept = default;

    /* Takes over a handle. */
    explicit owner(const Type &owned) noexcept : handle(owned)
    {
    }

    /* Takes over what another one owns. */
    owner(owner &&other) noexcept : handle(other.release())
    {
    }

    /* The same; what this one owned is freed. */
    owner &operator=(owner &&other) noexcept
    {
        if (this != &other) {
            destroy_handle<destroyer>(handle, nullptr);
            handle = other.release();
        }
        return *this;
    }

    ~owner()
    {
        destroy_handle<destroyer>(handle, nullptr);
    }

    /* Makes an owner with the creator's arguments. */
    template <class... Arguments> static auto create(Arguments &&...arguments)
    {
        return make<owner>(creator, std::forward<Arguments>(arguments)...);
    }

    /* The handle, borrowed. */
    const Type &get() const noexcept
    {
        return handle;
    }

    /* The handle, borrowed, where a function of C takes it. */
    operator const Type &() const noexcept
    {
        return handle;
    }

    /* Gives up the handle without freeing it. */
    Type release() noexcept
    {
        return std::exchange(handle, Type{});
    }

    /* Frees the handle now, and reports errors. */
    template <class Errors = exceptions> auto close(Errors errors = {})
    {
        Type closed = release();

        return attempt(errors, [&](custub_error *record) {
            return destroy_handle<destroyer>(closed, record);
        });
    }
};

/* The owners: what create() calls, and what frees. */
using device = owner<custub_device *, custub_device_open, custub_device_close>;
using stream = owner<CUstream, custub_stream_create, custub_stream_destroy>;
using event = owner<CUevent, custub_event_create, custub_event_destroy>;
using pool = owner<CUmemoryPool, custub_pool_create, custub_pool_destroy>;
using graph = owner<CUgraph, custub_graph_create, custub_graph_destroy>;
using graph_exec = owner<CUgraphExec, custub_graph_instantiate, custub_graph_exec_destroy>;
using prepared = owner<custub_prepared *, nullptr, custub_prepared_destroy>;
using image = owner<custub_image, custub_image_read, custub_image_free>;
using texture_object =
    owner<custub_texture_object, custub_texture_of_array, custub_texture_object_destroy>;
using surface_object =
    owner<custub_surface_object, custub_surface_of_array, custub_surface_object_destroy>;
using array = owner<custub_array, custub_array_create, custub_array_destroy>;

/* --- Loaded kernels -------------------------------------------------------------------------- */

/* What frees loaded kernels. */
template <class Kernels> custub_status unload(Kernels *kernels, custub_error *record)
{
    return custub_library_unload(kernels, sizeof(*kernels), record);
}

/* `Kernels` is the struct of a generated header: saxpy_kernels. */
template <class Kernels> using loaded = owner<Kernels, nullptr, unload<Kernels>>;

/* load(saxpy_load), load(saxpy_load_images, images): what the generated function takes. */
template <class Function, class... Arguments> auto load(Function function, Arguments &&...arguments)
{
    return call(
        [&](auto &&...all) -> loaded<decltype(function(all...))> {
            return loaded<decltype(function(all...))>(function(all...));
        },
        std::forward<Arguments>(arguments)...);
}
} // namespace custub
#endif
