#include "library/image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <custub/bounds_rewriter.h>
#include <custub/image.h>

#include "driver/dead_context.h"
#include "driver/driver.h"
#include "driver/result.h"
#include "jit/jit.h"
#include "jit/rewriter.h"
#include "library/image_data/image_size.h"
#include "library/image_data/shared_image.h"
#include "observe/activity.h"

#if defined(__aarch64__)
#define CPU_TAG "cpu-aarch64"
#elif defined(__x86_64__)
#define CPU_TAG "cpu-x86_64"
#else
#define CPU_TAG "" /* no CPU images for this architecture yet */
#endif

typedef struct failure {
    char cut[CUSTUBI_REASON_SIZE]; /* how it was cut off, so that it was not tried; else empty */
    const char *call;
    int result;
    char log[CUSTUBI_LOG_SIZE];      /* what the driver's compiler said; empty if nothing */
    const custub_kernel_info *unfit; /* the first kernel that cannot run here; `log` says why */
    uint32_t unfit_count;            /* kernels that cannot run, if the image has no others */
    custub_error compilation;        /* why a program could not be compiled */
} failure;

/* True if the CPU driver is to check kernels, for which it needs instrumented images. */
static bool wants_check(void)
{
    int checks = 0;

    return custubi_cu.cpu_settings && !custubi_cu.cpu_settings(&checks, NULL) && checks;
}

/* The prefix of the tag of an image that several sources were linked to, and the end of the tag of
 * one with bounds checks. */
#define LINKED "linked-"
#define BOUNDS "-bounds"

static bool is_linked(const char *tag)
{
    return strncmp(tag, LINKED, strlen(LINKED)) == 0;
}

/* True if the tag is `kind` followed by `end`. */
static bool is_kind(const char *tag, const char *kind, const char *end)
{
    size_t length = strlen(kind);

    return strncmp(tag, kind, length) == 0 && strcmp(tag + length, end) == 0;
}

static bool is_ptx(const char *tag)
{
    return is_kind(tag, "ptx", "") || is_kind(tag, "ptx", BOUNDS);
}

static bool fits_driver(const custub_library *library, const char *tag)
{
    const char *end = library->bounds ? BOUNDS : "";

    if (is_linked(tag))
        tag += strlen(LINKED);
    if (custubi_driver_is_cpu())
        return strcmp(tag, wants_check() ? CPU_TAG "-check" : CPU_TAG) == 0;
    return is_kind(tag, "fatbin", end) || is_kind(tag, "cubin", end) || is_kind(tag, "ptx", end) ||
           is_kind(tag, CUSTUBI_JIT_TAG, end);
}

/* True if a result is about the image and not about the machine. */
static bool is_about_image(int result)
{
    switch (result) {
    case CUSTUBI_INVALID_IMAGE:
    case CUSTUBI_NO_BINARY_FOR_GPU:
    case CUSTUBI_INVALID_PTX:
    case CUSTUBI_JIT_COMPILER_NOT_FOUND:
    case CUSTUBI_UNSUPPORTED_PTX_VERSION:
    case CUSTUBI_JIT_COMPILATION_DISABLED:
    case CUSTUBI_INVALID_SOURCE:
    case CUSTUBI_NOT_FOUND:
    case CUSTUBI_NOT_SUPPORTED:
        return true;
    default:
        return false;
    }
}

/* What a failed attempt says about the load. */
static custub_status status_of(const failure *why)
{
    if (custub_failed(&why->compilation))
        return why->compilation.status;
    return why->cut[0] || why->unfit || is_about_image(why->result) ? CUSTUB_ERROR_NO_IMAGE
                                                                    : CUSTUB_ERROR_DRIVER;
}

static int load_module(const custub_library *library, const custub_image *image, void **module,
                       char log[CUSTUBI_LOG_SIZE])
{
    custubi_driver_options options = library->options;
    char notes[CUSTUBI_LOG_SIZE];
    int result;

    *module = NULL;
    custubi_driver_options_add_logs(&options, log, notes);
    result =
        custubi_cu.module_load(module, image->data, options.count, options.options, options.values);
    custubi_driver_log(log, notes);
    return result;
}

/* A library may compile later and keep its options until then, so it gets no log buffer. A module
 * is loaded only to get the compiler's log. */
