#include "image/elf_file.h"

#include <elf.h>
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)
#define MACHINE EM_X86_64
#elif defined(__aarch64__)
#define MACHINE EM_AARCH64
#else
#define MACHINE EM_NONE
#endif

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define BYTE_ORDER_HERE ELFDATA2MSB
#else
#define BYTE_ORDER_HERE ELFDATA2LSB
#endif

#define MAX_SIZE                                                                                   \
    ((uint64_t)1 << 31) /* bytes: more than any image has, less than damaged headers say */

/* Compares byte by byte: nothing after the first difference may be read. */
static bool begins_as_elf(const unsigned char *data)
{
    static const unsigned char start[] = {ELFMAG0,    ELFMAG1,         ELFMAG2,   ELFMAG3,
                                          ELFCLASS64, BYTE_ORDER_HERE, EV_CURRENT};

    for (size_t i = 0; i < sizeof(start); i++) {
        if (data[i] != start[i])
            return false;
    }
    return true;
}

static bool is_shared_object(const Elf64_Ehdr *header)
{
    return header->e_type == ET_DYN && header->e_machine == MACHINE &&
           header->e_version == EV_CURRENT && header->e_ehsize == sizeof(Elf64_Ehdr) &&
           header->e_phentsize == sizeof(Elf64_Phdr) && header->e_phnum > 0 &&
           header->e_phnum < PN_XNUM && header->e_shentsize == sizeof(Elf64_Shdr) &&
           header->e_shnum > 0 && header->e_phoff >= sizeof(Elf64_Ehdr) &&
           header->e_shoff >= sizeof(Elf64_Ehdr);
}

/* Makes `end` cover [offset, offset + size). */
static bool cover(uint64_t *end, uint64_t offset, uint64_t size)
{
    if (offset > MAX_SIZE || size > MAX_SIZE - offset)
        return false;
    if (*end < offset + size)
        *end = offset + size;
    return true;
}

static Elf64_Shdr section(const unsigned char *data, const Elf64_Ehdr *header, size_t index)
{
    Elf64_Shdr s;

    memcpy(&s, data + header->e_shoff + index * sizeof(s), sizeof(s));
    return s;
}

static bool measure_segments(const unsigned char *data, const Elf64_Ehdr *header, uint64_t *end)
{
    for (size_t i = 0; i < header->e_phnum; i++) {
        Elf64_Phdr segment;
        memcpy(&segment, data + header->e_phoff + i * sizeof(segment), sizeof(segment));
        if (!cover(end, segment.p_offset, segment.p_filesz))
            return false;
    }
    return true;
}

static bool measure_sections(const unsigned char *data, const Elf64_Ehdr *header, uint64_t *end)
{
    for (size_t i = 0; i < header->e_shnum; i++) {
        Elf64_Shdr s = section(data, header, i);
        if (s.sh_type != SHT_NOBITS && s.sh_type != SHT_NULL && !cover(end, s.sh_offset, s.sh_size))
            return false;
    }
    return true;
}

/* True if the string at `offset` is `name`. Every string table ends with a zero byte. */
static bool has_name(const unsigned char *data, const Elf64_Shdr *strings, uint64_t offset,
                     const char *name)
{
    size_t size = strlen(name) + 1;

    return offset <= strings->sh_size && size <= strings->sh_size - offset &&
           memcmp(data + strings->sh_offset + offset, name, size) == 0;
}

static bool defines(const unsigned char *data, const Elf64_Ehdr *header, const Elf64_Shdr *symbols,
                    const char *name)
{
    Elf64_Shdr strings;

    if (symbols->sh_entsize != sizeof(Elf64_Sym) || symbols->sh_link >= header->e_shnum)
        return false;
    strings = section(data, header, symbols->sh_link);
    if (strings.sh_type != SHT_STRTAB)
        return false;
    for (uint64_t i = 0; i < symbols->sh_size / sizeof(Elf64_Sym); i++) {
        Elf64_Sym symbol;
        memcpy(&symbol, data + symbols->sh_offset + i * sizeof(symbol), sizeof(symbol));
        if (symbol.st_shndx != SHN_UNDEF && has_name(data, &strings, symbol.st_name, name))
            return true;
    }
    return false;
}

bool cpu_elf_measure(const void *data, const char *symbol, size_t *size)
{
    const unsigned char *bytes = data;
    Elf64_Ehdr header;
    uint64_t end = sizeof(header);

    if (!begins_as_elf(bytes))
        return false;
    memcpy(&header, bytes, sizeof(header));
    if (!is_shared_object(&header) ||
        !cover(&end, header.e_phoff, header.e_phnum * sizeof(Elf64_Phdr)) ||
        !cover(&end, header.e_shoff, header.e_shnum * sizeof(Elf64_Shdr)) ||
        !measure_segments(bytes, &header, &end) || !measure_sections(bytes, &header, &end))
        return false;
    for (size_t i = 0; i < header.e_shnum; i++) {
        Elf64_Shdr s = section(bytes, &header, i);
        if (s.sh_type == SHT_DYNSYM && defines(bytes, &header, &s, symbol)) {
            *size = (size_t)end;
            return true;
        }
    }
    return false;
}
