/* custub/overload.hpp: what the C++ overloads of launch functions take. Generated headers include
 * it by stub.h; programs include <custub/custub.hpp>. C++17.
 *
 *     launch_axpy(kernels, launch, n, a, x, y);                    // throws custub::error
 *     launch_axpy(kernels, launch, n, a, x, y, custub::expected);  // std::expected
 *     launch_axpy(kernels, launch, n, a, x, y, &error);            // custub_status, as in C
 *     launch_axpy(kernels, launch, n, a, x, y, nullptr);           // the same, without a record
 *
 * - `launch`: a stream, a custub_launch or nullptr.
 * - A pointer of the kernel's: anything with data() and size(), such as a custub::buffer, a
 *   std::span or a thrust::device_vector; {pointer, count}; a view of C; nullptr. data() and
 *   `pointer` are a T * or a class with get(), such as thrust::device_ptr<T>. They borrow device
 *   memory: std::vector and std::array with memory of the host are refused. const elements are
 *   refused where the kernel writes.
 * - T must be the kernel's type: an integer of the same size and sign, the same floating-point
 *   type, the C type of the header; or a class, union or enumeration of the name, size and
 *   alignment that the type has in the source: __half, float4, the program's own structs. C++
 *   allows only one definition of a name in a program, so this is the kernel's. custub::same_type
 *   can be specialized for others. Classes and enumerations by value follow the same rule.
 */
#ifndef CUSTUB_OVERLOAD_HPP
#define CUSTUB_OVERLOAD_HPP

#include <string.h>
#include <type_traits>

#include "launch.h"
#include "view.h"

#define CUSTUB_OVERLOADS /* generated headers have them */

/* What C++ has beside the functions of C: <custub/custub.hpp>. */
namespace custub
{
/* --- Names of types -------------------------------------------------------------------------- */

/* A part of a string. */
struct text {
    const char *data;
    size_t size;

