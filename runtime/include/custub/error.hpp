/* custub/error.hpp: how C++ functions of custub report errors. C++17.
 *
 * A function of custub's takes one of these as its last argument:
 *     nothing           it throws custub::error
 *     custub::expected  it returns a std::expected<T, custub::error>; C++23. The only way without
 *                       exceptions beside the next one
 *     a custub_error *  it returns what the function of C returns (<custub/status.h>); nullptr is
 *                       allowed
 *
 * custub::call() calls any function of C with one of them:
 *     custub::call(custub_stream_synchronize, stream);
 *     custub::call(custub_stream_synchronize, stream, custub::expected);
 */
#ifndef CUSTUB_ERROR_HPP
#define CUSTUB_ERROR_HPP

#include <stdexcept>
#include <tuple>
#include <utility>
#if defined(__has_include)
#if __has_include(<expected>) && __cplusplus > 202002L
#include <expected>
#endif
#endif

#include "overload.hpp"
#include "status.h"

namespace custub
{
/* A failure. what() is the message of the record. */
class error : public std::runtime_error
{
    custub_error failure;

  public:
    /* The failure that a record holds. */
    explicit error(const custub_error &record) : std::runtime_error(record.message), failure(record)
    {
    }

    /* That of the record. */
    custub_status status() const noexcept
    {
        return failure.status;
    }

    /* The kernel, the parameter and the numbers. */
    const custub_error &record() const noexcept
    {
        return failure;
    }
};

/* --- The three ways -------------------------------------------------------------------------- */

#ifdef __cpp_exceptions
/* Throws what the record holds. */
inline void check(const custub_error &record)
{
    if (custub_failed(&record))
        throw error(record);
}

template <> struct reporting<exceptions> {
    template <class Function> static auto attempt(exceptions, Function &&function)
    {
        custub_error record;

        record.status = CUSTUB_OK; /* the rest is written with a failure */
        if constexpr (std::is_same_v<decltype(function(&record)), custub_status>) {
            if (function(&record))
                throw error(record);
        } else {
            auto made = function(&record);
            check(record);
            return made;
        }
    }
};
#else
template <> struct reporting<exceptions> {
    template <class Function> static void attempt(exceptions, Function &&)
    {
        static_assert(sizeof(Function) == 0, "without exceptions, give custub::expected or a "
                                             "custub_error * as the last argument");
    }
};
#endif

#ifdef __cpp_lib_expected
template <> struct reporting<expected_t> {
    template <class Function> static auto attempt(expected_t, Function &&function)
    {
        typedef decltype(function(nullptr)) returned;
        typedef std::conditional_t<std::is_same_v<returned, custub_status>, void, returned> made;
        typedef std::expected<made, error> result;
        custub_error record;

        record.status = CUSTUB_OK;
        if constexpr (std::is_void_v<made>) {
            return function(&record) ? result(std::unexpect, record) : result();
        } else {
            auto value = function(&record);
            return record.status ? result(std::unexpect, record) : result(std::move(value));
        }
    }
};
#else
template <> struct reporting<expected_t> {
    template <class Function> static void attempt(expected_t, Function &&)
    {
        static_assert(sizeof(Function) == 0, "custub::expected needs the std::expected of C++23");
    }
};
#endif

template <> struct reporting<custub_error *> {
    template <class Function> static auto attempt(custub_error *record, Function &&function)
    {
        return function(record);
    }
};

/* As in C, no record. */
template <> struct reporting<decltype(nullptr)> : reporting<custub_error *> {
};

/* --- Calls of C ------------------------------------------------------------------------------ */

/* True for the three ways. */
template <class Type>
constexpr bool is_reporting =
    std::is_same_v<Type, exceptions> || std::is_same_v<Type, expected_t> ||
    std::is_same_v<Type, custub_error *>;

/* nullptr may be a handle: it is the record of errors if the function takes no more arguments. */
template <class Function, class... Arguments> constexpr bool ends_in_reporting()
{
    if constexpr (sizeof...(Arguments) == 0) {
        return false;
    } else {
        typedef std::tuple_element_t<sizeof...(Arguments) - 1, std::tuple<Arguments...>> last;
        if constexpr (std::is_null_pointer_v<last>)
            return std::is_invocable_v<Function, Arguments...>;
        else
            return is_reporting<last>;
    }
}

/* Calls the function with all arguments but the last, which says how to report errors. */
template <class Function, class Arguments, size_t... Index>
auto call_with(Function function, Arguments &&arguments, std::index_sequence<Index...>)
{
    return attempt(std::get<sizeof...(Index)>(arguments), [&](custub_error *record) {
        return function(std::get<Index>(arguments)..., record);
    });
}

/* Calls a function of C that takes a record of errors last. */
template <class Function, class... Arguments> auto call(Function function, Arguments &&...arguments)
{
    if constexpr (ends_in_reporting<Function, std::decay_t<Arguments>...>())
        return call_with(function, std::forward_as_tuple(arguments...),
                         std::make_index_sequence<sizeof...(Arguments) - 1>());
    else
        return call_with(function, std::forward_as_tuple(arguments..., exceptions()),
                         std::make_index_sequence<sizeof...(Arguments)>());
}
} // namespace custub
#endif
