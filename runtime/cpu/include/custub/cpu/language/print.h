/* custub/cpu/language/print.h: printf() of kernels (CUDA C++ Programming Guide, "Formatted
 * Output"). The text appears by the end of the launch. printf() returns the number of arguments.
 * Part of custub/cpu_device.h. */
#ifndef CUSTUB_CPU_PRINT_H
#define CUSTUB_CPU_PRINT_H

#include "../memory/checked.h"
#include "../threads/place.h"

#include <cstdio>
#include <cstring>
#include <type_traits>

#if defined(CUSTUB_CPU_CHECKED)
namespace custub_cpu
{

/* The text that an argument is if the format says %s: printf() takes any pointer there, whatever
 * its type. */
template <typename Type> const char *text_of(const Type &argument)
{
    typedef typename std::remove_pointer<Type>::type target;

    if constexpr (std::is_pointer<Type>::value && !std::is_function<target>::value)
        return (const char *)argument; /* casts away volatile, too */
    else
        return nullptr;
}

/* Checks a text that the C library will read, where no access is checked: byte by byte, up to the
 * precision; -1: to the end. */
CUSTUB_CPU_UNCHECKED inline void check_text(const char *text, long precision)
{
    for (long i = 0; text && i != precision; i++) {
        custub_cpu_check_table.access(text + i, 1, CUSTUB_CPU_ACCESS_READ,
                                      __builtin_frame_address(0));
        if (text[i] == '\0')
            break;
    }
}

/* texts[i] or numbers[i] is argument i, if it is a text or a number. */
CUSTUB_CPU_UNCHECKED inline void check_texts(const char *format, const char *const *texts,
                                             const long *numbers, size_t count)
{
    size_t at = 0;

    check_text(format, -1);
    while ((format = strchr(format, '%')) != nullptr) {
        long precision = -1;
        bool is_precision = false;
        for (format++; *format && strchr("0123456789+-# .*'hlLqjzt", *format); format++) {
            if (*format == '*' && is_precision && at < count)
                precision = numbers[at];
            if (*format == '*')
                at++;
            else if (*format == '.')
                precision = 0, is_precision = true;
            else if (is_precision && *format >= '0' && *format <= '9')
                precision = 10 * precision + (*format - '0');
        }
        if (*format == '\0')
            return;
        if (*format == 's' && at < count)
            check_text(texts[at], precision);
        if (*format++ != '%')
            at++;
    }
}

template <typename Type> long number_of(const Type &value)
{
    if constexpr (std::is_integral<Type>::value)
        return static_cast<long>(value);
    else
        return -1;
}

} // namespace custub_cpu
#endif

/* Has another name, because <stdio.h> declares printf(). It is in `std` too, for programs that
 * write std::printf. */
template <typename... Arguments>
inline int custub_cpu_printf(const char *format, Arguments... arguments)
{
#if defined(CUSTUB_CPU_CHECKED)
    const char *const texts[] = {::custub_cpu::text_of(arguments)..., nullptr};
    const long numbers[] = {::custub_cpu::number_of(arguments)..., 0};
    ::custub_cpu::check_texts(format, texts, numbers, sizeof...(arguments));
#endif
    char text[512];
    const int size = snprintf(text, sizeof(text), format, arguments...);
    if (size < 0)
        return -1;
    if (static_cast<size_t>(size) < sizeof(text)) {
        ::custub_cpu::services->print(text, static_cast<size_t>(size));
        return static_cast<int>(sizeof...(arguments));
    }
    char *const whole = static_cast<char *>(malloc(static_cast<size_t>(size) + 1));
    if (!whole)
        return -1;
    snprintf(whole, static_cast<size_t>(size) + 1, format, arguments...);
    ::custub_cpu::services->print(whole, static_cast<size_t>(size));
    free(whole);
    return static_cast<int>(sizeof...(arguments));
}

namespace std
{
using ::custub_cpu_printf;
}

#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wformat-security"
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#endif
#define printf custub_cpu_printf

#endif
