#include "library/library.h"

#include <stdlib.h>
#include <string.h>

#include <custub/dynamic.h>

#include "driver/dead_context.h"
#include "driver/driver.h"
#include "driver/result.h"
#include "library/absence.h"
#include "library/bounds_choice.h"
#include "library/function.h"
#include "library/image.h"
#include "library/kernel_state.h"
#include "library/linked.h"
#include "library/signature.h"

/* The arrays of one allocation, the strictest alignment first. */
typedef struct layout {
    size_t devices, states, pointers, numbers, kernels; /* offsets in bytes */
    size_t reasons, facts, params, pairs;
    size_t total;
} layout;

static bool add_part(layout *plan, size_t *offset, size_t count, size_t size)
{
    *offset = plan->total;
    if (count && size > (SIZE_MAX - plan->total) / count)
        return false;
    plan->total += count * size;
    return true;
}

static bool plan_layout(layout *plan, const custub_library_info *info, uint32_t devices)
{
    size_t pairs = 0;
    size_t pointers = 0;
    size_t numbers = 0;
    size_t params = 0;

    for (uint32_t i = 0; i < info->kernel_count; i++) {
        pairs += custubi_kernel_pairs(&info->kernels[i], NULL);
        pointers += info->kernels[i].pointer_count;
        numbers += custubi_kernel_numbers(&info->kernels[i], NULL);
        params += info->kernels[i].param_count;
    }
    plan->total = sizeof(custub_library);
    return add_part(plan, &plan->devices, devices, sizeof(custubi_device_facts)) &&
           add_part(plan, &plan->states, info->kernel_count, sizeof(custub_kernel_state)) &&
           add_part(plan, &plan->pointers, pointers, sizeof(custubi_pointer_state)) &&
           add_part(plan, &plan->numbers, numbers, sizeof(custubi_number_state)) &&
           add_part(plan, &plan->kernels, info->kernel_count, sizeof(custub_kernel)) &&
           add_part(plan, &plan->reasons, info->kernel_count, sizeof(const char *)) &&
           add_part(plan, &plan->facts,
                    (size_t)info->kernel_count * devices /* both factors have 32 bits */,
                    sizeof(custubi_kernel_facts)) &&
           add_part(plan, &plan->params, params, sizeof(custubi_param_state)) &&
           add_part(plan, &plan->pairs, pairs, sizeof(custubi_pair));
}

static void fill_states(custub_library *library, custubi_kernel_arrays arrays)
{
    for (uint32_t i = 0; i < library->info->kernel_count; i++) {
        const custub_kernel_info *info = &library->info->kernels[i];
        custub_kernel_state *state = &library->states[i];

        custubi_kernel_state_fill(state, info, &arrays);
        arrays.pointers += state->pointer_count;
        arrays.numbers += state->needed_count;
        arrays.params += info->param_count;
        arrays.pairs += state->pair_count;
    }
}

static custub_library *allocate(const custub_library_info *info, uint32_t devices)
{
    custub_library *library;
    layout plan;
    char *base;

    if (!plan_layout(&plan, info, devices))
        return NULL;
    base = calloc(1, plan.total);
    if (!base)
        return NULL;
    library = (custub_library *)(void *)base;
    library->info = info;
    atomic_init(&library->users, 1);
    library->device_count = devices;
    library->devices = (custubi_device_facts *)(void *)(base + plan.devices);
    library->states = (custub_kernel_state *)(void *)(base + plan.states);
    library->kernels = (custub_kernel *)(void *)(base + plan.kernels);
    library->reasons = (const char **)(void *)(base + plan.reasons);
    for (uint32_t i = 0; i < devices; i++)
        library->devices[i].kernels =
            (custubi_kernel_facts *)(void *)(base + plan.facts) + (size_t)i * info->kernel_count;
    fill_states(library, (custubi_kernel_arrays){
                             .pointers = (custubi_pointer_state *)(void *)(base + plan.pointers),
                             .numbers = (custubi_number_state *)(void *)(base + plan.numbers),
                             .params = (custubi_param_state *)(void *)(base + plan.params),
                             .pairs = (custubi_pair *)(void *)(base + plan.pairs)});
    return library;
}

static custub_status create(custub_library **out, const custub_library_info *info,
                            custub_error *error)
{
    custub_library *library;
    int count = 0;
    int result = custubi_cu.device_get_count(&count);

    *out = NULL;
    if (result)
        return custubi_error_driver(error, "cuDeviceGetCount", result, "loading the kernels of %s",
                                    info->file);
    library = allocate(info, count > 0 ? (uint32_t)count : 0);
    if (!library || !custubi_mutex_initialize(&library->filling)) {
        free(library);
        return custubi_error_set(error, CUSTUB_ERROR_OUT_OF_HOST_MEMORY,
                                 "%s: no memory to load %u kernels", info->file,
                                 (unsigned int)info->kernel_count);
    }
    *out = library;
    for (int i = 0; i < count; i++) {
        result = custubi_cu.device_get(&library->devices[i].device, i);
        if (result)
            return custubi_error_driver(error, "cuDeviceGet", result, "loading the kernels of %s",
                                        info->file);
    }
    return CUSTUB_OK;
}

