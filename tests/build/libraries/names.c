/* Opens both libraries, and finds their kernels by the documented names. */
#include <custub/custub.h>
#include <custub/dynamic.h>

#include <dlfcn.h>
#include <stdio.h>

static void show(const char *path, const char *library, const char *images)
{
    void *shared = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    const custub_library_info *info = shared ? dlsym(shared, library) : NULL;

    if (!info || !dlsym(shared, images))
        printf("%s\n", dlerror());
    else
        printf("%s: %s\n", library, info->file);
}

int main(int argc, char **argv)
{
    if (argc == 3) {
        show(argv[1], "scale_custub_library_libraries_first_exported",
             "scale_custub_images_libraries_first_exported");
        show(argv[2], "scale_custub_library_libraries_second_exported",
             "scale_custub_images_libraries_second_exported");
    }
    return 0;
}