static void explain_failure(const custub_library *library, const custub_image *image, failure *why)
{
    void *module;

    if (!is_ptx(image->tag) || !is_about_image(why->result))
        return;
    if (load_module(library, image, &module, why->log) == CUSTUBI_SUCCESS)
        custubi_cu.module_unload(module);
}

static bool has_libraries(void)
{
    return custubi_cu.library_load && custubi_cu.library_unload && custubi_cu.library_get_kernel &&
           custubi_cu.kernel_get_function && custubi_cu.kernel_get_attribute &&
           custubi_cu.kernel_set_attribute;
}

/* Takes no options: they belong to one library, and there is nothing to compile. */
static int load_linked(void **out, const void *data, void *is_module)
{
    if (*(const bool *)is_module)
        return custubi_cu.module_load(out, data, 0, NULL, NULL);
    return custubi_cu.library_load(out, data, NULL, NULL, 0, NULL, NULL, 0);
}

static int load(custub_library *library, const custub_image *image, failure *why)
{
    if (is_linked(image->tag)) {
        library->is_shared = true;
        return custubi_shared_image_open(&library->image, image->data,
                                         library->is_module ? library->context : NULL, load_linked,
                                         &library->is_module);
    }
    library->is_shared = false;
    if (library->is_module)
        return load_module(library, image, &library->image, why->log);
    return custubi_cu.library_load(&library->image, image->data, library->options.options,
                                   library->options.values, library->options.count, NULL, NULL, 0);
}

static bool open_image(custub_library *library, const custub_image *image, failure *why)
{
    why->call = library->is_module ? "cuModuleLoadDataEx" : "cuLibraryLoadData";
    why->result = load(library, image, why);
    if (why->result)
        library->image = NULL;
    return why->result == CUSTUBI_SUCCESS;
}

static int get_function(const custub_library *library, const char *symbol, void **out, failure *why)
{
    if (library->is_module) {
        why->call = "cuModuleGetFunction";
        why->result = custubi_cu.module_get_function(out, library->image, symbol);
    } else {
        why->call = "cuLibraryGetKernel";
        why->result = custubi_cu.library_get_kernel(out, library->image, symbol);
    }
    if (why->result)
        *out = NULL;
    return why->result;
}

/* True if the CPU driver says that the kernel cannot run. Asked before the kernel is looked up,
 * which would print a line although the program may never launch the kernel. */
static bool is_unfit(custub_library *library, uint32_t index)
{
    const char *symbol = library->info->kernels[index].symbol;
    const char **reason = &library->reasons[index];

    if (!custubi_cu.kernel_unfit || custubi_cu.kernel_unfit(library->image, symbol, reason))
        *reason = NULL;
    return *reason != NULL;
}

/* Copies the first reason, because the image that owns it is about to be unloaded. */
static void keep_reason(const custub_library *library, failure *why)
{
    for (uint32_t i = 0; i < library->info->kernel_count; i++) {
        if (!library->reasons[i])
            continue;
        if (!why->unfit_count++) {
            why->unfit = &library->info->kernels[i];
            snprintf(why->log, sizeof(why->log), "%s", library->reasons[i]);
        }
    }
}

/* Looks up every kernel. True if the image has one that can be launched here. */
static bool get_functions(custub_library *library, custub_kernel *kernels, failure *why)
{
    void *proof = NULL;
    void *function = NULL;

    if (!library->info->kernel_count) /* only variables: nothing can prove that the image fits */
        return true;
    for (uint32_t i = 0; i < library->info->kernel_count; i++) {
        int result;
        if (is_unfit(library, i))
            continue;
        result = get_function(library, library->info->kernels[i].symbol, &kernels[i].function, why);
        if (result && result != CUSTUBI_NOT_FOUND)
            return false;
        if (!proof)
            proof = kernels[i].function;
    }
    if (!proof) {
        keep_reason(library, why);
        return false; /* without reasons, `why` is about the last absent kernel */
    }
    if (library->is_module)
        return true;
    why->call = "cuKernelGetFunction";
    why->result = custubi_cu.kernel_get_function(&function, proof);
    return why->result == CUSTUBI_SUCCESS;
}

static bool open_and_get(custub_library *library, custub_kernel *kernels, const custub_image *image,
                         failure *why)
{
    memset(why, 0, sizeof(*why));
    if (!custubi_image_is_whole(image, why->cut))
        return false;
    if (open_image(library, image, why)) {
        if (get_functions(library, kernels, why))
            return true;
        custubi_image_unload(library, NULL);
        for (uint32_t i = 0; i < library->info->kernel_count; i++) {
            kernels[i].function = NULL;
            library->reasons[i] = NULL;
        }
    }
    if (!library->is_module)
        explain_failure(library, image, why);
    return false;
}

