/* dlinfo() is a GNU function. */
#define _GNU_SOURCE

#include "checker/checked_image.h"

#include "checker/image_symbols.h"

#include <custub/cpu_image.h>

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>

static struct {
    pthread_mutex_t lock;
    cpu_check_image *first;
    uint64_t count; /* how many images were ever loaded */
} images = {.lock = PTHREAD_MUTEX_INITIALIZER};

bool cpu_check_image_line(const cpu_check_image *image, uintptr_t return_address,
                          cpu_check_line *out)
{
    return image->lines && return_address > image->base &&
           !cpu_check_object_at(&image->copies, return_address - 1) &&
           cpu_check_lines_find(image->lines, return_address - image->base - 1, out);
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
    cpu_check_segments_read(image);
    cpu_check_variables_read(image);
    image->lines = cpu_check_lines_read(file);
    return cpu_check_symbols_read(image);
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

#if defined(__aarch64__)

/* As the ABI of thread-local variables has it. */
typedef struct tls_index {
    size_t module;
    size_t offset;
} tls_index;

void *__tls_get_addr(tls_index *index);

/* dlinfo() does not know a small block that the C library keeps in a thread's static memory, as it
 * does with the descriptors by which compilers for aarch64 find blocks. */
static void *static_block(const cpu_check_image *image)
{
    tls_index index = {0, 0};

    if (dlinfo(image->library, RTLD_DI_TLS_MODID, &index.module) != 0 || index.module == 0)
        return NULL;
    return __tls_get_addr(&index);
}

#else

static void *static_block(const cpu_check_image *image)
{
    (void)image;
    return NULL;
}

#endif

unsigned char *cpu_check_image_block(const cpu_check_image *image)
{
    void *block = NULL;

    if (image->shared_size == 0 || dlinfo(image->library, RTLD_DI_TLS_DATA, &block) != 0)
        return NULL;
    return block ? block : static_block(image);
}

void cpu_check_image_mark_constant(cpu_check_image *image, const void *variable)
{
    for (size_t i = 0; i < image->objects.count; i++) {
        if (image->objects.items[i].begin == (uintptr_t)variable)
            image->objects.items[i].is_constant = true;
    }
}
