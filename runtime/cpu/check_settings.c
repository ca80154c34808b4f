#define _POSIX_C_SOURCE 200809L

#include "check_settings.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_KINDS (CPU_CHECK_MEMORY | CPU_CHECK_INIT | CPU_CHECK_RACE | CPU_CHECK_BARRIER)
#define DEFAULT_LIMIT 100

static cpu_check_settings settings;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static unsigned kinds_of(const char *word, size_t length)
{
    static const struct {
        const char *word;
        unsigned kinds;
    } words[] = {
        {"0", 0},
        {"1", DEFAULT_KINDS},
        {"memory", CPU_CHECK_MEMORY},
        {"init", CPU_CHECK_INIT},
        {"race", CPU_CHECK_RACE},
        {"barrier", CPU_CHECK_BARRIER},
        {"exit", CPU_CHECK_EXIT},
    };

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (strlen(words[i].word) == length && strncmp(words[i].word, word, length) == 0)
            return words[i].kinds;
    }
    /* Whoever sets the variable wants a check: a slip of the pen may not turn it off silently. */
    fprintf(stderr,
            "custub: CUSTUB_CPU_CHECK: '%.*s' is none of 0, 1, memory, init, race, barrier, exit; "
            "taken as 1\n",
            (int)length, word);
    return DEFAULT_KINDS;
}

static unsigned read_kinds(const char *list)
{
    unsigned kinds = 0;

    while (list && *list) {
        size_t length = strcspn(list, ",");
        kinds |= kinds_of(list, length);
        list += length + (list[length] == ',');
    }
    return kinds;
}

static size_t read_limit(const char *text)
{
    unsigned long long value;
    char *end;

    if (!text || !*text)
        return DEFAULT_LIMIT;
    errno = 0;
    value = strtoull(text, &end, 10);
    if (errno == 0 && *end == '\0' && text[0] >= '0' && text[0] <= '9' && value <= SIZE_MAX)
        return (size_t)value;
    fprintf(stderr, "custub: CUSTUB_CPU_CHECK_LIMIT: '%s' is no number; taken as %d\n", text,
            DEFAULT_LIMIT);
    return DEFAULT_LIMIT;
}

static void read_settings(void)
{
    const char *log = getenv("CUSTUB_CPU_CHECK_LOG");

    settings.kinds = read_kinds(getenv("CUSTUB_CPU_CHECK"));
    settings.limit = read_limit(getenv("CUSTUB_CPU_CHECK_LIMIT"));
    /* A copy, since the program may change its environment. */
    settings.log = log && *log ? strdup(log) : NULL;
}

const cpu_check_settings *cpu_check_settings_get(void)
{
    pthread_once(&once, read_settings);
    return &settings;
}

bool cpu_check_is_on(void)
{
    return cpu_check_settings_get()->kinds != 0;
}