static bool try_image(custub_library *library, custub_kernel *kernels, const custub_image *image,
                      failure *why)
{
    custubi_activity activity;
    bool loaded;

    custubi_activity_begin(&activity, CUSTUB_ACTIVITY_LOAD, library->info->file, NULL);
    activity.seen.image = image->tag;
    activity.seen.bytes = image->size;
    loaded = open_and_get(library, kernels, image, why);
    custubi_activity_end(&activity, loaded ? CUSTUB_OK : status_of(why), NULL);
    return loaded;
}

/* Replaces PTX by PTX that checks bounds, whose table becomes the library's. */
static custub_status check_bounds(custub_library *library, custub_image *ptx, custub_error *error)
{
    custub_bounds_rewritten rewritten;
    custub_status status = custubi_rewrite(library->info, ptx->data, &rewritten, error);

    if (status)
        return status;
    status = custubi_bounds_open(&library->bounds, library->info, library->checks, rewritten.table,
                                 rewritten.table_bytes, error);
    free(rewritten.table);
    free((void *)ptx->data);
    ptx->data = rewritten.ptx;
    ptx->size = rewritten.ptx_bytes;
    return status;
}

/* Compiles a program and tries the result. */
static bool try_program(custub_library *library, custub_kernel *kernels, const custub_image *image,
                        failure *why)
{
    const bool checks = library->checks != CUSTUB_BOUNDS_CHECKS_OFF;
    custub_image compiled;
    bool loaded;

    memset(why, 0, sizeof(*why));
    compiled = custubi_jit_compile_image(image, checks, &why->compilation);
    loaded = compiled.data && !(checks && check_bounds(library, &compiled, &why->compilation)) &&
             try_image(library, kernels, &compiled, why);
    custub_image_free(&compiled);
    if (!loaded) {
        custubi_bounds_close(library->bounds);
        library->bounds = NULL;
    }
    return loaded;
}

void custubi_image_append_device(custub_error *error)
{
    char name[64] = "";
    int device = 0, major = 0, minor = 0;

    if (custubi_cu.context_get_device(&device) ||
        custubi_cu.device_get_name(name, (int)sizeof(name), device) ||
        custubi_cu.device_get_attribute(&major, CUSTUBI_DEVICE_COMPUTE_CAPABILITY_MAJOR, device) ||
        custubi_cu.device_get_attribute(&minor, CUSTUBI_DEVICE_COMPUTE_CAPABILITY_MINOR, device)) {
        custubi_error_append(error, "this device");
        return;
    }
    name[sizeof(name) - 1] = '\0';
    custubi_error_append(error, "%s (compute capability %d.%d, driver for CUDA %d.%d)", name, major,
                         minor, custub_driver_version() / 1000,
                         custub_driver_version() % 1000 / 10);
}

/* The reason comes last: it may be long. */
static void append_unfit(custub_error *error, const char *tag, const failure *why)
{
    uint32_t others = why->unfit_count - 1;

    custubi_error_name(error->kernel, why->unfit->name);
    error->line = (int32_t)why->unfit->line;
    custubi_error_append(error, " [%s: kernel '%s' cannot run on the CPU", tag, why->unfit->name);
    if (others)
        custubi_error_append(error, ", nor can %u other%s", (unsigned int)others,
                             others > 1 ? "s" : "");
    custubi_error_append(error, ": %s]", why->log);
}

static void append_failure(custub_error *error, const char *tag, const failure *why)
{
    if (custub_failed(&why->compilation)) {
        custubi_error_append(error, " [%s: %s]", tag, why->compilation.message);
        return;
    }
    if (why->unfit) {
        append_unfit(error, tag, why);
        return;
    }
    if (why->cut[0]) {
        custubi_error_append(error, " [%s: the image is not whole: it has %s]", tag, why->cut);
        return;
    }
    custubi_error_append(error, " [%s: ", tag);
    custubi_error_append_result(error, why->call, why->result);
    if (why->log[0])
        custubi_error_append(error, ": %s", why->log);
    custubi_error_append(error, "]");
}

static bool are_prototypes(const custub_library_info *info)
{
    return info->kernel_count > 0 && (info->kernels[0].flags & CUSTUB_KERNEL_PROTOTYPE);
}

