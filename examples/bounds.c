/* A mistake in a kernel that no other tool sees. diffuse.cu reads one row too many. The grids of
 * this program share an allocation, so the row is there: it is the first one of the next grid.
 * Nothing faults, compute-sanitizer is silent, and the result is a little wrong. Bounds checks hold
 * each access to the grid that the launch gives. They need a GPU. */
#include "diffuse.custub.h"
#include <custub/custub.h>
#include <stdio.h>

enum { ROWS = 100, COLUMNS = 80, CELLS = ROWS * COLUMNS };

int main(void)
{
    custub_error error = custub_error_none();
    custub_error found = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    custub_f32_buffer grids = custub_f32_buffer_create_zeroed(3 * CELLS, 0, &error);
    custub_f32_view from = custub_f32_slice(grids.view, 0, CELLS, &error);
    custub_f32_view to = custub_f32_slice(grids.view, 2 * CELLS, CELLS, &error);
    custub_status wanted;

    custub_set_bounds_checks(CUSTUB_BOUNDS_CHECKS_ON);
    diffuse_kernels kernels = diffuse_load(&error);
    wanted = custub_kernel_bounds_checks(&kernels.diffuse) == CUSTUB_BOUNDS_CHECKS_ON
                 ? CUSTUB_ERROR_OUT_OF_BOUNDS
                 : CUSTUB_OK; /* on the CPU driver */
    launch_diffuse(&kernels, NULL, ROWS, COLUMNS, from, to, &error);
    custub_device_synchronize(device, custub_failed(&error) ? NULL : &found);

    diffuse_unload(&kernels, &error);
    custub_f32_buffer_destroy(&grids, &error); /* the context is as usable as before */
    custub_device_close(device, &error);
    if (custub_failed(&error))
        puts(error.message);
    else
        printf("found: %s\n", wanted ? found.message : "nothing; bounds checks need a GPU");
    return custub_failed(&error) || found.status != wanted;
}
