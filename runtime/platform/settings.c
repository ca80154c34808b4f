#include "platform/settings.h"

#include <string.h>

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

/* A variable and the words that it accepts. Without words it is a switch. */
typedef struct variable {
    const char *name;
    const char *accepts;
    int unset; /* the value without it */
    word words[WORDS_AT_MOST];
} variable;

static const variable variables[CUSTUBI_SETTING_COUNT] = {
    [CUSTUBI_SETTING_DRIVER] = {"CUSTUB_DRIVER",
                                "'cuda' or 'cpu'",
                                CUSTUB_DRIVER_DEFAULT,
                                {{"cuda", CUSTUB_DRIVER_CUDA}, {"cpu", CUSTUB_DRIVER_CPU}}},
    [CUSTUBI_SETTING_CHECK] = {"CUSTUB_CHECK",
                               "'whole', 'contract' or 'none'",
                               CUSTUB_CHECK_WHOLE,
                               {{"whole", CUSTUB_CHECK_WHOLE},
                                {"contract", CUSTUB_CHECK_CONTRACT},
                                {"none", CUSTUB_CHECK_NONE}}},
    [CUSTUBI_SETTING_SYNC] = {"CUSTUB_SYNC", CUSTUB_SETTING_SWITCH, 0, {{NULL, 0}}},
    [CUSTUBI_SETTING_LEAKS] = {"CUSTUB_LEAKS", CUSTUB_SETTING_SWITCH, 0, {{NULL, 0}}},
    [CUSTUBI_SETTING_NVTX] = {"CUSTUB_NVTX", CUSTUB_SETTING_SWITCH, -1, {{NULL, 0}}},
};

static bool read_value(const variable *of, const char *text, int *value)
{
    if (!of->words[0].text) {
        *value = custub_setting_switch(text, strlen(text));
        return *value >= 0;
    }
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
