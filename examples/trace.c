/* Writes the host's time in each call of custub, for ui.perfetto.dev and chrome://tracing. */
#include "saxpy.custub.h"

#include <custub/custub.h>

#include <stdio.h>

/* Names of kernels and files need no escaping here. Another thread would write another tid. */
static void write_event(const custub_activity *seen, void *file)
{
    fprintf(file, "%s\n{\"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"ts\": %.3f, \"dur\": %.3f, ",
            ftell(file) > 1 ? "," : "", (double)seen->begin / 1e3,
            (double)(seen->end - seen->begin) / 1e3);
    fprintf(file, "\"name\": \"%s\", \"cat\": \"%s\", \"args\": {\"bytes\": %llu}}", seen->name,
            custub_activity_name(seen->kind), (unsigned long long)seen->bytes);
}

int main(int count, char **arguments)
{
    static float host[100000];
    FILE *file = fopen(count > 1 ? arguments[1] : "trace.json", "w");
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);

    if (!file || fputs("[", file) < 0)
        return 1;
    custub_set_activity(write_event, file);
    saxpy_kernels kernels = saxpy_load(&error);
    custub_f32_buffer x = custub_f32_buffer_create_uploaded(host, 100000, 0, &error);
    custub_f32_buffer y = custub_f32_buffer_create_zeroed(100000, 0, &error);
    launch_saxpy(&kernels, NULL, 100000, 2.0f, x.view, y.view, &error);
    custub_f32_download(y.view, host, 100000, 0, &error);
    custub_f32_buffer_destroy(&y, &error);
    custub_f32_buffer_destroy(&x, &error);
    saxpy_unload(&kernels, &error);
    custub_set_activity(NULL, NULL);
    custub_device_close(device, &error);
    fprintf(stderr, "%s\n", custub_failed(&error) ? error.message : "written");
    return fputs("]\n", file) < 0 || fclose(file) || custub_failed(&error);
}
