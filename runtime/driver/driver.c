#include "driver/driver.h"

#include <stdatomic.h>
#include <string.h>

#include "driver/driver_find.h"
#include "driver/result.h"
#include "error/error.h"
#include "observe/observe.h"
#include "platform/platform.h"
#include "platform/settings.h"

/* The value of open_driver in a process that was forked after the driver was opened. */
#define FORKED (-1)

static atomic_int open_driver; /* a custub_driver; CUSTUB_DRIVER_DEFAULT while none is open */
static atomic_bool is_opening; /* a thread is opening it, perhaps in cuInit */
static int open_version;       /* this and the next one are written before `open_driver` */
static void *open_shared;
static custubi_mutex opening = CUSTUBI_MUTEX_INITIALIZER;

static custub_status fail_initialize(custub_error *error, const char *call, int result)
{
    static const struct {
        int result;
        custub_status status;
        const char *text;
    } known[] = {
        {CUSTUBI_STUB_LIBRARY, CUSTUB_ERROR_DRIVER_NOT_FOUND,
         "the libcuda that was found is the CUDA toolkit's stub for linking, not a driver: install "
         "the NVIDIA driver, take the toolkit's `stubs` folder out of LD_LIBRARY_PATH, or set "
         "CUSTUB_DRIVER=cpu"},
        {CUSTUBI_NO_DEVICE, CUSTUB_ERROR_NO_DEVICE,
         "the CUDA driver finds no GPU (none is there, CUDA_VISIBLE_DEVICES hides it, or the "
         "container was not given it); CUSTUB_DRIVER=cpu runs kernels on the CPU"},
        {CUSTUBI_SYSTEM_DRIVER_MISMATCH, CUSTUB_ERROR_DRIVER,
         "libcuda and the NVIDIA kernel module have different versions: restart the machine, or "
         "install both from one driver package"},
        {CUSTUBI_SYSTEM_NOT_READY, CUSTUB_ERROR_DRIVER,
         "the system is not ready to start CUDA work: is the Fabric Manager running?"},
        {CUSTUBI_COMPAT_NOT_SUPPORTED_ON_DEVICE, CUSTUB_ERROR_DRIVER,
         "the forward compatibility libcuda does not support this GPU: remove the cuda-compat "
         "package from the library path"},
    };

    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        if (known[i].result != result)
            continue;
        custubi_error_set(error, known[i].status, "%s; ", known[i].text);
        custubi_error_append_result(error, call, result);
        return known[i].status;
    }
    return custubi_error_driver(error, call, result, "opening the CUDA driver");
}

/* Refuses settings that the CPU driver's cuInit would refuse, and gives the reason. */
static custub_status check_cpu_settings(custub_error *error)
{
    const char *fault = NULL;

    if (!custubi_cu.cpu_settings || custubi_cu.cpu_settings(NULL, &fault) || !fault)
        return CUSTUB_OK;
    return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT, "%s", fault);
}

/* Makes the shared library at `path` the driver. */
static custub_status initialize_driver(void *shared, const char *path, int *version,
                                       custub_error *error)
{
    const char *missing = custubi_driver_table_fill(shared);
    custub_status status;
    int result;

    if (!custubi_cu.init || !custubi_cu.driver_get_version)
        return custubi_error_set(error, CUSTUB_ERROR_DRIVER_NOT_FOUND,
                                 "%s is not a CUDA driver: it has no function %s", path, missing);
    *version = 0;
    result = custubi_cu.driver_get_version(version);
    if (result)
        return fail_initialize(error, "cuDriverGetVersion", result);
    if (*version < CUSTUBI_OLDEST_DRIVER)
        return custubi_error_set(error, CUSTUB_ERROR_DRIVER_TOO_OLD,
                                 "the CUDA driver is for CUDA %d.%d, custub needs one for %d.%d or "
                                 "newer: update the NVIDIA driver",
                                 *version / 1000, *version % 1000 / 10,
                                 CUSTUBI_OLDEST_DRIVER / 1000, CUSTUBI_OLDEST_DRIVER % 1000 / 10);
    if (missing)
        return custubi_error_set(error, CUSTUB_ERROR_DRIVER_NOT_FOUND,
                                 "%s is not a complete CUDA driver: it has no function %s", path,
                                 missing);
    status = check_cpu_settings(error);
    if (status)
        return status;
    result = custubi_cu.init(0);
    if (result)
        return fail_initialize(error, "cuInit", result);
    return CUSTUB_OK;
}

