/* more_rights CPU_DRIVER: 0 if neither the CPU driver nor the runtime takes anything from the
 * environment, which more_rights.sh has filled with what makes no sense. */
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
    /* It is loaded, and so it is taken. */
    return custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL) == CUSTUB_OK ? 0 : 2;
}
