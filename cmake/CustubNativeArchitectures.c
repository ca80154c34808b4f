/* Prints the architectures of this machine's GPUs in CMake's form, such as `90-real`, one per line.
 * If there are none, says why and fails. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

enum { MAJOR = 75, MINOR = 76 }; /* CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_… */

static struct {
    int (*init)(unsigned int flags);
    int (*get_count)(int *count);
    int (*get)(int *device, int ordinal);
    int (*get_attribute)(int *value, int attribute, int device);
} cu;

/* ISO C cannot convert an object pointer to a function pointer. */
static int find(void *function, void *driver, const char *name)
{
    void *found = dlsym(driver, name);

    memcpy(function, &found, sizeof(found));
    return found != NULL;
}

static int open_driver(void)
{
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);

    return driver && find(&cu.init, driver, "cuInit") &&
           find(&cu.get_count, driver, "cuDeviceGetCount") &&
           find(&cu.get, driver, "cuDeviceGet") &&
           find(&cu.get_attribute, driver, "cuDeviceGetAttribute");
}

int main(void)
{
    int count = 0;
    int result;
    int i;

    if (!open_driver()) {
        printf("there is no CUDA driver (libcuda.so.1)\n");
        return 1;
    }
    result = cu.init(0);
    if (!result)
        result = cu.get_count(&count);
    if (result || !count) {
        printf("the CUDA driver finds no GPU (error %d)\n", result);
        return 1;
    }
    for (i = 0; i < count; i++) {
        int device, major, minor;
        if (cu.get(&device, i) || cu.get_attribute(&major, MAJOR, device) ||
            cu.get_attribute(&minor, MINOR, device)) {
            printf("the CUDA driver does not tell the GPU's architecture\n");
            return 1;
        }
        printf("%d%d-real\n", major, minor);
    }
    return 0;
}
