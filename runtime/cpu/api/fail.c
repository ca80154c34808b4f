#define _POSIX_C_SOURCE 200809L

#include "api/fail.h"

#include "api/settings.h"

#include <pthread.h>
#include <string.h>

#define VARIABLE      "CUSTUB_CPU_FAIL"
#define RULES_AT_MOST 64

/* Call number `call` of each function with this name fails. */
typedef struct fail_rule {
    const char *name; /* of the function, without or with its version */
    uint64_t call;
    CUresult result;
    _Atomic uint64_t calls;
} fail_rule;

typedef struct function_name {
    const char *plain;
    const char *exported;
} function_name;

static const function_name names[] = {
#define NAME(name, version, exported, parameters) {#name, #exported},
    CPU_FUNCTION_TABLE(NAME)
#undef NAME
};

static fail_rule rules[RULES_AT_MOST];
static size_t rule_count;

/* True until the variable was read, so that the first call reads it. */
atomic_bool cpu_fail_is_armed = true;

/* --- Reading the variable ------------------------------------------------------------------------
 */

static const char *find_name(const char *text, size_t length)
{
    for (size_t i = 0; i < CPU_FUNCTION_COUNT; i++) {
        if (strlen(names[i].plain) == length && memcmp(names[i].plain, text, length) == 0)
            return names[i].plain;
        if (strlen(names[i].exported) == length && memcmp(names[i].exported, text, length) == 0)
            return names[i].exported;
    }
    return NULL;
}

static bool find_result(const char *text, size_t length, CUresult *result)
{
    static const struct {
        const char *name;
        CUresult result;
    } results[] = {
#define RESULT(name, number, text) {#name, name},
        CPU_RESULT_TABLE(RESULT)
#undef RESULT
    };

    for (size_t i = 0; i < sizeof(results) / sizeof(results[0]); i++) {
        if (strlen(results[i].name) == length && memcmp(results[i].name, text, length) == 0) {
            *result = results[i].result;
            return results[i].result != CUDA_SUCCESS;
        }
    }
    return false;
}

/* The error that this function is most likely to fail with. */
static CUresult usual_result(const char *name)
{
    if (strncmp(name, "cuLaunch", 8) == 0 || strncmp(name, "cuGraphLaunch", 13) == 0)
        return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
    if (strcmp(name, "cuInit") == 0)
        return CUDA_ERROR_NO_DEVICE;
    if (strstr(name, "Synchronize") || strstr(name, "Memcpy") || strstr(name, "Memset"))
        return CUDA_ERROR_LAUNCH_FAILED;
    return CUDA_ERROR_OUT_OF_MEMORY;
}

/* Reads one `name:n[=result]` of `length` bytes. Returns what is wrong with it, or null. */
static const char *read_rule(const char *text, size_t length, fail_rule *rule)
{
    const char *colon = memchr(text, ':', length);
    const char *end = text + length;
    const char *equals;

    if (!colon)
        return "has no ':' and call number";
    rule->name = find_name(text, (size_t)(colon - text));
    if (!rule->name)
        return "does not begin with a function of this driver";
    rule->call = 0;
    for (equals = colon + 1; equals < end && *equals >= '0' && *equals <= '9'; equals++) {
        if (rule->call > UINT32_MAX)
            return "has a call number that is too large";
        rule->call = rule->call * 10 + (uint64_t)(*equals - '0');
    }
    if (rule->call == 0)
        return "needs a call number of 1 or more";
    rule->result = usual_result(rule->name);
    if (equals == end)
        return NULL;
    if (*equals != '=' || !find_result(equals + 1, (size_t)(end - equals - 1), &rule->result))
        return "has text after the call number that is not '=' and an error's name";
    return NULL;
}

/* Reads all rules. False if one of them is wrong. */
static bool read_rules(const char *variable)
{
    const char *text = variable;
    bool has_more = true;

    while (has_more) {
        size_t length = strcspn(text, ",");
        const char *fault = "is one rule too many";

        if (rule_count < RULES_AT_MOST)
            fault = read_rule(text, length, &rules[rule_count]);
        if (fault) {
            cpu_setting_refuse(VARIABLE, variable,
                               "'%.*s' %s; write for example cuMemAlloc:3 or "
                               "cuMemAlloc:3=CUDA_ERROR_OUT_OF_MEMORY",
                               (int)(length < 64 ? length : 64), text, fault);
            return false;
        }
        rule_count++;
        has_more = text[length] == ',';
        text += length + 1;
    }
    return true;
}

static void read_variable(void)
{
    const char *text = cpu_setting_text(VARIABLE);

    if (text && !read_rules(text))
        rule_count = 0;
    atomic_store(&cpu_fail_is_armed, rule_count > 0);
}

void cpu_fail_read_setting(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, read_variable);
}

/* --- A call --------------------------------------------------------------------------------------
 */

CUresult cpu_fail_call(cpu_function function)
{
    CUresult result = CUDA_SUCCESS;

    cpu_fail_read_setting();
    for (size_t i = 0; i < rule_count; i++) {
        fail_rule *rule = &rules[i];
        if (strcmp(rule->name, names[function].plain) != 0 &&
            strcmp(rule->name, names[function].exported) != 0)
            continue;
        if (atomic_fetch_add(&rule->calls, 1) + 1 == rule->call)
            result = rule->result;
    }
    return result;
}
