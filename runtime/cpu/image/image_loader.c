#define _GNU_SOURCE /* dl_iterate_phdr() */

#include "image/image_loader.h"

#include "api/memory_checker.h"
#include "execute/kernel_services.h"
#include "image/elf_file.h"
#include "support/memory_file.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* An image may get the addresses of an unloaded one: the lock orders what is written to the second
 * after the first. The dynamic linker lets in only one thread at a time anyway. */
static pthread_mutex_t linking = PTHREAD_MUTEX_INITIALIZER;

/* A debugger opens the path too, so it contains the process's number in this /proc. */
static void format_path(char *path, size_t size, int file)
{
    char process[32];
    ssize_t length = readlink("/proc/self", process, sizeof(process) - 1);

    process[length > 0 ? length : 0] = 0;
    snprintf(path, size, "/proc/%s/fd/%d", length > 0 ? process : "self", file);
}

static bool is_usable(const custub_cpu_table *table)
{
    return table->magic == CUSTUB_CPU_IMAGE_MAGIC && table->abi == CUSTUB_CPU_IMAGE_ABI &&
           table->size >= sizeof(*table) && table->kernel_size >= sizeof(custub_cpu_kernel) &&
           table->services_size <= cpu_services.size && table->services &&
           (table->kernels || table->kernel_count == 0);
}

