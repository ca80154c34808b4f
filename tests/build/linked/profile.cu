// A program that includes another source with its kernels and launches.
#define WAVES_IS_A_PART
#include "waves.cu"

#include <cstdio>

int main()
{
    custub_error error = custub_error_none();
    profile_kernels kernels = profile_load_linked(&error);
    unsigned long long by_chevrons = custub_failed(&error) ? 0 : waves_run(&kernels, 0, 1000, &error);
    unsigned long long by_custub = custub_failed(&error) ? 0 : waves_run(&kernels, 255, 1000, &error);

    profile_unload(&kernels, &error);
    if (custub_failed(&error))
        printf("%s\n", error.message);
    else if (by_chevrons != by_custub)
        printf("FAILED: custub's launches give another result\n");
    return custub_failed(&error) || by_chevrons != by_custub;
}
