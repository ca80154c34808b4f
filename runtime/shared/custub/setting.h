/* custub/setting.h: how the runtime and the CPU driver read environment variables. An empty
 * variable counts as unset. An invalid value is an error of the first call that can report one; the
 * message names the variable, the value and the legal values. */
#ifndef CUSTUB_SETTING_H
#define CUSTUB_SETTING_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 1 if `text`, of `length` bytes, is this word in upper or lower case. `word` is in lower case. */
static inline int custub_setting_is(const char *text, size_t length, const char *word)
{
    size_t i;

    for (i = 0; i < length && word[i]; i++) {
        char c = text[i];
        if (c >= 'A' && c <= 'Z')
            c = (char)(c + ('a' - 'A'));
        if (c != word[i])
            return 0;
    }
    return i == length && !word[i];
}

/* The words of custub_setting_switch(), for messages. */
#define CUSTUB_SETTING_SWITCH "0, 1, off, on, false, true, no or yes"

/* 1: on; 0: off; -1: neither word. */
static inline int custub_setting_switch(const char *text, size_t length)
{
    static const char *const words[] = {"0", "1", "off", "on", "false", "true", "no", "yes"};
    int i;

    for (i = 0; i < 8; i++)
        if (custub_setting_is(text, length, words[i]))
            return i % 2;
    return -1;
}

/* 1 if `text` is a decimal number from `least` to `most`, which is written to *out. */
static inline int custub_setting_number(const char *text, uint64_t least, uint64_t most,
                                        uint64_t *out)
{
    uint64_t number = 0;

    if (!*text)
        return 0;
    for (; *text; text++) {
        uint64_t digit = (uint64_t)(*text - '0');
        if (*text < '0' || *text > '9' || number > (most - digit) / 10)
            return 0;
        number = number * 10 + digit;
    }
    if (number < least || number > most)
        return 0;
    *out = number;
    return 1;
}

#ifdef __cplusplus
}
#endif
#endif
