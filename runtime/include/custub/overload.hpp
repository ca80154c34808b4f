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

/* What follows "Type = " or "Type=" in this function's name: "sim::particle". */
template <class Type> constexpr text name_of()
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
template <class InC> struct spelling {
    static constexpr text value = without_prefix(name_of<InC>());
};
template <> struct spelling<custub_half> {
    static constexpr text value{"__half", 6};
};
template <> struct spelling<custub_bfloat16> {
    static constexpr text value{"__nv_bfloat16", 13};
};

/* --- Same types ------------------------------------------------------------------------------ */

/* True for classes and unions. */
template <class Type>
struct is_class_or_union
    : std::integral_constant<bool, std::is_class<Type>::value || std::is_union<Type>::value> {
};

template <class Type, bool = std::is_enum<Type>::value> struct number_under {
    typedef Type type;
};
template <class Type> struct number_under<Type, true> {
    typedef typename std::underlying_type<Type>::type type;
};

/* True for integers. */
template <class Type>
constexpr bool is_number = std::is_integral_v<Type> && !std::is_same_v<Type, bool>;

/* What same_type is if nobody specializes it. */
template <class Type, class InC> constexpr bool is_same_type()
{
    typedef typename number_under<Type>::type number;

    if constexpr (std::is_same_v<Type, InC>)
        return true;
    else if constexpr (std::is_enum_v<Type> && std::is_enum_v<InC>)
        return sizeof(Type) == sizeof(InC) && name_of<Type>() == spelling<InC>::value;
    else if constexpr (is_number<number> && is_number<InC>)
        return sizeof(Type) == sizeof(InC) && std::is_signed_v<number> == std::is_signed_v<InC>;
    else if constexpr (is_class_or_union<Type>::value && is_class_or_union<InC>::value)
        return sizeof(Type) == sizeof(InC) && alignof(Type) == alignof(InC) &&
               std::is_trivially_copyable_v<Type> && name_of<Type>() == spelling<InC>::value;
    else
        return false;
}

/* True if Type is the type that InC is in the generated header. */
template <class Type, class InC>
struct same_type : std::integral_constant<bool, is_same_type<Type, InC>()> {
};
/* CUdeviceptr: the elements of a pointer to pointers. */
template <class Type> struct same_type<Type *, CUdeviceptr> : std::true_type {
};

/* The type of a template's parameter that only a Type that is InC's can have. */
template <class Type, class InC> using if_same = std::enable_if_t<same_type<Type, InC>::value, int>;

/* True if elements of type Type can be passed where the kernel has those of InC; void: any. */
template <class Type, class InC>
constexpr bool fits = (std::is_const_v<InC> || !std::is_const_v<Type>)&&(
    std::is_void_v<InC> || same_type<std::remove_cv_t<Type>, std::remove_cv_t<InC>>::value);

/* --- Where elements are ---------------------------------------------------------------------- */

/* The address that a pointer, or a class with get(), has. */
template <class Type> constexpr Type *address(Type *pointer)
{
    return pointer;
}
template <class Pointer> constexpr auto address(const Pointer &pointer) -> decltype(pointer.get())
{
    return pointer.get();
}

/* The type of the elements of a pointer, and of what has data() and size(). */
template <class Pointer>
using element_at = std::remove_pointer_t<decltype(address(std::declval<const Pointer &>()))>;
template <class Container>
using element_in =
    std::enable_if_t<std::is_convertible_v<decltype(std::declval<Container &>().size()), uint64_t>,
                     element_at<std::decay_t<decltype(std::declval<Container &>().data())>>>;

/* True for containers whose memory is the host's. */
template <class Allocator> struct is_host_allocator : std::false_type {
};
template <class Container, class = void> struct is_host : std::false_type {
};
template <class Container>
struct is_host<Container, std::void_t<typename Container::allocator_type>>
    : is_host_allocator<typename Container::allocator_type> {
};

/* --- Arguments ------------------------------------------------------------------------------- */

/* The size of an element; 1 for void. */
template <class Type> constexpr uint64_t bytes_of()
{
    if constexpr (std::is_void_v<Type>)
        return 1;
    else
        return sizeof(Type);
}

/* A negative count is no elements: as an unsigned number it would be more than any memory has. */
template <class Count> constexpr uint64_t count_of(const Count &count)
{
    if constexpr (std::is_integral_v<Count> && std::is_signed_v<Count>)
        return count < 0 ? 0 : static_cast<uint64_t>(count);
    else
        return static_cast<uint64_t>(count);
}

/* True for types that a count can have. */
template <class Count>
constexpr bool is_count =
    std::is_convertible_v<Count, uint64_t> && !std::is_floating_point_v<Count>;

/* Elements for a pointer of the kernel's. View: of C; Element: the type of its elements in C, const
 * if the kernel only reads them. */
template <class View, class Element> struct argument {
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
    template <class Pointer, class Count,
              class = std::enable_if_t<fits<element_at<Pointer>, Element> && is_count<Count>>>
    argument(const Pointer &pointer, const Count &given) : view()
    {
        const uint64_t count = count_of(given);

        view.ptr = reinterpret_cast<CUdeviceptr>(address(pointer));
        view.count = std::is_void_v<Element> ? count * bytes_of<element_at<Pointer>>() : count;
    }

    /* Anything with data() and size(). */
    template <
        class Container, class Type = element_in<Container>,
        class = std::enable_if_t<fits<Type, Element> && !is_host<std::decay_t<Container>>::value>>
    argument(Container &&container) : argument(container.data(), container.size())
    {
    }

    /* Its memory is the host's: copy it to a custub::buffer. */
    template <
        class Container, class Type = element_in<Container>, class = void,
        class = std::enable_if_t<fits<Type, Element> && is_host<std::decay_t<Container>>::value>>
    argument(Container &&host_container) = delete;
};

/* A struct, a half or a vector that a kernel takes by value. */
template <class InC> struct value {
    InC c; /* what the function of C takes */

    /* One of the type of C. */
    value(const InC &given) : c(given)
    {
    }

    /* One of the type that the source has. */
    template <class Type,
              class = std::enable_if_t<same_type<Type, InC>::value && !std::is_same_v<Type, InC>>>
    value(const Type &given) : c()
    {
        static_assert(sizeof(Type) == sizeof(InC), "a type of another size than the kernel's");
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
    template <class Stream,
              class = std::enable_if_t<std::is_convertible_v<const Stream &, CUstream>>>
    launch(const Stream &stream) : own(custub_launch_in(stream)), given(&own)
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
template <class Errors, class Function> auto attempt(Errors errors, Function &&function)
{
    return reporting<Errors>::attempt(errors, function);
}
} // namespace custub
#endif
