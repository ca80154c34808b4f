/* custub/cpu/print.h: printf() of kernels (CUDA C++ Programming Guide, "Formatted Output"): what it
 * prints is shown by the end of the launch, and it returns how many arguments it was given. Part of
 * custub/cpu_device.h. */
#ifndef CUSTUB_CPU_PRINT_H
#define CUSTUB_CPU_PRINT_H

#include "place.h"

#include <cstdio>

/* By another name, since <stdio.h> has it; in `std` too, for those who write std::printf. */
template <typename... Arguments>
inline int custub_cpu_printf(const char *format, Arguments... arguments)
{
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
