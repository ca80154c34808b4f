/* Structs of the .cu file: one is passed by value, and a buffer holds others. The generated header
 * declares both with the layout that the device sees, which all compilers of the build assert. */
#include "advance.custub.h"
#include <custub/custub.h>
#include <stdio.h>

int main(void)
{
    const float gravity[3] = {0, 0, -10};
    advance_particle particles[2] = {{{0, 0, 50}, {1, 0, 0}, 0}, {{0, 0, 50}, {1, 0, 0}, 1}};
    const advance_time_step second = advance_time_step_of(1.0, gravity, 2);
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    advance_kernels kernels = advance_load(&error);
    advance_particle_buffer buffer =
        advance_particle_buffer_create_uploaded(particles, 2, 0, &error);

    launch_advance(&kernels, NULL, second, buffer.view, &error);
    advance_particle_view_download(buffer.view, particles, 2, 0, &error);
    for (int i = 0; i < 2; i++)
        printf("at (%g, %g, %g)\n", (double)particles[i].position[0],
               (double)particles[i].position[1], (double)particles[i].position[2]);

    advance_particle_buffer_destroy(&buffer, &error);
    advance_unload(&kernels, &error);
    custub_device_close(device, &error);
    puts(custub_failed(&error) ? error.message : "done");
    return custub_failed(&error) || particles[0].position[2] != 40 ||
           particles[1].position[2] != 50;
}