static void give_reason(custub_library *library, const char *reason)
{
    for (uint32_t i = 0; i < library->info->kernel_count; i++)
        library->reasons[i] = reason;
}

static custub_status fail_without_image(const custub_library *library, const custub_image *images,
                                        custub_error *error)
{
    const custub_library_info *info = library->info;

    custubi_error_set(error, CUSTUB_ERROR_NO_IMAGE, "%s: no image %sfor the %s driver, %s",
                      info->file, library->bounds ? "with bounds checks " : "",
                      custub_driver_name(), images->data ? "only" : "there are no images");
    if (error)
        custubi_error_name(error->file, info->file);
    for (const custub_image *image = images; image->data; image++)
        custubi_error_append(error, "%s %s", image == images ? "" : ",", image->tag);
    if (are_prototypes(info))
        custubi_error_append(error, "; give the image that the kernels' compiler made to the load");
    else if (library->bounds)
        custubi_error_append(error, "; build the kernels with BOUNDS_CHECKS, or load them without");
    else if (!custubi_driver_is_cpu())
        custubi_error_append(error, "; build the kernels with nvcc, or set CUSTUB_DRIVER=cpu");
    else if (wants_check())
        custubi_error_append(
            error, "; CUSTUB_CPU_CHECK is set, which needs an instrumented image (" CPU_TAG
                   "-check): build with CUSTUB_CHECK_IMAGES=ON");
    else
        custubi_error_append(error,
                             "; build the kernels for the CPU (" CPU_TAG "), or use the GPU");
    return CUSTUB_ERROR_NO_IMAGE;
}

custub_status custubi_image_load(custub_library *library, custub_kernel *kernels,
                                 const custub_image *images, custub_error *error)
{
    custub_status status = CUSTUB_ERROR_NO_IMAGE;
    custub_error failed; /* the caller's record if no image fits */
    bool tried = false;
    bool loaded;
    failure why;

    library->is_module = !has_libraries();
    custubi_error_set(&failed, CUSTUB_ERROR_NO_IMAGE, "%s: no image for ", library->info->file);
    custubi_image_append_device(&failed);
    custubi_error_append(&failed, ":");
    for (const custub_image *image = images; image->data; image++) {
        if (!fits_driver(library, image->tag))
            continue;
        if (strcmp(image->tag, CUSTUBI_JIT_TAG) == 0)
            loaded = try_program(library, kernels, image, &why);
        else
            loaded = try_image(library, kernels, image, &why);
        if (loaded)
            return CUSTUB_OK;
        if (!custub_failed(&why.compilation) && custubi_result_is_fatal(why.result))
            return custubi_error_driver(error, why.call, why.result, "loading the kernels of %s",
                                        library->info->file);
        status = status_of(&why);
        if (tried || !custub_failed(&why.compilation))
            append_failure(&failed, image->tag, &why);
        else
            failed = why.compilation; /* a single reason is handed out as it is */
        tried = true;
    }
    if (!tried && custubi_driver_is_cpu() && are_prototypes(library->info)) {
        give_reason(library, "it is only declared, its code is another compiler's, for GPUs");
        return CUSTUB_OK;
    }
    if (!tried)
        return fail_without_image(library, images, error);
    failed.status = status;
    if (!failed.file[0])
        custubi_error_name(failed.file, library->info->file);
    if (error)
        *error = failed;
    return status;
}

static void unload_module(const custub_library *library, void *module)
{
    CUcontext previous = NULL;

    if (custubi_cu.context_get(&previous) != CUSTUBI_SUCCESS ||
        custubi_cu.context_set(library->context) != CUSTUBI_SUCCESS)
        return;
    custubi_cu.module_unload(module);
    custubi_cu.context_set(previous);
}

custub_status custubi_image_unload(custub_library *library, custub_error *error)
{
    void *image = library->image;
    int result = CUSTUBI_SUCCESS;

    library->image = NULL;
    if (!image || (library->linked && !library->bounds) ||
        (library->is_shared && !custubi_shared_image_close(image)))
        return CUSTUB_OK;
    if (library->is_module)
        unload_module(library, image);
    else
        result = custubi_cu.library_unload(image);
    if (!result || result == CUSTUBI_DEINITIALIZED)
        return CUSTUB_OK;
    return custubi_error_driver(error, "cuLibraryUnload", result, "unloading the kernels of %s",
                                library->info->file);
}
