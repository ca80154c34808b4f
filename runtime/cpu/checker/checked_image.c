/* dlinfo() is GNU's. */
#define _GNU_SOURCE

#include "checker/checked_image.h"

#include <custub/cpu_image.h>

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

static struct {
    pthread_mutex_t lock;
    cpu_check_image *first;
    uint64_t count; /* of all that ever were */
} images = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* --- The file ------------------------------------------------------------------------------------
 *
 * cpu_elf_measure() has seen that its headers and sections lie inside of it.
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

/* Of the given type, and name if that is not null. */
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

/* --- Where it lies -------------------------------------------------------------------------------
 */

static void read_segments(cpu_check_image *image)
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

static bool begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* threadIdx and its kin, which are thread-local too, what custub's own functions have, and what
 * the compiler keeps. */
static bool is_place(const char *name)
{
    static const char *const places[] = {
        "_ZGV", /* whether a class of a template is initialized */
        "_ZL9threadIdx", "_ZL8blockIdx",    "_ZL8blockDim",     "_ZL7gridDim",
        "custub_cpu_",   "_ZN10custub_cpu", "_ZNL10custub_cpu", "_ZN12_GLOBAL__N_110custub_cpu"};

    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        if (begins_with(name, places[i]))
            return true;
    }
    return false;
}

static int compare_objects(const void *left, const void *right)
{
    const cpu_check_object *a = left;
    const cpu_check_object *b = right;

    if (a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    return a->size < b->size ? 1 : a->size > b->size ? -1 : 0;
}

static void sort(cpu_check_objects *objects)
{
    qsort(objects->items, objects->count, sizeof(*objects->items), compare_objects);
}

static void add(cpu_check_objects *objects, uintptr_t begin, size_t size, const char *name)
{
    cpu_check_object *object = &objects->items[objects->count++];

    object->begin = begin;
    object->size = size;
    object->name = name;
    object->is_place = false;
    object->is_dynamic = size >= CUSTUB_CPU_SHARED_LIMIT;
}

/* Whether a function copies or moves an object of its class, by the end of its name: "C2ERKS_",
 * "aSEOS0_". */
static bool is_copy(const char *name)
{
    static const char *const kinds[] = {"C1E", "C2E", "aSE"};
    const char *rest = NULL;

    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        for (const char *at = strstr(name, kinds[i]); at; at = strstr(at + 1, kinds[i]))
            rest = !rest || at > rest ? at + strlen(kinds[i]) : rest;
    }
    if (!rest || !(begins_with(rest, "RKS") || begins_with(rest, "OS")))
        return false;
    rest += *rest == 'O' ? 2 : 3;
    rest += strspn(rest, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    return strcmp(rest, "_") == 0;
}

/* Whether a symbol is a variable that kernels can name, rather than the compiler's. */
static bool is_variable(const cpu_check_image *image, const Elf64_Sym *symbol)
{
    Elf64_Shdr s;

    if (ELF64_ST_TYPE(symbol->st_info) != STT_OBJECT || symbol->st_size == 0 ||
        symbol->st_shndx == SHN_UNDEF || symbol->st_shndx >= file_header(image).e_shnum)
        return false;
    s = section(image, symbol->st_shndx);
    return (s.sh_flags & SHF_WRITE) != 0;
}

static bool read_symbols(cpu_check_image *image)
{
    Elf64_Shdr symbols;
    Elf64_Shdr strings;
    size_t count;

    if (!find_section(image, SHT_SYMTAB, NULL, &symbols) ||
        symbols.sh_entsize != sizeof(Elf64_Sym) || symbols.sh_link >= file_header(image).e_shnum)
        return true; /* it was stripped: less is known */
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
            add(is_place(name) ? &image->places : &image->shared, symbol.st_value, symbol.st_size,
                name);
        else if (is_variable(image, &symbol))
            add(&image->objects, image->base + symbol.st_value, symbol.st_size, name);
        else if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_size > 0 && is_copy(name))
            add(&image->copies, image->base + symbol.st_value, symbol.st_size, name);
    }
    sort(&image->objects);
    sort(&image->shared);
    sort(&image->places);
    sort(&image->copies);
    for (size_t i = 0; i < image->places.count; i++)
        image->places.items[i].is_place = true;
    return true;
}

/* From the first to the last of the sections that hold variables, whose every byte outside of a
 * variable is a gap: .data and .bss. Others have constants without a name. */
static void read_variables(cpu_check_image *image)
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

/* Custub's, the toolkit's and the compiler's headers, which their users have not written. */
static bool is_header(const char *folder, const char *file)
{
    static const char *const folders[] = {"/usr/include", "/usr/lib", "/usr/local/include",
                                          "/usr/local/lib", "/usr/local/cuda"};
    const char *slash = strrchr(file, '/');
    const char *name = slash ? slash + 1 : file;

    for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
        if (begins_with(*file == '/' ? file : folder, folders[i]))
            return true;
    }
    return *file == '\0' || strstr(folder, "custub/cpu") || strstr(file, "custub/cpu") ||
           (begins_with(name, "cuda_") && !strstr(name, ".cu")) || strstr(name, ".cpu.cpp");
}

static void read_lines(cpu_check_image *image)
{
    Elf64_Shdr s;

    if (!find_section(image, SHT_PROGBITS, ".debug_line", &s) || s.sh_flags & SHF_COMPRESSED)
        return;
    image->lines = cpu_check_lines_read(image->file + s.sh_offset, (size_t)s.sh_size, is_header);
}

/* --- Images --------------------------------------------------------------------------------------
 */

