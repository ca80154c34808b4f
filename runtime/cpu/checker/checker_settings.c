#define _POSIX_C_SOURCE 200809L

#include "checker/checker_settings.h"

#include "api/settings.h"

#include <custub/setting.h>

#include <pthread.h>
#include <stdint.h>
#include <string.h>

#define VARIABLE      "CUSTUB_CPU_CHECK"
#define DEFAULT_KINDS (CPU_CHECK_MEMORY | CPU_CHECK_INIT | CPU_CHECK_RACE | CPU_CHECK_BARRIER)
#define DEFAULT_LIMIT 100

static cpu_check_settings settings;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool kinds_of(const char *word, size_t length, unsigned *kinds)
{
    static const struct {
        const char *word;
        unsigned kind;
    } words[] = {
        {"memory", CPU_CHECK_MEMORY},   {"init", CPU_CHECK_INIT}, {"race", CPU_CHECK_RACE},
        {"barrier", CPU_CHECK_BARRIER}, {"exit", CPU_CHECK_EXIT},
    };
    const int is_on = custub_setting_switch(word, length);

    if (is_on >= 0) {
        *kinds = is_on ? DEFAULT_KINDS : 0;
        return true;
    }
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        *kinds = words[i].kind;
        if (custub_setting_is(word, length, words[i].word))
            return true;
    }
    return false;
}

static unsigned read_kinds(void)
{
    const char *text = cpu_setting_text(VARIABLE);
    unsigned kinds = 0;

    for (const char *list = text; list && *list; list += *list == ',') {
        size_t length = strcspn(list, ",");
        unsigned found = 0;
        if (!kinds_of(list, length, &found)) {
            cpu_setting_refuse(VARIABLE, text,
                               "it may be " CUSTUB_SETTING_SWITCH
                               ", or a list of memory, init, race, barrier and exit, separated by "
                               "commas");
            return 0;
        }
        kinds |= found;
        list += length;
    }
    return kinds;
}

static void read_settings(void)
{
    const char *log = cpu_setting_text("CUSTUB_CPU_CHECK_LOG");

    settings.kinds = read_kinds();
    settings.limit = (size_t)cpu_setting_number("CUSTUB_CPU_CHECK_LIMIT", 0, SIZE_MAX,
                                                DEFAULT_LIMIT, "a number");
    /* A copy, since the program may change its environment. */
    settings.log = log ? strdup(log) : NULL;
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
