#include "command_line/json_reader.h"

#include <ctype.h>
#include <string.h>

typedef struct reader {
    gen_arena *arena;
    gen_diag *diag;
    const char *path;
    const char *at;
    const char *end;
    const char *line_start;
    unsigned line;
    unsigned depth;
} reader;

static gen_place place_of(const reader *json)
{
    return (gen_place){json->path, json->line, (unsigned)(json->at - json->line_start) + 1};
}

static bool fail(reader *json, const char *fact)
{
    gen_diag_error(json->diag, place_of(json), "json-syntax", "%s; this is no JSON",
                   json->at < json->end ? fact : "the file ends here, within a value");
    return false;
}

static void skip_space(reader *json)
{
    for (; json->at < json->end && strchr(" \t\r\n", *json->at) && *json->at; json->at++) {
        if (*json->at == '\n') {
            json->line++;
            json->line_start = json->at + 1;
        }
    }
}

static bool accept(reader *json, char c)
{
    skip_space(json);
    if (json->at == json->end || *json->at != c)
        return false;
    json->at++;
    return true;
}

/* Four hexadecimal digits, behind `\u`. */
static bool read_unit(reader *json, unsigned *unit)
{
    *unit = 0;
    for (int i = 0; i < 4; i++, json->at++) {
        static const char digits[] = "0123456789abcdef";
        const char *digit = json->at < json->end && *json->at
                                ? strchr(digits, tolower((unsigned char)*json->at))
                                : NULL;
        if (!digit)
            return fail(json, "'\\u' without four hexadecimal digits");
        *unit = *unit * 16 + (unsigned)(digit - digits);
    }
    return true;
}

static char *put_utf8(char *out, unsigned c)
{
    if (c < 0x80) {
        *out++ = (char)c;
    } else if (c < 0x800) {
        *out++ = (char)(0xc0 | c >> 6);
        *out++ = (char)(0x80 | (c & 0x3f));
    } else if (c < 0x10000) {
        *out++ = (char)(0xe0 | c >> 12);
        *out++ = (char)(0x80 | (c >> 6 & 0x3f));
        *out++ = (char)(0x80 | (c & 0x3f));
    } else {
        *out++ = (char)(0xf0 | c >> 18);
        *out++ = (char)(0x80 | (c >> 12 & 0x3f));
        *out++ = (char)(0x80 | (c >> 6 & 0x3f));
        *out++ = (char)(0x80 | (c & 0x3f));
    }
    return out;
}

static bool read_code_point(reader *json, char **out)
{
    unsigned high;
    unsigned low;

    if (!read_unit(json, &high))
        return false;
    if (high == 0)
        return fail(json, "a zero character in a string");
    if (high < 0xd800 || high > 0xdfff) {
        *out = put_utf8(*out, high);
        return true;
    }
    if (high > 0xdbff || json->end - json->at < 2 || memcmp(json->at, "\\u", 2) != 0)
        return fail(json, "half of a surrogate pair");
    json->at += 2;
    if (!read_unit(json, &low))
        return false;
    if (low < 0xdc00 || low > 0xdfff)
        return fail(json, "half of a surrogate pair");
    *out = put_utf8(*out, 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00));
    return true;
}

static bool read_escape(reader *json, char **out)
{
    static const char names[] = "\"\\/bfnrt";
    static const char values[] = "\"\\/\b\f\n\r\t";
    const char *name;

    if (json->at == json->end)
        return fail(json, "");
    if (*json->at == 'u') {
        json->at++;
        return read_code_point(json, out);
    }
    name = *json->at ? strchr(names, *json->at) : NULL;
    if (!name)
        return fail(json, "an unknown escape in a string");
    *(*out)++ = values[name - names];
    json->at++;
    return true;
}

/* Behind the opening quote. */
static const char *read_string(reader *json)
{
    const char *end = json->at;
    char *text;
    char *out;

    while (end < json->end && *end != '"')
        end += *end == '\\' && end + 1 < json->end ? 2 : 1;
    out = text = gen_arena_allocate(json->arena, (size_t)(end - json->at) + 1);
    while (json->at < json->end && *json->at != '"') {
        char c = *json->at;
        if ((unsigned char)c < 0x20) {
            fail(json, "a control character in a string");
            return NULL;
        }
        json->at++;
        if (c != '\\')
            *out++ = c;
        else if (!read_escape(json, &out))
            return NULL;
    }
    if (!accept(json, '"')) {
        fail(json, "");
        return NULL;
    }
    return text;
}