/* Called in a forked process. False if the driver was not open: then the child may open it. */
static bool end_driver(void)
{
    if (!atomic_load(&open_driver) && !atomic_load(&is_opening))
        return false;
    custubi_driver_table_close();
    atomic_store(&open_driver, FORKED);
    return true;
}

static custub_status open_locked(custub_driver which, custub_error *error)
{
    int open = atomic_load_explicit(&open_driver, memory_order_relaxed);
    static bool is_watching;
    custubi_found_driver found;
    custub_status status;

    if (!is_watching)
        custubi_watch_forks(end_driver);
    is_watching = true;
    if (open && which != CUSTUB_DRIVER_DEFAULT && (int)which != open)
        return custubi_error_set(error, CUSTUB_ERROR_DRIVER_CONFLICT,
                                 "the %s driver was asked for, but this process has opened the %s "
                                 "driver already",
                                 which == CUSTUB_DRIVER_CPU ? "CPU" : "CUDA",
                                 which == CUSTUB_DRIVER_CPU ? "CUDA" : "CPU");
    if (open)
        return CUSTUB_OK;
    status = custubi_settings_check(error);
    if (status)
        return status;
    if (which == CUSTUB_DRIVER_DEFAULT)
        which = (custub_driver)custubi_setting_of(CUSTUBI_SETTING_DRIVER);
    status = custubi_find_driver(which, &found, error);
    if (status)
        return status;
    status = initialize_driver(found.shared, found.path, &open_version, error);
    if (status) {
        memset(&custubi_cu, 0, sizeof(custubi_cu));
        custubi_shared_close(found.shared);
        return status;
    }
    open_shared = found.shared; /* stays open for the life of the process */
    custubi_observe_start();
    atomic_store_explicit(&open_driver, (int)found.driver, memory_order_release);
    return CUSTUB_OK;
}

custub_status custub_driver_open(custub_driver which, custub_error *error)
{
    int open = atomic_load_explicit(&open_driver, memory_order_acquire);
    custub_status status;

    if (custub_failed(error))
        return error->status;
    if (open > 0 && (which == CUSTUB_DRIVER_DEFAULT || (int)which == open))
        return CUSTUB_OK;
    if (open == FORKED)
        return custubi_error_driver(error, "cuInit", CUSTUBI_DEINITIALIZED,
                                    "opening the CUDA driver");
    if (which != CUSTUB_DRIVER_DEFAULT && which != CUSTUB_DRIVER_CUDA && which != CUSTUB_DRIVER_CPU)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT, "%d is not a custub_driver",
                                 (int)which);
    custubi_mutex_lock(&opening);
    atomic_store(&is_opening, true);
    status = open_locked(which, error);
    atomic_store(&is_opening, false);
    custubi_mutex_unlock(&opening);
    return status;
}

int custub_version(void)
{
    return CUSTUB_VERSION;
}

int custub_driver_version(void)
{
    return atomic_load_explicit(&open_driver, memory_order_acquire) > 0 ? open_version : 0;
}

const char *custub_driver_name(void)
{
    switch (atomic_load_explicit(&open_driver, memory_order_acquire)) {
    case CUSTUB_DRIVER_CUDA:
        return "cuda";
    case CUSTUB_DRIVER_CPU:
        return "cpu";
    default:
        return NULL;
    }
}

void *custub_driver_symbol(const char *name)
{
    if (!name || atomic_load_explicit(&open_driver, memory_order_acquire) <= 0)
        return NULL;
    return custubi_shared_symbol(open_shared, name);
}

bool custubi_driver_is_cpu(void)
{
    return atomic_load_explicit(&open_driver, memory_order_acquire) == CUSTUB_DRIVER_CPU;
}

custub_status custubi_driver_capability(const char *doing, int *capability, custub_error *error)
{
    const char *call = "cuCtxGetDevice";
    int device = 0, major = 0, minor = 0;
    int result = custubi_cu.context_get_device(&device);

    if (!result) {
        call = "cuDeviceGetAttribute";
        result = custubi_cu.device_get_attribute(&major, CUSTUBI_DEVICE_COMPUTE_CAPABILITY_MAJOR,
                                                 device);
    }
    if (!result)
        result = custubi_cu.device_get_attribute(&minor, CUSTUBI_DEVICE_COMPUTE_CAPABILITY_MINOR,
                                                 device);
    if (result)
        return custubi_error_driver(error, call, result, "%s", doing);
    *capability = 10 * major + minor;
    return CUSTUB_OK;
}