static custub_status fill(custub_library *library, const custub_image *images, custub_error *error)
{
    custub_kernel *kernels = library->kernels;
    custub_status status;

    for (uint32_t i = 0; i < library->info->kernel_count; i++) {
        kernels[i].info = &library->info->kernels[i];
        kernels[i].function = NULL;
        kernels[i].library = library;
        kernels[i].state = &library->states[i];
    }
    if (!library->info->kernel_count && !library->linked) { /* the image is optional */
        custubi_image_load(library, kernels, images, NULL);
        return CUSTUB_OK;
    }
    if (library->linked && !library->bounds)
        status = custubi_linked_load(library, kernels, error);
    else
        status = custubi_image_load(library, kernels, images, error);
    if (!status)
        status = custubi_library_bound(library, error);
    if (!status)
        status = custubi_signature_check(library, kernels, error);
    return status;
}

static bool has_reasons(const custub_library *library)
{
    for (uint32_t i = 0; i < library->info->kernel_count; i++) {
        if (library->reasons[i])
            return true;
    }
    return false;
}

static custub_status check_context(const custub_library_info *info, CUcontext *context,
                                   custub_error *error)
{
    const char *call = "cuCtxGetDevice";
    unsigned long long id;
    int device = 0;
    int result = custubi_cu.context_get_device(&device);

    if (!result) {
        call = "cuCtxGetCurrent";
        result = custubi_cu.context_get(context);
    }
    /* CUDA loads libraries in a dead context, too, but nothing runs there. */
    if (!result && custubi_cu.context_get_id) {
        call = "cuCtxGetId";
        result = custubi_cu.context_get_id(NULL, &id);
        result = custubi_result_is_fatal(result) ? result : CUSTUBI_SUCCESS;
    }
    if (result)
        return custubi_error_driver(error, call, result, "loading the kernels of %s", info->file);
    return CUSTUB_OK;
}

/* Nobody can ask for what a kernel has recorded after this, so it is said here. */
custub_status custubi_library_release(custub_library *library, custub_error *error)
{
    custub_status status, said;

    if (atomic_fetch_sub(&library->users, 1) > 1)
        return CUSTUB_OK;
    said = library->bounds ? custubi_bounds_take_of(library->bounds, error) : CUSTUB_OK;
    custubi_absence_end(library);
    custubi_function_release(library);
    status = custubi_image_unload(library, said ? NULL : error);
    custubi_bounds_close(library->bounds);
    custubi_mutex_deinitialize(&library->filling);
    free(library);
    return said ? said : status;
}

/* The program has no more use for it. */
static custub_status unload(custub_library *library, custub_error *error)
{
    if (!library)
        return CUSTUB_OK;
    for (custubi_dependent *next, *at = library->dependents; at; at = next) {
        next = at->next;
        at->link = NULL;
        at->unload(at);
    }
    library->dependents = NULL;
    return custubi_library_release(library, error);
}

/* What kernels are loaded from. With `linked`, of the images only those with bounds checks count.
 */
typedef struct origin {
    const custub_image *images;
    const custub_linked *linked;
    const custub_ptx_options *ptx;
    custub_bounds_checks checks; /* the options' own */
} origin;

static custub_status check_info(const custub_library_info *info, const origin *from,
                                custub_error *error)
{
    if (!info || !(from->images || from->linked))
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "loading kernels: a null argument");
    if (info->abi != CUSTUB_ABI)
        return custubi_error_set(error, CUSTUB_ERROR_ABI_MISMATCH,
                                 "the kernels' header was generated for custub's ABI %u, this "
                                 "runtime has %u: generate it again",
                                 (unsigned int)info->abi, (unsigned int)CUSTUB_ABI);
    return CUSTUB_OK;
}

static void fill_unbound(custub_library *library)
{
    for (uint32_t i = 0; i < library->info->kernel_count; i++) {
        custub_kernel_state *state = &library->states[i];
        state->has_functions = !library->is_module && custubi_cu.context_get_id;
        state->unbound.function = library->kernels[i].function;
        if (library->bounds)
            state->unbound.record =
                custubi_record_of(custubi_bounds_records(library->bounds, 0), i);
    }
}

static custub_library *open(const custub_library_info *info, const origin *from,
                            custub_error *error)
{
    custub_library *library = NULL;
    CUcontext context = NULL;
    custub_status status;

    if (custub_failed(error) || check_info(info, from, error) ||
        custubi_driver_options_check(from->ptx, error))
        return NULL;
    status = custub_driver_open(CUSTUB_DRIVER_DEFAULT, error);
    if (!status && from->linked)
        status = custubi_linked_enter(info, from->linked, error);
    if (!status)
        status = check_context(info, &context, error);
    if (!status)
        status = create(&library, info, error);
    if (!status) {
        library->context = context;
        library->linked = from->linked;
        custubi_driver_options_fill(&library->options, from->ptx);
        status = custubi_library_choose_checks(library, from->checks, from->images, error);
    }
    if (!status)
        status = fill(library, from->images, error);
    if (status) {
        unload(library, NULL);
        return NULL;
    }
    if (has_reasons(library))
        custubi_absence_begin(library);
    fill_unbound(library);
    return library;
}