static bool read_image(cpu_check_image *image, int file)
{
    struct stat status;
    struct link_map *map;
    void *data;

    if (dlinfo(image->library, RTLD_DI_LINKMAP, &map) != 0 || fstat(file, &status) != 0 ||
        status.st_size < (off_t)sizeof(Elf64_Ehdr))
        return false;
    data = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (data == MAP_FAILED)
        return false;
    image->file = data;
    image->file_size = (size_t)status.st_size;
    image->base = map->l_addr;
    read_segments(image);
    read_variables(image);
    read_lines(image);
    return read_symbols(image);
}

static void destroy(cpu_check_image *image)
{
    cpu_check_lines_destroy(image->lines);
    if (image->file)
        munmap((void *)(uintptr_t)image->file, image->file_size);
    free(image->objects.items);
    free(image->shared.items);
    free(image->places.items);
    free(image->copies.items);
    free(image);
}

cpu_check_image *cpu_check_image_open(int file, void *library)
{
    cpu_check_image *image = calloc(1, sizeof(*image));

    if (!image)
        return NULL;
    image->library = library;
    if (!read_image(image, file)) {
        destroy(image);
        return NULL;
    }
    pthread_mutex_lock(&images.lock);
    image->number = ++images.count;
    image->next = images.first;
    images.first = image;
    pthread_mutex_unlock(&images.lock);
    return image;
}

void cpu_check_image_close(cpu_check_image *image)
{
    cpu_check_image **link = &images.first;

    if (!image)
        return;
    pthread_mutex_lock(&images.lock);
    while (*link != image)
        link = &(*link)->next;
    *link = image->next;
    pthread_mutex_unlock(&images.lock);
    destroy(image);
}

const cpu_check_image *cpu_check_image_at(uintptr_t address)
{
    const cpu_check_image *image;

    pthread_mutex_lock(&images.lock);
    for (image = images.first; image; image = image->next) {
        if (address >= image->begin && address < image->end)
            break;
    }
    pthread_mutex_unlock(&images.lock);
    return image;
}

unsigned char *cpu_check_image_block(const cpu_check_image *image)
{
    void *block = NULL;

    if (image->shared_size == 0 || dlinfo(image->library, RTLD_DI_TLS_DATA, &block) != 0)
        return NULL;
    return block;
}

/* --- Questions -----------------------------------------------------------------------------------
 */

/* The number of objects that begin at `address` or below. */
static size_t count_up_to(const cpu_check_objects *objects, uintptr_t address)
{
    size_t low = 0;
    size_t high = objects->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (objects->items[middle].begin <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const cpu_check_object *cpu_check_object_at(const cpu_check_objects *objects, uintptr_t address)
{
    size_t count = count_up_to(objects, address);
    const cpu_check_object *object = count > 0 ? &objects->items[count - 1] : NULL;

    return object && address - object->begin < object->size ? object : NULL;
}

const cpu_check_object *cpu_check_object_nearest(const cpu_check_objects *objects,
                                                 uintptr_t address)
{
    size_t count = count_up_to(objects, address);
    const cpu_check_object *before = count > 0 ? &objects->items[count - 1] : NULL;
    const cpu_check_object *after = count < objects->count ? &objects->items[count] : NULL;

    if (!before || !after)
        return before ? before : after;
    if (address - before->begin < before->size)
        return before;
    return address - (before->begin + before->size) < after->begin - address ? before : after;
}

void cpu_check_image_mark_constant(cpu_check_image *image, const void *variable)
{
    for (size_t i = 0; i < image->objects.count; i++) {
        if (image->objects.items[i].begin == (uintptr_t)variable)
            image->objects.items[i].is_constant = true;
    }
}

/* Whether the number is the length of a name, rather than a part of a substitution
 * ("S1_"), a template parameter ("T1_"), an array ("A16_") or a literal ("Li128E", "Lin1E"). */
static bool is_length(const char *begin, const char *number)
{
    size_t before = (size_t)(number - begin);

    if (*number < '1' || *number > '9')
        return false;
    if (before > 0 && strchr("STA", number[-1]))
        return false;
    if (before > 2 && number[-1] == 'n')
        return number[-3] != 'L';
    return before < 2 || number[-2] != 'L';
}

/* The last component of a name as the C++ ABI for Itanium mangles it: a length in decimal and the
 * name, before what tells apart those of one function, "_0", or the end "E". Others stand as they
 * are. */
cpu_check_name cpu_check_object_name(const cpu_check_object *object)
{
    const char *mangled = object->name;
    const char *last = mangled;
    const char *rest = mangled; /* behind the name before */
    int length = (int)strlen(mangled);
    cpu_check_name name;

    for (const char *c = mangled; begins_with(mangled, "_Z") && *c;) {
        char *end = NULL;
        long size = is_length(rest, c) ? strtol(c, &end, 10) : 0;

        if (size > 0 && size <= (long)strlen(end)) {
            last = end;
            length = (int)size;
            rest = end + size;
            c = rest;
        } else {
            c += *c >= '0' && *c <= '9' ? strspn(c, "0123456789") : 1;
        }
    }
    snprintf(name.text, sizeof(name.text), "%.*s", length, last);
    return name;
}

bool cpu_check_image_line(const cpu_check_image *image, uintptr_t return_address,
                          cpu_check_line *out)
{
    return image->lines && return_address > image->base &&
           !cpu_check_object_at(&image->copies, return_address - 1) &&
           cpu_check_lines_find(image->lines, return_address - image->base - 1, out);
}
