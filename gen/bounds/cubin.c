#include "bounds/cubin.h"

#include <string.h>

/* A cubin is an ELF file (gABI, "Object Files"). NVIDIA does not document what is in its section
 * .nv.info. `cuobjdump -elf` of the "CUDA Binary Utilities" prints its entries with their names:
 * each has a format, an attribute and, with EIFMT_SVAL, a size and as many bytes. Those of
 * EIATTR_REGCOUNT are the index of a symbol and the number that `nvcc --resource-usage` prints. */
#define ELF_CUDA         190u /* EM_CUDA */
#define ELF_HEADER_BYTES 64u
#define SECTION_BYTES    64u
#define SYMBOL_BYTES     24u
#define ENTRY_BYTES      4u
#define WITH_BYTES       4u /* EIFMT_SVAL */
#define REGISTER_COUNT   0x2fu
#define MAX_REGISTERS    255u

typedef struct elf_file {
    const unsigned char *bytes;
    uint64_t size;
    uint64_t sections; /* their offset */
    uint64_t section_count;
    uint64_t names; /* the index of the section with their names */
} elf_file;

typedef struct elf_section {
    uint64_t name;
    uint64_t offset;
    uint64_t size; /* 0 if it is not all in the file */
    uint64_t link;
} elf_section;

static bool is_inside(uint64_t size, uint64_t offset, uint64_t length)
{
    return offset <= size && length <= size - offset;
}

/* A number in the file; 0 if it is outside. */
static uint64_t number_at(const elf_file *file, uint64_t offset, unsigned bytes)
{
    uint64_t number = 0;

    if (!is_inside(file->size, offset, bytes))
        return 0;
    for (unsigned i = 0; i < bytes; i++)
        number |= (uint64_t)file->bytes[offset + i] << 8 * i;
    return number;
}

/* True for a 64-bit little-endian ELF file of the machine. */
static bool begin(elf_file *file, const char *bytes, size_t size)
{
    static const char magic[] = "\177ELF\2\1";

    *file = (elf_file){.bytes = (const unsigned char *)bytes, .size = size};
    if (size < ELF_HEADER_BYTES || memcmp(bytes, magic, sizeof(magic) - 1) != 0 ||
        number_at(file, 18, 2) != ELF_CUDA)
        return false;
    file->sections = number_at(file, 40, 8);
    file->section_count = number_at(file, 60, 2);
    file->names = number_at(file, 62, 2);
    return true;
}

static elf_section section_at(const elf_file *file, uint64_t index)
{
    const uint64_t at = file->sections + index * SECTION_BYTES;
    elf_section section = {0};

    if (index >= file->section_count || !is_inside(file->size, at, SECTION_BYTES))
        return section;
    section.name = number_at(file, at, 4);
    section.offset = number_at(file, at + 24, 8);
    section.size = number_at(file, at + 32, 8);
    section.link = number_at(file, at + 40, 4);
    if (!is_inside(file->size, section.offset, section.size))
        section.size = 0;
    return section;
}

/* True if `text` begins at an offset of a section with names. */
static bool is_name(const elf_file *file, const elf_section *names, uint64_t offset,
                    const char *text)
{
    const size_t length = strlen(text) + 1;

    return is_inside(names->size, offset, length) &&
           memcmp(file->bytes + names->offset + offset, text, length) == 0;
}

static elf_section find_section(const elf_file *file, const char *name)
{
    const elf_section names = section_at(file, file->names);

    for (uint64_t i = 0; i < file->section_count; i++) {
        const elf_section section = section_at(file, i);
        if (is_name(file, &names, section.name, name))
            return section;
    }
    return (elf_section){0};
}

bool gen_cubin_read_registers(const char *cubin, size_t length, const gen_bounds_kernel *kernels,
                              size_t kernel_count, uint32_t *registers)
{
    elf_file file;
    elf_section info, symbols, names;
    uint64_t size;

    memset(registers, 0, kernel_count * sizeof(*registers));
    if (!begin(&file, cubin, length))
        return false;
    info = find_section(&file, ".nv.info");
    symbols = section_at(&file, info.link);
    names = section_at(&file, symbols.link);
    for (uint64_t at = 0; is_inside(info.size, at, ENTRY_BYTES); at += ENTRY_BYTES + size) {
        const uint64_t entry = info.offset + at;
        const uint64_t symbol = SYMBOL_BYTES * number_at(&file, entry + ENTRY_BYTES, 4);
        const uint64_t count = number_at(&file, entry + ENTRY_BYTES + 4, 4);
        size = number_at(&file, entry, 1) == WITH_BYTES ? number_at(&file, entry + 2, 2) : 0;
        if (number_at(&file, entry + 1, 1) != REGISTER_COUNT || size != 8 ||
            !is_inside(info.size, at + ENTRY_BYTES, size) ||
            !is_inside(symbols.size, symbol, SYMBOL_BYTES) || count > MAX_REGISTERS)
            continue;
        for (size_t i = 0; i < kernel_count; i++)
            if (is_name(&file, &names, number_at(&file, symbols.offset + symbol, 4),
                        kernels[i].symbol))
                registers[i] = (uint32_t)count;
    }
    return true;
}
