#include "library/image_data/image_tag.h"

#include <stdbool.h>
#include <string.h>

#include "bounds/checked_table.h"

/* ELF (System V ABI, "Object Files"): offsets in bytes, and numbers of machines. */
#define ELF_TYPE            16
#define ELF_MACHINE         18
#define ELF_RELOCATABLE     1
#define ELF_SHARED          3
#define MACHINE_X86_64      62
#define MACHINE_AARCH64     183
#define MACHINE_CUDA        190
#define INSTRUMENTED        "custub_cpu_check_table" /* CUSTUB_CPU_CHECK_SYMBOL of cpu_image.h */
#define TAG_OF(checks, tag) ((checks) ? tag "-check" : tag)

static bool begins_with(const void *data, size_t size, const char *magic, size_t length)
{
    return size >= length && memcmp(data, magic, length) == 0;
}

static unsigned number_at(const unsigned char *at)
{
    return (unsigned)at[0] | (unsigned)at[1] << 8;
}

static bool contains(const char *data, size_t size, const char *text)
{
    size_t length = strlen(text);

    for (const char *at = data; size >= length;) {
        const char *found = memchr(at, text[0], size - length + 1);
        if (!found)
            return false;
        if (memcmp(found, text, length) == 0)
            return true;
        size -= (size_t)(found + 1 - at);
        at = found + 1;
    }
    return false;
}

/* A program and a cubin may both be of the type "executable": the machine tells. */
static const char *tag_of_elf(const void *data, size_t size)
{
    const unsigned char *bytes = data;
    unsigned type, machine;
    bool checks;

    if (size < ELF_MACHINE + 2)
        return NULL;
    type = number_at(bytes + ELF_TYPE);
    machine = number_at(bytes + ELF_MACHINE);
    if (machine == MACHINE_CUDA)
        return "cubin";
    if (type == ELF_RELOCATABLE)
        return "object";
    checks = type == ELF_SHARED && contains(data, size, INSTRUMENTED);
    if (type == ELF_SHARED && machine == MACHINE_X86_64)
        return TAG_OF(checks, "cpu-x86_64");
    if (type == ELF_SHARED && machine == MACHINE_AARCH64)
        return TAG_OF(checks, "cpu-aarch64");
    return NULL;
}

static const char *skip_to(const char *at, const char *end, const char *text)
{
    size_t length = strlen(text);

    while ((size_t)(end - at) >= length && memcmp(at, text, length) != 0)
        at++;
    return (size_t)(end - at) >= length ? at + length : end;
}

/* The first directive of PTX is .version (PTX ISA, "PTX Module Directives"), after comments. */
static bool is_ptx(const char *at, size_t size)
{
    const char *end = at + size;

    for (;;) {
        while (at < end && strchr(" \t\r\n", *at) && *at)
            at++;
        if (begins_with(at, (size_t)(end - at), "//", 2))
            at = skip_to(at, end, "\n");
        else if (begins_with(at, (size_t)(end - at), "/*", 2))
            at = skip_to(at + 2, end, "*/");
        else
            return begins_with(at, (size_t)(end - at), ".version", 8);
    }
}

const char *custubi_image_tag(const void *data, size_t size)
{
    const uint64_t table_magic = CUSTUB_BOUNDS_MAGIC;

    if (begins_with(data, size,
                    "\x7f"
                    "ELF",
                    4))
        return tag_of_elf(data, size);
    if (begins_with(data, size, "\x50\xed\x55\xba", 4))
        return "fatbin";
    if (begins_with(data, size, "\xed\x43\x4e\x7f", 4))
        return "ltoir";
    if (begins_with(data, size, "!<arch>\n", 8))
        return "archive";
    if (begins_with(data, size, (const char *)&table_magic, sizeof(table_magic)))
        return CUSTUBI_TABLE_TAG;
    return is_ptx(data, size) ? "ptx" : NULL;
}