static const custub_ptx_options no_options;

static custub_bounds_checks checks_of(const custub_load_options *options)
{
    return options ? options->bounds_checks : CUSTUB_BOUNDS_CHECKS_DEFAULT;
}

custub_library *custub_library_open(const custub_library_info *info, const custub_image *images,
                                    custub_error *error)
{
    const origin from = {.images = images, .ptx = &no_options};

    return open(info, &from, error);
}

custub_library *custub_library_open_with(const custub_library_info *info,
                                         const custub_load_options *options, custub_error *error)
{
    const origin from = {.images = options ? options->images : NULL,
                         .ptx = options ? &options->ptx : &no_options,
                         .checks = checks_of(options)};

    return open(info, &from, error);
}

custub_status custub_library_close(custub_library *library, custub_error *error)
{
    return custubi_error_first(error, unload(library, custubi_error_unless_failed(error)));
}

/* --- The generated struct -------------------------------------------------------------------- */

/* A generated struct of loaded kernels begins like this. */
typedef struct loaded_kernels {
    custub_library *library;
    custub_kernel kernels[];
} loaded_kernels;

static custub_status check_header(const custub_library_info *info, size_t bytes,
                                  uint64_t fingerprint, custub_error *error)
{
    if (info->fingerprint == fingerprint &&
        bytes >= sizeof(loaded_kernels) + info->kernel_count * sizeof(custub_kernel))
        return CUSTUB_OK;
    return custubi_error_set(error, CUSTUB_ERROR_HEADER_MISMATCH,
                             "the included header and the linked description '%s' of %s do not "
                             "belong together: two sources have this stem, or one of the two was "
                             "generated again without the other; generate both, and give each "
                             "source a --unit of its own",
                             info->name, info->file);
}

static custub_status load(void *kernels, size_t bytes, const custub_library_info *info,
                          uint64_t fingerprint, const origin *from, custub_error *error)
{
    loaded_kernels *loaded = kernels;
    custub_error own = custub_error_none();

    if (!error)
        error = &own;
    if (kernels)
        memset(kernels, 0, bytes);
    if (custub_failed(error))
        return error->status;
    if (!kernels)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "loading kernels: a null argument");
    if (check_info(info, from, error) || check_header(info, bytes, fingerprint, error))
        return error->status;
    loaded->library = open(info, from, error);
    if (loaded->library)
        memcpy(loaded->kernels, loaded->library->kernels,
               info->kernel_count * sizeof(*loaded->kernels));
    return error->status;
}

custub_status custub_library_load(void *kernels, size_t bytes, const custub_library_info *info,
                                  uint64_t fingerprint, const custub_image *images,
                                  custub_error *error)
{
    return custub_library_load_with(kernels, bytes, info, fingerprint, images, NULL, error);
}

custub_status custub_library_load_with(void *kernels, size_t bytes, const custub_library_info *info,
                                       uint64_t fingerprint, const custub_image *images,
                                       const custub_load_options *options, custub_error *error)
{
    /* A null `images` is an error, even if the options name images. */
    const origin from = {.images = images && options && options->images ? options->images : images,
                         .ptx = options ? &options->ptx : &no_options,
                         .checks = checks_of(options)};

    return load(kernels, bytes, info, fingerprint, &from, error);
}

custub_status custub_library_load_linked(void *kernels, size_t bytes, uint64_t fingerprint,
                                         const custub_linked *linked, custub_error *error)
{
    return custub_library_load_linked_with(kernels, bytes, fingerprint, linked, NULL, error);
}

custub_status custub_library_load_linked_with(void *kernels, size_t bytes, uint64_t fingerprint,
                                              const custub_linked *linked,
                                              const custub_image *images, custub_error *error)
{
    const origin from = {.images = images, .linked = linked, .ptx = &no_options};

    return load(kernels, bytes, linked ? linked->library : NULL, fingerprint, &from, error);
}

custub_status custub_library_unload(void *kernels, size_t bytes, custub_error *error)
{
    loaded_kernels *loaded = kernels;
    custub_status status;

    if (!loaded)
        return custubi_error_first(error, CUSTUB_OK);
    status = unload(loaded->library, custubi_error_unless_failed(error));
    loaded->library = NULL;
    for (size_t i = 0; i < (bytes - sizeof(*loaded)) / sizeof(*loaded->kernels); i++)
        loaded->kernels[i].function = NULL;
    return custubi_error_first(error, status);
}
