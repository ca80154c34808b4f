#include "platform/settings.h"

#include <string.h>

#include <custub/bounds.h>
#include <custub/launch.h>
#include <custub/runtime.h>
#include <custub/setting.h>

#include "error/error.h"
#include "platform/platform.h"

#define WORDS_AT_MOST 3

typedef struct word {
    const char *text;
    int value;
} word;

/* A variable and the words that it accepts. */
typedef struct variable {
    const char *name;
    const char *accepts;
    int unset; /* the value without it */
    word words[WORDS_AT_MOST];
    int off, on; /* the values of a switch; both 0: it is none */
} variable;

static const variable variables[CUSTUBI_SETTING_COUNT] = {
    [CUSTUBI_SETTING_DRIVER] = {"CUSTUB_DRIVER",
                                "'cuda' or 'cpu'",
                                CUSTUB_DRIVER_DEFAULT,
                                {{"cuda", CUSTUB_DRIVER_CUDA}, {"cpu", CUSTUB_DRIVER_CPU}},
                                0,
                                0},
    [CUSTUBI_SETTING_CHECK] = {"CUSTUB_CHECK",
                               "'whole', 'contract' or 'none'",
                               CUSTUB_CHECK_WHOLE,
                               {{"whole", CUSTUB_CHECK_WHOLE},
                                {"contract", CUSTUB_CHECK_CONTRACT},
                                {"none", CUSTUB_CHECK_NONE}},
                               0,
                               0},
    [CUSTUBI_SETTING_SYNC] = {"CUSTUB_SYNC", CUSTUB_SETTING_SWITCH, 0, {{NULL, 0}}, 0, 1},
    [CUSTUBI_SETTING_LEAKS] = {"CUSTUB_LEAKS", CUSTUB_SETTING_SWITCH, 0, {{NULL, 0}}, 0, 1},
    [CUSTUBI_SETTING_NVTX] = {"CUSTUB_NVTX", CUSTUB_SETTING_SWITCH, -1, {{NULL, 0}}, 0, 1},
    [CUSTUBI_SETTING_BOUNDS] = {"CUSTUB_BOUNDS_CHECKS",
                                "trap, measure, always, " CUSTUB_SETTING_SWITCH,
                                CUSTUB_BOUNDS_CHECKS_OFF,
                                {{"trap", CUSTUB_BOUNDS_CHECKS_TRAP},
                                 {"measure", CUSTUB_BOUNDS_CHECKS_MEASURE},
                                 {"always", CUSTUB_BOUNDS_CHECKS_ALWAYS}},
                                CUSTUB_BOUNDS_CHECKS_OFF,
                                CUSTUB_BOUNDS_CHECKS_ON},
};

static bool read_value(const variable *of, const char *text, int *value)
{
    int on = of->on ? custub_setting_switch(text, strlen(text)) : -1;

    *value = on > 0 ? of->on : of->off;
    if (on >= 0)
        return true;
    for (size_t i = 0; i < WORDS_AT_MOST && of->words[i].text; i++) {
        *value = of->words[i].value;
        if (custub_setting_is(text, strlen(text), of->words[i].text))
            return true;
    }
    return false;
}

int custubi_setting_of(custubi_setting setting)
{
    const variable *of = &variables[setting];
    const char *text = custubi_environment(of->name);
    int value = of->unset;

    return text && read_value(of, text, &value) ? value : of->unset;
}

custub_status custubi_settings_check(custub_error *error)
{
    for (size_t i = 0; i < CUSTUBI_SETTING_COUNT; i++) {
        const char *text = custubi_environment(variables[i].name);
        int value;
        if (text && !read_value(&variables[i], text, &value))
            return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                     "the environment variable %s is '%.64s': it may be %s",
                                     variables[i].name, text, variables[i].accepts);
    }
    return CUSTUB_OK;
}