/* The user has asked for checks, so an image that cannot be checked is refused. */
static CUresult connect_checker(cpu_image *image)
{
    const cpu_checker *checker = cpu_memory_checker();
    custub_cpu_check *functions;

    if (!checker)
        return CUDA_SUCCESS;
    functions = dlsym(image->library, CUSTUB_CPU_CHECK_SYMBOL);
    if (!functions || functions->size < offsetof(custub_cpu_check, fence)) {
        fprintf(stderr,
                "custub: CUSTUB_CPU_CHECK is set, but this image of %s is not instrumented and is "
                "not loaded; build it with CUSTUB_CHECK_IMAGES=ON\n",
                image->table->source);
        return CUDA_ERROR_NO_BINARY_FOR_GPU;
    }
    image->check = checker->image_open(image->file, image->library, image->table, functions);
    return image->check ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

static int add_code(struct dl_phdr_info *library, size_t size, void *data)
{
    cpu_image *image = data;
    const uintptr_t own = (uintptr_t)image->table;
    cpu_image_code code = {UINTPTR_MAX, 0, NULL};
    bool is_own = false;

    (void)size;
    for (int i = 0; i < library->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &library->dlpi_phdr[i];
        const uintptr_t first = (uintptr_t)(library->dlpi_addr + part->p_vaddr);
        if (part->p_type != PT_LOAD)
            continue;
        is_own |= own - first < part->p_memsz;
        if (!(part->p_flags & PF_X))
            continue;
        code.first = first < code.first ? first : code.first;
        code.last = first + part->p_memsz > code.last ? first + part->p_memsz : code.last;
    }
    if (is_own)
        image->code = code;
    return is_own;
}

static void find_code(cpu_image *image)
{
    void *found = dlsym(image->library, CUSTUB_CPU_INTERRUPT_SYMBOL);

    dl_iterate_phdr(add_code, image);
    if (found) /* ISO C has no conversion of an object's address to a function's */
        memcpy(&image->code.interrupt, &found, sizeof(found));
}

/* Functions of LeakSanitizer, if the program has it. */
extern void __lsan_disable(void) __attribute__((weak));
extern void __lsan_enable(void) __attribute__((weak));

/* An image may be the first to load libstdc++, which never frees what it allocates while it is
 * loaded. That is no leak of the program. */
static void *open_without_leak_check(const char *path)
{
    void *library;

    if (__lsan_disable)
        __lsan_disable();
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (__lsan_enable)
        __lsan_enable();
    return library;
}

static CUresult link_library(cpu_image *image)
{
    char path[64];

    format_path(path, sizeof(path), image->file);
    image->library = open_without_leak_check(path);
    if (!image->library)
        return CUDA_ERROR_SHARED_OBJECT_INIT_FAILED;
    image->table = dlsym(image->library, CUSTUB_CPU_IMAGE_SYMBOL);
    if (!image->table || !is_usable(image->table))
        return CUDA_ERROR_INVALID_IMAGE;
    *image->table->services = &cpu_services;
    find_code(image);
    return connect_checker(image);
}

static CUresult open_library(cpu_image *image)
{
    CUresult result;

    pthread_mutex_lock(&linking);
    result = link_library(image);
    pthread_mutex_unlock(&linking);
    return result;
}

CUresult cpu_image_load(cpu_image *image, const void *data)
{
    size_t size;
    CUresult result;

    memset(image, 0, sizeof(*image));
    if (!cpu_elf_measure(data, CUSTUB_CPU_IMAGE_SYMBOL, &size))
        return CUDA_ERROR_INVALID_IMAGE;
    image->file = cpu_memory_file_create(data, size);
    if (image->file < 0)
        return CUDA_ERROR_OPERATING_SYSTEM;
    result = open_library(image);
    if (result != CUDA_SUCCESS)
        cpu_image_unload(image);
    return result;
}

void cpu_image_unload(cpu_image *image)
{
    char path[64];
    void *remains = NULL;

    format_path(path, sizeof(path), image->file);
    pthread_mutex_lock(&linking);
    if (image->library) {
        dlclose(image->library);
        remains = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    }
    /* A library is never unloaded if it has symbols that are unique in the process. Its path must
     * then not be reused, because glibc would take a new library with this path for the old one. */
    if (remains) {
        dlclose(remains);
    } else {
        close(image->file);
        if (image->check)
            cpu_memory_checker()->image_close(image->check);
    }
    pthread_mutex_unlock(&linking);
    memset(image, 0, sizeof(*image));
}

const custub_cpu_kernel *cpu_image_kernel(const cpu_image *image, uint32_t index)
{
    const char *first = (const char *)image->table->kernels;

    return (const void *)(first + (size_t)index * image->table->kernel_size);
}

bool cpu_image_can_run(const custub_cpu_kernel *kernel)
{
    return (kernel->flags & CUSTUB_CPU_KERNEL_UNFIT) == 0;
}

const char *cpu_image_reason(const custub_cpu_kernel *kernel)
{
    return kernel->unfit ? kernel->unfit : "it is not in the image";
}

const custub_cpu_kernel *cpu_image_find_unfit(const cpu_image *image, const char *name)
{
    for (uint32_t i = 0; i < image->table->kernel_count; i++) {
        const custub_cpu_kernel *kernel = cpu_image_kernel(image, i);
        if (!cpu_image_can_run(kernel) && strcmp(kernel->name, name) == 0)
            return kernel;
    }
    return NULL;
}

uint32_t cpu_image_global_count(const cpu_image *image)
{
    return image->table->globals ? image->table->global_count : 0;
}

const custub_cpu_global *cpu_image_global(const cpu_image *image, uint32_t index)
{
    const char *first = (const char *)image->table->globals;

    return (const void *)(first + (size_t)index * image->table->global_size);
}

/* --- Images in files -----------------------------------------------------------------------------
 */

/* The loading function reads at least this many bytes. */
#define LEAST 4096

static CUresult read_all(void **out, FILE *file)
{
    char *data;
    long size;

    if (fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0 || fseek(file, 0, SEEK_SET) != 0)
        return CUDA_ERROR_FILE_NOT_FOUND;
    data = calloc(1, (size_t)size + LEAST);
    if (!data)
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (fread(data, 1, (size_t)size, file) != (size_t)size) {
        free(data);
        return CUDA_ERROR_FILE_NOT_FOUND;
    }
    *out = data;
    return CUDA_SUCCESS;
}

CUresult cpu_image_file_read(void **out, const char *path)
{
    FILE *file = fopen(path, "rb");
    CUresult result;

    if (!file)
        return CUDA_ERROR_FILE_NOT_FOUND;
    result = read_all(out, file);
    fclose(file);
    return result;
}
