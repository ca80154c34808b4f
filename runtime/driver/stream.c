#include "driver/driver.h"
#include "error/error.h"

custub_status custub_stream_create(CUstream *out, custub_error *error)
{
    custub_status status;
    int result;

    if (!out)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "creating a stream: a null argument");
    *out = NULL;
    status = custub_driver_open(CUSTUB_DRIVER_DEFAULT, error);
    if (status)
        return status;
    result = custubi_cu.stream_create(out, CUSTUBI_STREAM_NON_BLOCKING);
    if (result) {
        *out = NULL;
        return custubi_error_driver(error, "cuStreamCreate", result, "creating a stream");
    }
    return CUSTUB_OK;
}

custub_status custub_stream_synchronize(CUstream stream, custub_error *error)
{
    custub_status status = custub_driver_open(CUSTUB_DRIVER_DEFAULT, error);
    int result;

    if (status)
        return status;
    result = custubi_cu.stream_synchronize(stream);
    if (result)
        return custubi_error_driver(error, "cuStreamSynchronize", result, "waiting for a stream");
    return CUSTUB_OK;
}

void custub_stream_destroy(CUstream stream)
{
    if (stream && custub_driver_name())
        custubi_cu.stream_destroy(stream);
}
