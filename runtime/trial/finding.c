#include "trial/finding.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- One finding ------------------------------------------------------------------------------ */

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

/* An access out of bounds goes beyond a buffer in one launch, and beyond an allocation in another.
 */
static void name_access(trial_finding *finding)
{
    static const char *const words[] = {
        "out of bounds: ", "beyond the contract: ", "wild pointer: "};

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        char *found = strstr(finding->key, words[i]);
        const char *name = strchr(finding->text, '\'');

        if (!found)
            continue;
        memmove(found, found + strlen(words[i]), strlen(found + strlen(words[i])) + 1);
        found[strcspn(found, " ")] = '\0';           /* "read" */
        name = name ? strchr(name + 1, '\'') : NULL; /* behind the kernel's */
        name = name ? strchr(name + 1, '\'') : NULL;
        if (name)
            snprintf(finding->pointer, sizeof(finding->pointer), "%.*s",
                     (int)strcspn(name + 1, "'"), name + 1);
        return;
    }
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

void trial_findings_add(trial_findings *findings, const char *advice, const char *format, ...)
{
    trial_finding finding;
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(finding.text, sizeof(finding.text), format, arguments);
    va_end(arguments);
    snprintf(finding.advice, sizeof(finding.advice), "%s", advice);
    make_key_at_place(finding.key, sizeof(finding.key), finding.text);
    finding.pointer[0] = '\0';
    finding.is_note = false;
    name_access(&finding);
    if (findings->count < TRIAL_FINDINGS && !trial_findings_get(findings, &finding))
        findings->list[findings->count++] = finding;
}

/* --- The checker's reports -------------------------------------------------------------------- */

#define LINE 768

/* What to do about a report with these words. */
static const struct {
    const char *words;
    const char *advice;
} advices[] = {
    {"of which the launch may touch",
     "raise the count of this pointer, limit the launch by CUSTUB_REQUIRES, or guard the access in "
     "the kernel; an index that comes from data needs CUSTUB_VALUES"},
    {"out of bounds", "an index that comes from data needs CUSTUB_VALUES; else guard the access, "
                      "or limit the launch by CUSTUB_REQUIRES"},
    {"misaligned", "add CUSTUB_ALIGNED to the pointer, or CUSTUB_REQUIRES for what the offset is "
                   "computed from"},
    {"uninitialized", "initialize the memory in the kernel, or limit the launch by CUSTUB_REQUIRES "
                      "or CUSTUB_BLOCK"},
    {"never written", "initialize the memory in the kernel, or limit the launch by CUSTUB_REQUIRES "
                      "or CUSTUB_BLOCK"},
    {"race",
     "order the accesses in the kernel, or limit the launch by CUSTUB_THREADS, CUSTUB_BLOCK "
     "or CUSTUB_REQUIRES"},
    {"barrier", "let all threads of a block reach the same barrier, or limit the launch by "
                "CUSTUB_BLOCK or CUSTUB_REQUIRES"},
};

static const char *advice_of(const char *text)
{
    for (size_t i = 0; i < sizeof(advices) / sizeof(advices[0]); i++) {
        if (strstr(text, advices[i].words))
            return advices[i].advice;
    }
    return "";
}

/* Copies a line without addresses, which differ from run to run. */
static void copy_line(char *out, size_t size, const char *line, size_t length)
{
    size_t count = 0;

    for (size_t i = 0; i < length && count + 1 < size; i++) {
        if (length - i > 6 && strncmp(line + i, " at 0x", 6) == 0) {
            i += 6;
            while (i < length && isxdigit((unsigned char)line[i]))
                i++;
            if (length - i > 6 && strncmp(line + i, ", which", 7) == 0)
                count += (size_t)snprintf(out + count, size - count, " at an address");
            i--;
            continue;
        }
        out[count++] = line[i];
    }
    out[count] = '\0';
}

/* Replaces the symbol in "kernel 'SYMBOL'" by the name. */
static void name_kernel(char line[LINE], const char *symbol, const char *name)
{
    static const char before[] = "kernel '";
    char *at = strstr(line, before);
    char rest[LINE];

    if (!at)
        return;
    at += sizeof(before) - 1;
    if (strncmp(at, symbol, strlen(symbol)) != 0 || at[strlen(symbol)] != '\'')
        return;
    snprintf(rest, sizeof(rest), "%s", at + strlen(symbol));
    snprintf(at, LINE - (size_t)(at - line), "%s%s", name, rest);
}

static void add_reports(trial_findings *findings, const char *text, const char *symbol,
                        const char *name)
{
    static const char prefix[] = "custub: ";

    while (*text) {
        const size_t length = strcspn(text, "\n");
        char line[LINE];

        copy_line(line, sizeof(line), text, length);
        if (strncmp(line, prefix, strlen(prefix)) == 0 && !strstr(line, "called from ") &&
            !strstr(line, " more time") && !strstr(line, " more findings")) {
            name_kernel(line, symbol, name);
            trial_findings_add(findings, advice_of(line), "%s", line + strlen(prefix));
        }
        text += length + (text[length] == '\n');
    }
}

void trial_findings_add_log(trial_findings *findings, const char *path, const char *symbol,
                            const char *name)
{
    const size_t size = 1 << 16;
    FILE *file = fopen(path, "r");
    char *text = file ? calloc(1, size) : NULL;

    if (text && fread(text, 1, size - 1, file) > 0)
        add_reports(findings, text, symbol, name);
    free(text);
    if (file)
        fclose(file);
}
