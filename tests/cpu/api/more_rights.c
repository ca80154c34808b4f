/* more_rights CPU_DRIVER: exits with 0 if the CPU driver and the runtime both ignore the
 * environment, in which more_rights.sh has set a variable to a malformed value. */
#include <custub/custub.h>

#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    void *driver = argc == 2 ? dlopen(argv[1], RTLD_NOW) : NULL;
    int (*settings)(int *, const char **) = NULL;
    const char *fault = NULL;
    int checks = 0;

    if (!driver) {
        fprintf(stderr, "%s\n", dlerror());
        return 3;
    }
    *(void **)(void *)&settings = dlsym(driver, "custub_cpu_settings");
    settings(&checks, &fault);
    if (fault || checks)
        return 1;
    /* The runtime takes the driver that is loaded already. */
    return custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL) == CUSTUB_OK ? 0 : 2;
}
