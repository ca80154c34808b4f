#include "emit/names/reserved_name.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Keywords of C that C++ lacks, macros and types of the headers that a generated header includes,
 * and macros of GNU C's default mode. Sorted. */
static const char *const reserved[] = {
    "CUcontext",
    "CUdeviceptr",
    "CUstream",
    "INFINITY",
    "NAN",
    "NULL",
    "_Alignas",
    "_Alignof",
    "_Atomic",
    "_Bool",
    "_Complex",
    "_Generic",
    "_Imaginary",
    "_Noreturn",
    "_Static_assert",
    "_Thread_local",
    "alignas",
    "alignof",
    "asm",
    "assert",
    "auto",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "complex",
    "concept",
    "const",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "else",
    "enum",
    "errno",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "i386",
    "if",
    "inline",
    "int",
    "int16_t",
    "int32_t",
    "int64_t",
    "int8_t",
    "intptr_t",
    "linux",
    "long",
    "memcpy",
    "memset",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "nullptr",
    "offsetof",
    "operator",
    "private",
    "protected",
    "ptrdiff_t",
    "public",
    "register",
    "requires",
    "restrict",
    "return",
    "short",
    "signed",
    "size_t",
    "sizeof",
    "static",
    "static_assert",
    "stderr",
    "stdin",
    "stdout",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "typeof",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "uint8_t",
    "uint_least16_t",
    "uint_least32_t",
    "uintptr_t",
    "union",
    "unix",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
};

static int compare(const void *key, const void *element)
{
    return strcmp(key, *(const char *const *)element);
}

static bool is_reserved(const char *name)
{
    return strncmp(name, "custub_", 7) == 0 || strncmp(name, "CUSTUB_", 7) == 0 ||
           strncmp(name, "launch_", 7) == 0 ||
           bsearch(name, reserved, sizeof(reserved) / sizeof(reserved[0]), sizeof(reserved[0]),
                   compare);
}

const char *gen_name_without_dollars(gen_arena *arena, const char *name)
{
    char *plain;

    if (!strchr(name, '$'))
        return name;
    plain = gen_arena_string(arena, name);
    for (char *c = plain; *c; c++)
        if (*c == '$')
            *c = '_';
    return plain;
}

const char *gen_name_identifier(gen_arena *arena, const char *name)
{
    name = gen_name_without_dollars(arena, name);
    return is_reserved(name) ? gen_arena_format(arena, "%s_", name) : name;
}