static bool read_digits(reader *json)
{
    if (json->at == json->end || !isdigit((unsigned char)*json->at))
        return fail(json, "a digit is missing");
    while (json->at < json->end && isdigit((unsigned char)*json->at))
        json->at++;
    return true;
}

static bool read_number(reader *json, gen_json *value)
{
    const char *start = json->at;

    if (*json->at == '-')
        json->at++;
    if (json->at + 1 < json->end && *json->at == '0' && isdigit((unsigned char)json->at[1]))
        return fail(json, "a number that begins with a zero");
    if (!read_digits(json))
        return false;
    if (json->at < json->end && *json->at == '.') {
        json->at++;
        if (!read_digits(json))
            return false;
    }
    if (json->at < json->end && (*json->at == 'e' || *json->at == 'E')) {
        json->at++;
        if (json->at < json->end && (*json->at == '+' || *json->at == '-'))
            json->at++;
        if (!read_digits(json))
            return false;
    }
    value->kind = GEN_JSON_NUMBER;
    value->text = gen_arena_copy(json->arena, start, (size_t)(json->at - start));
    return true;
}

static bool read_word(reader *json, gen_json *value)
{
    static const struct {
        const char *word;
        gen_json_kind kind;
    } words[] = {{"null", GEN_JSON_NULL}, {"false", GEN_JSON_FALSE}, {"true", GEN_JSON_TRUE}};

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        size_t length = strlen(words[i].word);
        if ((size_t)(json->end - json->at) >= length &&
            memcmp(json->at, words[i].word, length) == 0) {
            value->kind = words[i].kind;
            json->at += length;
            return true;
        }
    }
    return fail(json, "no value begins like this");
}

static gen_json *read_value(reader *json);

static bool read_member_name(reader *json, const char **name)
{
    if (!accept(json, '"'))
        return fail(json, "a member's name is missing");
    *name = read_string(json);
    if (!*name)
        return false;
    return accept(json, ':') || fail(json, "':' is missing");
}

/* Behind the opening bracket or brace. */
static bool read_elements(reader *json, gen_json *value)
{
    bool is_object = value->kind == GEN_JSON_OBJECT;
    char close = is_object ? '}' : ']';
    gen_json **last = &value->first;

    if (json->depth == GEN_JSON_MAX_DEPTH)
        return fail(json, "it nests more than 64 deep");
    json->depth++;
    if (!accept(json, close)) {
        do {
            const char *name = NULL;
            if (is_object && !read_member_name(json, &name))
                return false;
            *last = read_value(json);
            if (!*last)
                return false;
            (*last)->name = name;
            last = &(*last)->next;
        } while (accept(json, ','));
        if (!accept(json, close))
            return fail(json, is_object ? "',' or '}' is missing" : "',' or ']' is missing");
    }
    json->depth--;
    return true;
}

static gen_json *read_value(reader *json)
{
    gen_json *value = GEN_NEW(json->arena, gen_json);
    bool fine;

    skip_space(json);
    value->line = place_of(json).line;
    value->column = place_of(json).column;
    if (json->at == json->end) {
        fine = fail(json, "");
    } else if (accept(json, '"')) {
        value->kind = GEN_JSON_STRING;
        value->text = read_string(json);
        fine = value->text != NULL;
    } else if (*json->at == '{' || *json->at == '[') {
        value->kind = *json->at == '{' ? GEN_JSON_OBJECT : GEN_JSON_ARRAY;
        json->at++;
        fine = read_elements(json, value);
    } else if (*json->at == '-' || isdigit((unsigned char)*json->at)) {
        fine = read_number(json, value);
    } else {
        fine = read_word(json, value);
    }
    return fine ? value : NULL;
}

const gen_json *gen_json_read(gen_arena *arena, gen_diag *diag, const char *path, const char *text,
                              size_t length)
{
    reader json = {.arena = arena, .diag = diag, .path = path, .line = 1};
    const gen_json *value;

    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
        text += 3;
        length -= 3;
    }
    json.at = json.line_start = text;
    json.end = text + length;
    value = read_value(&json);
    skip_space(&json);
    if (value && json.at < json.end) {
        fail(&json, "something stands behind the value");
        return NULL;
    }
    return value;
}

const gen_json *gen_json_member(const gen_json *object, const char *name)
{
    if (object->kind != GEN_JSON_OBJECT)
        return NULL;
    for (const gen_json *member = object->first; member; member = member->next)
        if (strcmp(member->name, name) == 0)
            return member;
    return NULL;
}
