/* dladdr() is a GNU function. */
#define _GNU_SOURCE

#include "api/memory_checker.h"

#include "api/settings.h"

#include <custub/setting.h>

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VARIABLE      "CUSTUB_CPU_CHECK"
#define LIBRARY       "libcustub_cpu_check.so.1"
#define DEFAULT_KINDS (CPU_CHECK_MEMORY | CPU_CHECK_INIT | CPU_CHECK_RACE | CPU_CHECK_BARRIER)
#define DEFAULT_LIMIT 100

_Static_assert((int)CPU_CHECK_ILLEGAL_ADDRESS == (int)CUDA_ERROR_ILLEGAL_ADDRESS &&
                   (int)CPU_CHECK_MISALIGNED_ADDRESS == (int)CUDA_ERROR_MISALIGNED_ADDRESS,
               "the checker's results are the driver's");

const cpu_checker *_Atomic cpu_memory_checker_opened;

static cpu_check_settings settings;

/* --- Settings ------------------------------------------------------------------------------------
 */

static bool kinds_of(const char *word, size_t length, unsigned *kinds)
{
    static const struct {
        const char *word;
        unsigned kind;
    } words[] = {
        {"memory", CPU_CHECK_MEMORY},     {"init", CPU_CHECK_INIT},
        {"race", CPU_CHECK_RACE},         {"barrier", CPU_CHECK_BARRIER},
        {"exit", CPU_CHECK_EXIT},         {"shuffle", CPU_CHECK_SHUFFLE},
        {"contract", CPU_CHECK_CONTRACT}, {"global", CPU_CHECK_GLOBAL},
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

static unsigned read_kinds(const char *text)
{
    unsigned kinds = 0;

    for (const char *list = text; list && *list; list += *list == ',') {
        size_t length = strcspn(list, ",");
        unsigned found = 0;
        if (!kinds_of(list, length, &found)) {
            cpu_setting_refuse(VARIABLE, text,
                               "it may be " CUSTUB_SETTING_SWITCH
                               ", or a list of memory, init, race, barrier, exit, shuffle, "
                               "contract and global, separated by commas");
            return 0;
        }
        kinds |= found;
        list += length;
    }
    return kinds;
}

static void read_settings(const char *text)
{
    const char *log = cpu_setting_text("CUSTUB_CPU_CHECK_LOG");

    settings.kinds = read_kinds(text);
    settings.limit = (size_t)cpu_setting_number("CUSTUB_CPU_CHECK_LIMIT", 0, SIZE_MAX,
                                                DEFAULT_LIMIT, "a number");
    /* The program may change its environment later. */
    settings.log = log ? strdup(log) : NULL;
}

/* --- The library ---------------------------------------------------------------------------------
 */

/* The checker is looked for in the driver's own folder only: not where a link to the driver is, and
 * not where the environment says. */
static bool find_library(char path[PATH_MAX + sizeof(LIBRARY)])
{
    Dl_info own;
    char *slash;

    if (!dladdr(&settings, &own) || !realpath(own.dli_fname, path))
        return false;
    slash = strrchr(path, '/');
    memcpy(slash + 1, LIBRARY, sizeof(LIBRARY));
    return true;
}

static void open_library(const char *text)
{
    char path[PATH_MAX + sizeof(LIBRARY)];
    void *library;
    void *symbol;
    cpu_checker_entry *entry = NULL;

    if (!find_library(path)) {
        cpu_setting_refuse(VARIABLE, text,
                           "the folder of " LIBRARY
                           " cannot be found; open the CPU driver by an absolute path");
        return;
    }
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        cpu_setting_refuse(VARIABLE, text,
                           "the memory checker cannot be opened; install it beside the CPU driver: "
                           "%s",
                           dlerror());
        return;
    }
    symbol = dlsym(library, CPU_CHECKER_ENTRY);
    if (!symbol) {
        cpu_setting_refuse(VARIABLE, text,
                           "%s does not fit the CPU driver; install both from the same build",
                           path);
        return;
    }
    /* ISO C does not convert an object's address to a function's. */
    memcpy(&entry, &symbol, sizeof(entry));
    atomic_store(&cpu_memory_checker_opened, entry(&settings));
}

static void open_checker(void)
{
    const char *text = cpu_setting_text(VARIABLE);

    read_settings(text);
    if (settings.kinds)
        open_library(text);
}

void cpu_memory_checker_open(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, open_checker);
}

unsigned cpu_memory_checker_kinds(void)
{
    return cpu_memory_checker() ? settings.kinds : 0;
}
