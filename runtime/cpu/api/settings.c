#define _GNU_SOURCE /* secure_getenv */

#include "api/settings.h"

#include <custub/setting.h>

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static struct {
    pthread_mutex_t lock;
    char text[384]; /* empty: there is none */
} fault = {.lock = PTHREAD_MUTEX_INITIALIZER};

const char *cpu_setting_text(const char *name)
{
    const char *text = secure_getenv(name);

    return text && *text ? text : NULL;
}

void cpu_setting_refuse(const char *name, const char *text, const char *format, ...)
{
    va_list arguments;
    int length;

    pthread_mutex_lock(&fault.lock);
    if (!fault.text[0]) {
        length = snprintf(fault.text, sizeof(fault.text),
                          "the environment variable %s is '%.64s': ", name, text);
        va_start(arguments, format);
        vsnprintf(fault.text + length, sizeof(fault.text) - (size_t)length, format, arguments);
        va_end(arguments);
    }
    pthread_mutex_unlock(&fault.lock);
}

uint64_t cpu_setting_number(const char *name, uint64_t least, uint64_t most, uint64_t otherwise,
                            const char *accepts)
{
    const char *text = cpu_setting_text(name);
    uint64_t number = otherwise;

    if (text && !custub_setting_number(text, least, most, &number))
        cpu_setting_refuse(name, text, "it may be %s", accepts);
    return number;
}

const char *cpu_setting_fault(void)
{
    return fault.text[0] ? fault.text : NULL;
}