    constexpr bool operator==(const text &other) const
    {
        bool is_equal = size == other.size;
        for (size_t i = 0; is_equal && i < size; i++)
            is_equal = data[i] == other.data[i];
        return is_equal;
    }
};

/* What follows "T = " or "T=" in this function's name: "sim::particle". */
template <class T> constexpr text name_of()
{
    text name{__PRETTY_FUNCTION__, sizeof(__PRETTY_FUNCTION__) - 2};

    for (; *name.data != '['; name.data++)
        name.size--;
    for (; *name.data != '='; name.data++)
        name.size--;
    for (bool is_before = true; is_before; is_before = *name.data == ' ') {
        name.data++;
        name.size--;
    }
    return name;
}

/* "float4" for custub_float4. */
constexpr text without_prefix(text name)
{
    const text prefix{"custub_", 7};

    if (name.size > prefix.size && text{name.data, prefix.size} == prefix) {
        name.data += prefix.size;
        name.size -= prefix.size;
    }
    return name;
}

/* The name that a C type has in the source. */
template <class C> struct spelling {
    static constexpr text value = without_prefix(name_of<C>());
};
template <> struct spelling<custub_half> {
    static constexpr text value{"__half", 6};
};
template <> struct spelling<custub_bfloat16> {
    static constexpr text value{"__nv_bfloat16", 13};
};

/* --- Same types ------------------------------------------------------------------------------ */

/* True for classes and unions. */
template <class T>
struct is_class_or_union
    : std::integral_constant<bool, std::is_class<T>::value || std::is_union<T>::value> {
};

template <class T, bool = std::is_enum<T>::value> struct number_under {
    typedef T type;
};
template <class T> struct number_under<T, true> {
    typedef typename std::underlying_type<T>::type type;
};

/* True for integers. */
template <class T> constexpr bool is_number = std::is_integral_v<T> && !std::is_same_v<T, bool>;

/* What same_type is if nobody specializes it. */
template <class T, class C> constexpr bool is_same_type()
{
    typedef typename number_under<T>::type number;

    if constexpr (std::is_same_v<T, C>)
        return true;
    else if constexpr (std::is_enum_v<T> && std::is_enum_v<C>)
        return sizeof(T) == sizeof(C) && name_of<T>() == spelling<C>::value;
    else if constexpr (is_number<number> && is_number<C>)
        return sizeof(T) == sizeof(C) && std::is_signed_v<number> == std::is_signed_v<C>;
    else if constexpr (is_class_or_union<T>::value && is_class_or_union<C>::value)
        return sizeof(T) == sizeof(C) && alignof(T) == alignof(C) &&
               std::is_trivially_copyable_v<T> && name_of<T>() == spelling<C>::value;
    else
        return false;
}

/* True if T is the type that C is in the generated header. */
template <class T, class C> struct same_type : std::integral_constant<bool, is_same_type<T, C>()> {
};
/* CUdeviceptr: the elements of a pointer to pointers. */
template <class T> struct same_type<T *, CUdeviceptr> : std::true_type {
};

/* The type of a template's parameter that only a T that is C's type can have. */
template <class T, class C> using if_same = std::enable_if_t<same_type<T, C>::value, int>;

/* True if elements of type T can be passed where the kernel has those of type C; void: any. */
template <class T, class C>
constexpr bool fits = (std::is_const_v<C> || !std::is_const_v<T>)&&(
    std::is_void_v<C> || same_type<std::remove_cv_t<T>, std::remove_cv_t<C>>::value);

/* --- Where elements are ---------------------------------------------------------------------- */

/* The address that a pointer, or a class with get(), has. */
template <class T> constexpr T *address(T *pointer)
{
    return pointer;
}
template <class P> constexpr auto address(const P &pointer) -> decltype(pointer.get())
{
    return pointer.get();
}

/* The type of the elements of a pointer, and of what has data() and size(). */
template <class P>
using element_at = std::remove_pointer_t<decltype(address(std::declval<const P &>()))>;
template <class C>
using element_in =
    std::enable_if_t<std::is_convertible_v<decltype(std::declval<C &>().size()), uint64_t>,
                     element_at<std::decay_t<decltype(std::declval<C &>().data())>>>;

/* True for containers whose memory is the host's. */
template <class Allocator> struct is_host_allocator : std::false_type {
};
template <class C, class = void> struct is_host : std::false_type {
};
template <class C>
struct is_host<C, std::void_t<typename C::allocator_type>>
    : is_host_allocator<typename C::allocator_type> {
};

/* --- Arguments ------------------------------------------------------------------------------- */

/* The size of an element; 1 for void. */
template <class T> constexpr uint64_t bytes_of()
{
    if constexpr (std::is_void_v<T>)
        return 1;
    else
        return sizeof(T);
}

/* A negative count is no elements: as an unsigned number it would be more than any memory has. */
template <class N> constexpr uint64_t count_of(const N &count)
{
    if constexpr (std::is_integral_v<N> && std::is_signed_v<N>)
        return count < 0 ? 0 : static_cast<uint64_t>(count);
    else
        return static_cast<uint64_t>(count);
}

/* True for types that a count can have. */
template <class N>
constexpr bool is_count = std::is_convertible_v<N, uint64_t> && !std::is_floating_point_v<N>;

/* Elements for a pointer of the kernel's. View: of C; E: the type of its elements in C, const if
 * the kernel only reads them. */
template <class View, class E> struct argument {
    View view; /* what the function of C takes */

    /* A view of C. */
    argument(const View &given) : view(given)
    {
    }

    /* A null pointer. */
    argument(decltype(nullptr)) : view()
    {
    }

    /* {pointer, count}. */
    template <class P, class N, class = std::enable_if_t<fits<element_at<P>, E> && is_count<N>>>
    argument(const P &pointer, const N &given) : view()
    {
        const uint64_t count = count_of(given);

        view.ptr = reinterpret_cast<CUdeviceptr>(address(pointer));
        view.count = std::is_void_v<E> ? count * bytes_of<element_at<P>>() : count;
    }

    /* Anything with data() and size(). */
    template <class C, class T = element_in<C>,
              class = std::enable_if_t<fits<T, E> && !is_host<std::decay_t<C>>::value>>
    argument(C &&container) : argument(container.data(), container.size())
    {
    }

    /* Its memory is the host's: copy it to a custub::buffer. */
    template <class C, class T = element_in<C>, class = void,
              class = std::enable_if_t<fits<T, E> && is_host<std::decay_t<C>>::value>>
    argument(C &&host_container) = delete;
};

/* A struct, a half or a vector that a kernel takes by value. */
template <class C> struct value {
    C c; /* what the function of C takes */

    /* One of the type of C. */
    value(const C &given) : c(given)
    {
    }

    /* One of the type that the source has. */
    template <class T, class = std::enable_if_t<same_type<T, C>::value && !std::is_same_v<T, C>>>
    value(const T &given) : c()
    {
        static_assert(sizeof(T) == sizeof(C), "a type of another size than the kernel's");
        memcpy(&c, &given, sizeof(c));
    }
};

/* How to launch: in a stream, by a custub_launch, which is borrowed, or by default. */
class launch
{
    custub_launch own;
    const custub_launch *given;

  public:
    /* By default. */
    launch(decltype(nullptr)) : given(nullptr)
    {
    }

    /* By a custub_launch. */
    launch(const custub_launch &borrowed) : given(&borrowed)
    {
    }

    /* By a custub_launch; null: by default. */
    launch(const custub_launch *borrowed) : given(borrowed)
    {
    }

    /* In a stream. */
    template <class S, class = std::enable_if_t<std::is_convertible_v<const S &, CUstream>>>
    launch(const S &stream) : own(custub_launch_in(stream)), given(&own)
    {
    }

    launch(const launch &) = delete;
    launch &operator=(const launch &) = delete;

    /* What the function of C takes. */
    const custub_launch *get() const
    {
        return given;
    }
};

/* --- Errors ---------------------------------------------------------------------------------- */

/* What functions take last to choose how they report errors; a custub_error *, which may be
 * nullptr, is the third. */
struct exceptions {
};
struct expected_t {
};
inline constexpr expected_t expected{};

template <class Errors> struct reporting {
    static_assert(sizeof(Errors) == 0, "include <custub/custub.hpp>, and give nothing, "
                                       "custub::expected or a custub_error * as the last argument");
};

/* Calls `function` with a record of errors, and reports as `errors` says. */
template <class Errors, class F> auto attempt(Errors errors, F &&function)
{
    return reporting<Errors>::attempt(errors, function);
}
} // namespace custub
#endif
