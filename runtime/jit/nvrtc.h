/* nvrtc.h: NVRTC, which is opened at run time. */
#ifndef CUSTUBI_NVRTC_H
#define CUSTUBI_NVRTC_H

#include <stddef.h>

#include <custub/status.h>

typedef struct custubi_nvrtc_program *custubi_nvrtc_program; /* nvrtcProgram */

#define CUSTUBI_NVRTC_SUCCESS        0
#define CUSTUBI_NVRTC_INVALID_OPTION 5

/* X(member, name, parameters): the functions that are used. 11.2 has them all. */
#define CUSTUBI_NVRTC_FUNCTIONS(X)                                                                 \
    X(version, nvrtcVersion, (int *major, int *minor))                                             \
    X(get_arch_count, nvrtcGetNumSupportedArchs, (int *count))                                     \
    X(get_archs, nvrtcGetSupportedArchs, (int *archs))                                             \
    X(create, nvrtcCreateProgram,                                                                  \
      (custubi_nvrtc_program * out, const char *source, const char *name, int header_count,        \
       const char *const *headers, const char *const *header_names))                               \
    X(add_name, nvrtcAddNameExpression, (custubi_nvrtc_program program, const char *name))         \
    X(get_lowered_name, nvrtcGetLoweredName,                                                       \
      (custubi_nvrtc_program program, const char *name, const char **out))                         \
    X(destroy, nvrtcDestroyProgram, (custubi_nvrtc_program * program))                             \
    X(compile, nvrtcCompileProgram,                                                                \
      (custubi_nvrtc_program program, int count, const char *const *options))                      \
    X(get_log_size, nvrtcGetProgramLogSize, (custubi_nvrtc_program program, size_t * size))        \
    X(get_log, nvrtcGetProgramLog, (custubi_nvrtc_program program, char *log))                     \
    X(get_cubin_size, nvrtcGetCUBINSize, (custubi_nvrtc_program program, size_t * size))           \
    X(get_cubin, nvrtcGetCUBIN, (custubi_nvrtc_program program, char *cubin))                      \
    X(get_ptx_size, nvrtcGetPTXSize, (custubi_nvrtc_program program, size_t * size))               \
    X(get_ptx, nvrtcGetPTX, (custubi_nvrtc_program program, char *ptx))

/* The same for those of 12.0; null where they are missing. */
#define CUSTUBI_NVRTC_LATER_FUNCTIONS(X)                                                           \
    X(get_ltoir_size, nvrtcGetLTOIRSize, (custubi_nvrtc_program program, size_t * size))           \
    X(get_ltoir, nvrtcGetLTOIR, (custubi_nvrtc_program program, char *code))

#define CUSTUBI_NVRTC_ARCHS 64 /* at most */

typedef struct custubi_nvrtc {
#define CUSTUBI_NVRTC_MEMBER(member, name, parameters) int(*member) parameters;
    CUSTUBI_NVRTC_FUNCTIONS(CUSTUBI_NVRTC_MEMBER)
    CUSTUBI_NVRTC_LATER_FUNCTIONS(CUSTUBI_NVRTC_MEMBER)
#undef CUSTUBI_NVRTC_MEMBER
    const char *(*get_error_string)(int result);
    int major, minor;
    int archs[CUSTUBI_NVRTC_ARCHS]; /* that it compiles for: 75, 80, … ascending */
    int arch_count;
    char include[2][4096]; /* options: "-I/usr/local/cuda/include"; "" if there are none */
} custubi_nvrtc;

/* Opens NVRTC, once in a process; after a failure it may be called again. The driver must be open.
 * Null: not found. */
const custubi_nvrtc *custubi_nvrtc_open(custub_error *error);

#endif
