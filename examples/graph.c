/* A graph: captured from a stream, run, given other parameters, and written as a file of DOT. */
#include "scale.custub.h"
#include <custub/custub.h>
#include <stdio.h>

int main(void)
{
    const float factors[2] = {2, 10};
    CUgraph graphs[2];
    float first = 0;
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    scale_kernels kernels = scale_load(&error);
    CUstream stream = custub_stream_create(&error);
    custub_f32_buffer image = custub_f32_buffer_create_filled(640 * 480, 1.0f, stream, &error);
    custub_launch launch = custub_launch_in(stream);

    for (int i = 0; i < 2; i++) {
        custub_capture_begin(stream, &error);
        launch_scale(&kernels, &launch, 640, 480, 640, factors[i], image.view, &error);
        graphs[i] = custub_capture_end(stream, &error);
    }
    CUgraphExec exec = custub_graph_instantiate(graphs[0], &error);
    custub_graph_launch(exec, stream, &error); /* times 2 */
    custub_graph_update(exec, graphs[1], &error);
    custub_graph_launch(exec, stream, &error); /* times 10 */
    custub_graph_print(graphs[1], "scale.dot", &error);
    custub_f32_download(image.view, &first, 1, stream, &error);

    custub_graph_exec_destroy(exec, &error);
    custub_graph_destroy(graphs[1], &error);
    custub_graph_destroy(graphs[0], &error);
    custub_f32_buffer_destroy(&image, &error);
    custub_stream_destroy(stream, &error);
    scale_unload(&kernels, &error);
    custub_device_close(device, &error);
    puts(custub_failed(&error) ? error.message : "done");
    return custub_failed(&error) || first != 20.0f;
}
