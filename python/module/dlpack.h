/* What is used of DLPack 1.3: its structs as <dlpack/dlpack.h> lays them out. */
#ifndef PYTHON_DLPACK_H
#define PYTHON_DLPACK_H

#include <stdint.h>

/* DLDeviceType */
enum { DLPACK_CPU = 1, DLPACK_CUDA = 2, DLPACK_CUDA_HOST = 3, DLPACK_CUDA_MANAGED = 13 };

/* DLDataTypeCode */
enum { DLPACK_INT = 0, DLPACK_UINT = 1, DLPACK_FLOAT = 2, DLPACK_BFLOAT = 4, DLPACK_BOOL = 6 };

#define DLPACK_READ_ONLY 1u /* of a dlpack_versioned's flags */

typedef struct dlpack_tensor {
    void *data;
    int32_t device_type;
    int32_t device_id;
    int32_t ndim;
    uint8_t code; /* of the elements */
    uint8_t bits;
    uint16_t lanes;
    int64_t *shape;
    int64_t *strides; /* in elements; null: contiguous */
    uint64_t byte_offset;
} dlpack_tensor;

/* DLManagedTensor, in a capsule "dltensor" */
typedef struct dlpack_managed {
    dlpack_tensor tensor;
    void *context;
    void (*deleter)(struct dlpack_managed *self);
} dlpack_managed;

typedef struct dlpack_version {
    uint32_t major;
    uint32_t minor;
} dlpack_version;

/* DLManagedTensorVersioned, in a capsule "dltensor_versioned" */
typedef struct dlpack_versioned {
    dlpack_version version;
    void *context;
    void (*deleter)(struct dlpack_versioned *self);
    uint64_t flags;
    dlpack_tensor tensor;
} dlpack_versioned;

/* DLPackExchangeAPI, in the capsule "dlpack_exchange_api" that a type has as
 * `__dlpack_c_exchange_api__`: the tensors of this type without a call of Python. */
typedef struct dlpack_exchange {
    dlpack_version version;
    struct dlpack_exchange *previous;
    void (*allocate)(void);
    int (*managed_from_object)(void *object, dlpack_versioned **out);
    int (*managed_to_object)(dlpack_versioned *tensor, void **out);
    /* Borrows everything from the object; null if the type has no such function. */
    int (*tensor_from_object)(void *object, dlpack_tensor *out);
    void (*current_stream)(void);
} dlpack_exchange;

#endif
