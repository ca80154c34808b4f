/* Halves an image: read through a filtered texture of pitched memory, written through a surface. */
#include "textures.custub.h"
#include <custub/custub.h>
#include <stdio.h>

enum { SIZE = 8, HALF = SIZE / 2 };

int main(void)
{
    uint8_t pixels[SIZE][SIZE], halved[HALF][HALF] = {{0}};
    int wrong = 0;
    for (int i = 0; i < SIZE * SIZE; i++)
        pixels[i / SIZE][i % SIZE] = (uint8_t)(4 * (i % SIZE) + 8 * (i / SIZE));
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    textures_kernels kernels = textures_load(&error);
    custub_sampling sampling = custub_sampling_default();
    sampling.filter = CUSTUB_FILTER_LINEAR;
    sampling.read = CUSTUB_READ_NORMALIZED_FLOAT;
    custub_pitch dense = custub_pitch_of(0, 0), pitch = dense;
    custub_u8_buffer image = custub_u8_buffer_create_pitched(SIZE, SIZE, &pitch, &error);
    const custub_box all = custub_box_of(SIZE, SIZE, 1);
    custub_u8_upload_box(image.view, pitch, pixels[0], dense, all, 0, &error);
    custub_texture_object texture =
        custub_u8_texture_pitched(image.view, SIZE, SIZE, pitch.row, &sampling, &error);
    custub_u8_array half = custub_u8_array_create(HALF, HALF, 0, CUSTUB_ARRAY_SURFACE, &error);
    custub_surface_object surface = custub_surface_of_array(half.array, &error);
    launch_halve(&kernels, NULL, HALF, HALF, texture.texture, surface.surface, &error);
    custub_u8_array_download(half, halved[0], 0, 0, &error);
    for (int i = 0; i < HALF * HALF; i++)
        wrong += halved[i / HALF][i % HALF] != 8 * (i % HALF) + 16 * (i / HALF) + 6;
    custub_surface_object_destroy(&surface, &error);
    custub_u8_array_destroy(&half, &error);
    custub_texture_object_destroy(&texture, &error);
    custub_u8_buffer_destroy(&image, &error);
    textures_unload(&kernels, &error);
    custub_device_close(device, &error);
    puts(custub_failed(&error) ? error.message : wrong ? "wrong" : "right");
    return custub_failed(&error) || wrong != 0;
}
