/* earlier_table.h: names that functions had in earlier versions of CUDA, with equivalent
 * parameters. Programs that get functions from dlsym still use them.
 * X(exported, parameters, the function's present name, arguments) */
#ifndef CPU_EARLIER_TABLE_H
#define CPU_EARLIER_TABLE_H

#define CPU_EARLIER_TABLE(X)                                                                       \
    X(cuCtxCreate, (CUcontext * context, unsigned int flags, CUdevice device), cuCtxCreate_v2,     \
      (context, flags, device))                                                                    \
    X(cuCtxDestroy, (CUcontext context), cuCtxDestroy_v2, (context))                               \
    X(cuCtxDetach, (CUcontext context), cuCtxDestroy_v2, (context))                                \
    X(cuCtxPushCurrent, (CUcontext context), cuCtxPushCurrent_v2, (context))                       \
    X(cuCtxPopCurrent, (CUcontext * context), cuCtxPopCurrent_v2, (context))                       \
    X(cuDevicePrimaryCtxRelease, (CUdevice device), cuDevicePrimaryCtxRelease_v2, (device))        \
    X(cuDevicePrimaryCtxReset, (CUdevice device), cuDevicePrimaryCtxReset_v2, (device))            \
    X(cuDevicePrimaryCtxSetFlags, (CUdevice device, unsigned int flags),                           \
      cuDevicePrimaryCtxSetFlags_v2, (device, flags))                                              \
    X(cuEventDestroy, (CUevent event), cuEventDestroy_v2, (event))                                 \
    X(cuMemHostRegister, (void *address, size_t size, unsigned int flags), cuMemHostRegister_v2,   \
      (address, size, flags))                                                                      \
    X(cuStreamBeginCapture, (CUstream stream), cuStreamBeginCapture_v2,                            \
      (stream, CU_STREAM_CAPTURE_MODE_GLOBAL))                                                     \
    X(cuStreamDestroy, (CUstream stream), cuStreamDestroy_v2, (stream))

#endif
