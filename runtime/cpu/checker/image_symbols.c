#include "checker/image_symbols.h"

#include <custub/cpu_image.h>

#include <elf.h>
#include <stdlib.h>
#include <string.h>

/* --- The file ------------------------------------------------------------------------------------
 *
 * cpu_elf_measure() in the driver has checked that headers and sections are inside of the file.
 */

static Elf64_Ehdr file_header(const cpu_check_image *image)
{
    Elf64_Ehdr header;

    memcpy(&header, image->file, sizeof(header));
    return header;
}

static Elf64_Shdr section(const cpu_check_image *image, size_t index)
{
    Elf64_Ehdr header = file_header(image);
    Elf64_Shdr s;

    memcpy(&s, image->file + header.e_shoff + index * sizeof(s), sizeof(s));
    return s;
}

static const char *text_at(const cpu_check_image *image, const Elf64_Shdr *strings, uint64_t offset)
{
    const char *text = (const char *)image->file + strings->sh_offset + offset;

    return offset < strings->sh_size && memchr(text, 0, (size_t)(strings->sh_size - offset)) ? text
                                                                                             : "";
}

/* Finds the section of this type, and of this name if it is not null. */
static bool find_section(const cpu_check_image *image, uint32_t type, const char *name,
                         Elf64_Shdr *out)
{
    Elf64_Ehdr header = file_header(image);
    Elf64_Shdr names;

    if (header.e_shstrndx >= header.e_shnum)
        return false;
    names = section(image, header.e_shstrndx);
    for (size_t i = 0; i < header.e_shnum; i++) {
        *out = section(image, i);
        if (out->sh_type == type &&
            (!name || strcmp(text_at(image, &names, out->sh_name), name) == 0))
            return true;
    }
    return false;
}

/* --- Where the image is --------------------------------------------------------------------------
 */

void cpu_check_segments_read(cpu_check_image *image)
{
    Elf64_Ehdr header = file_header(image);

    image->begin = UINTPTR_MAX;
    for (size_t i = 0; i < header.e_phnum; i++) {
        Elf64_Phdr segment;
        uintptr_t begin;

        memcpy(&segment, image->file + header.e_phoff + i * sizeof(segment), sizeof(segment));
        begin = image->base + segment.p_vaddr;
        if (segment.p_type == PT_TLS)
            image->shared_size = segment.p_memsz;
        if (segment.p_type != PT_LOAD)
            continue;
        if (image->begin > begin)
            image->begin = begin;
        if (image->end < begin + segment.p_memsz)
            image->end = begin + segment.p_memsz;
    }
}

/* --- Variables -----------------------------------------------------------------------------------
 */

static void add(cpu_check_objects *objects, uintptr_t begin, size_t size, const char *name)
{
    cpu_check_object *object = &objects->items[objects->count++];

    object->begin = begin;
    object->size = size;
    object->name = name;
    object->is_place = false;
    object->is_dynamic = size >= CUSTUB_CPU_SHARED_LIMIT;
}

/* True for a variable that kernels can name, false for the compiler's own. */
static bool is_variable(const cpu_check_image *image, const Elf64_Sym *symbol)
{
    Elf64_Shdr s;

    if (ELF64_ST_TYPE(symbol->st_info) != STT_OBJECT || symbol->st_size == 0 ||
        symbol->st_shndx == SHN_UNDEF || symbol->st_shndx >= file_header(image).e_shnum)
        return false;
    s = section(image, symbol->st_shndx);
    return (s.sh_flags & SHF_WRITE) != 0;
}

bool cpu_check_symbols_read(cpu_check_image *image)
{
    Elf64_Shdr symbols;
    Elf64_Shdr strings;
    size_t count;

    if (!find_section(image, SHT_SYMTAB, NULL, &symbols) ||
        symbols.sh_entsize != sizeof(Elf64_Sym) || symbols.sh_link >= file_header(image).e_shnum)
        return true; /* a stripped image: less is known */
    strings = section(image, symbols.sh_link);
    count = (size_t)(symbols.sh_size / sizeof(Elf64_Sym));
    image->objects.items = calloc(count + 1, sizeof(*image->objects.items));
    image->shared.items = calloc(count + 1, sizeof(*image->shared.items));
    image->places.items = calloc(count + 1, sizeof(*image->places.items));
    image->copies.items = calloc(count + 1, sizeof(*image->copies.items));
    if (!image->objects.items || !image->shared.items || !image->places.items ||
        !image->copies.items)
        return false;
    for (size_t i = 0; i < count; i++) {
        Elf64_Sym symbol;
        const char *name;

        memcpy(&symbol, image->file + symbols.sh_offset + i * sizeof(symbol), sizeof(symbol));
        name = text_at(image, &strings, symbol.st_name);
        if (ELF64_ST_TYPE(symbol.st_info) == STT_TLS && symbol.st_size > 0)
            add(cpu_check_name_is_place(name) ? &image->places : &image->shared, symbol.st_value,
                symbol.st_size, name);
        else if (is_variable(image, &symbol))
            add(&image->objects, image->base + symbol.st_value, symbol.st_size, name);
        else if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_size > 0 &&
                 cpu_check_name_is_copy(name))
            add(&image->copies, image->base + symbol.st_value, symbol.st_size, name);
    }
    cpu_check_objects_sort(&image->objects);
    cpu_check_objects_sort(&image->shared);
    cpu_check_objects_sort(&image->places);
    cpu_check_objects_sort(&image->copies);
    for (size_t i = 0; i < image->places.count; i++)
        image->places.items[i].is_place = true;
    return true;
}

/* In .data and .bss, every byte outside of a variable is a gap. Other sections also have constants
 * without a name. */
void cpu_check_variables_read(cpu_check_image *image)
{
    static const char *const names[] = {".data", ".bss"};
    Elf64_Shdr s;

    image->variables = UINTPTR_MAX;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (!find_section(image, i == 0 ? SHT_PROGBITS : SHT_NOBITS, names[i], &s))
            continue;
        if (image->variables > image->base + s.sh_addr)
            image->variables = image->base + s.sh_addr;
        if (image->variables_end < image->base + s.sh_addr + s.sh_size)
            image->variables_end = image->base + s.sh_addr + s.sh_size;
    }
}
