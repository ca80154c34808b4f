#include "trial/finding.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The length of a number at the beginning of the text, as printf writes it; 0: there is none. */
static size_t number_length(const char *text)
{
    const size_t sign = *text == '-';

    if (strncmp(text + sign, "nan", 3) == 0 || strncmp(text + sign, "inf", 3) == 0)
        return isalpha((unsigned char)text[sign + 3]) ? 0 : sign + 3;
    if (!isdigit((unsigned char)text[sign]))
        return 0;
    return sign + strspn(text + sign, "0123456789.e+");
}

/* Copies the text with each number as '#', so that other sizes and threads give the same key. */
static void make_key(char *key, size_t size, const char *text)
{
    size_t length = 0;

    while (*text && length + 2 < size) {
        const size_t number = number_length(text);

        key[length++] = number ? '#' : *text;
        text += number ? number : 1;
    }
    key[length] = '\0';
}

/* Copies the file and line as they are: two lines are two mistakes. */
static void make_key_at_place(char *key, size_t size, const char *text)
{
    const char *end = strstr(text, ": ");
    const size_t place = end ? (size_t)(end - text) : 0;

    snprintf(key, size, "%.*s", (int)place, text);
    make_key(key + strlen(key), size - strlen(key), text + place);
}

static bool are_same(const trial_finding *a, const trial_finding *b)
{
    return strcmp(a->key, b->key) == 0 &&
           (!a->pointer[0] || !b->pointer[0] || strcmp(a->pointer, b->pointer) == 0);
}

const trial_finding *trial_findings_get(const trial_findings *findings,
                                        const trial_finding *finding)
{
    for (size_t i = 0; i < findings->count; i++) {
        if (are_same(&findings->list[i], finding))
            return &findings->list[i];
    }
    return NULL;
}

size_t trial_findings_mistakes(const trial_findings *findings)
{
    size_t count = 0;

    for (size_t i = 0; i < findings->count; i++)
        count += !findings->list[i].is_note;
    return count;
}

bool trial_kind_is_outside(trial_kind kind)
{
    return kind == TRIAL_OUTSIDE || kind == TRIAL_BEFORE;
}

trial_finding *trial_findings_take(trial_findings *findings, const trial_finding *finding,
                                   const char *mistake)
{
    trial_finding taken = *finding;

    make_key_at_place(taken.key, sizeof(taken.key), mistake);
    if (findings->count == TRIAL_FINDINGS || trial_findings_get(findings, &taken))
        return NULL;
    findings->list[findings->count] = taken;
    return &findings->list[findings->count++];
}

trial_finding *trial_findings_add(trial_findings *findings, trial_kind kind, const char *advice,
                                  const char *format, ...)
{
    trial_finding finding = {.kind = kind};
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(finding.text, sizeof(finding.text), format, arguments);
    va_end(arguments);
    snprintf(finding.advice, sizeof(finding.advice), "%s", advice);
    return trial_findings_take(findings, &finding, finding.text);
}
