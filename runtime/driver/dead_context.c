#include "driver/dead_context.h"

#include "driver/driver_table.h"
#include "error/error.h"
#include "platform/platform.h"
#include "platform/settings.h"

/* A program rarely survives one death. The newest are kept. */
#define MOST_DEATHS 16u

typedef struct death {
    custubi_context_name context;
    int result;
    char kernel[CUSTUB_NAME_SIZE]; /* copies: the library may be closed */
    char file[CUSTUB_NAME_SIZE];
    unsigned int line;
} death;

static custubi_mutex lock = CUSTUBI_MUTEX_INITIALIZER; /* guards the variables below */
static death deaths[MOST_DEATHS];
static unsigned int noted;

bool custubi_result_is_fatal(int result)
{
    switch (result) {
    case CUSTUBI_CONTAINED:
    case CUSTUBI_ILLEGAL_ADDRESS:
    case CUSTUBI_LAUNCH_TIMEOUT:
    case CUSTUBI_ASSERT:
    case CUSTUBI_HARDWARE_STACK_ERROR:
    case CUSTUBI_ILLEGAL_INSTRUCTION:
    case CUSTUBI_MISALIGNED_ADDRESS:
    case CUSTUBI_INVALID_ADDRESS_SPACE:
    case CUSTUBI_INVALID_PC:
    case CUSTUBI_LAUNCH_FAILED:
    case CUSTUBI_TENSOR_MEMORY_LEAK:
    case CUSTUBI_MPS_CLIENT_TERMINATED:
    case CUSTUBI_EXTERNAL_DEVICE:
        return true;
    default:
        return false;
    }
}

custubi_context_name custubi_context_name_current(void)
{
    custubi_context_name name = {NULL, 0};

    if (custubi_cu.context_get(&name.handle) || !name.handle || !custubi_cu.context_get_id ||
        custubi_cu.context_get_id(name.handle, &name.id))
        name.id = 0;
    return name;
}

void custubi_dead_context_note(const custubi_context_name *context, int result,
                               const custub_kernel_info *kernel)
{
    death *at;

    if (!context->handle)
        return;
    custubi_mutex_lock(&lock);
    at = &deaths[noted++ % MOST_DEATHS];
    at->context = *context;
    at->result = result;
    custubi_error_name(at->kernel, kernel->name);
    custubi_error_name(at->file, kernel->file);
    at->line = kernel->line;
    custubi_mutex_unlock(&lock);
}

/* If the driver does not tell the id, the handle decides: CUDA reuses a handle only after the
 * context was destroyed, and makes no new context in a process after such a failure. */
static bool is_same(const custubi_context_name *dead, const custubi_context_name *current)
{
    return dead->handle == current->handle && (!current->id || dead->id == current->id);
}

/* Finds the death of the current context. False if none is known. */
static bool find(int result, death *out)
{
    const custubi_context_name current = custubi_context_name_current();
    bool found = false;

    custubi_mutex_lock(&lock);
    for (unsigned int i = 0; i < MOST_DEATHS && current.handle && !found; i++) {
        found = is_same(&deaths[i].context, &current) && deaths[i].result == result;
        if (found)
            *out = deaths[i];
    }
    custubi_mutex_unlock(&lock);
    return found;
}

void custubi_dead_context_append(custub_error *error, int result)
{
    death known;

    if (find(result, &known))
        custubi_error_append(error, "; the context is dead since kernel '%s' failed [%s:%u]",
                             known.kernel, known.file, known.line);
    else if (custubi_setting_of(CUSTUBI_SETTING_SYNC) == 1)
        custubi_error_append(error, "; the context is dead");
    else
        custubi_error_append(error, "; the context is dead; CUSTUB_SYNC=1 tells which launch did "
                                    "it");
}
