/* opened_device.h: an open device, and entering its context to ask about it. */
#ifndef CUSTUBI_OPENED_DEVICE_H
#define CUSTUBI_OPENED_DEVICE_H

#include <custub/device.h>

struct custub_device {
    CUcontext context; /* retained */
    int device;        /* a CUdevice */
    int ordinal;
    char name[256];
};

/* Refuses a null device, and everything after a failure. */
custub_status custubi_device_check(const custub_device *device, const char *doing,
                                   custub_error *error);

typedef struct custubi_device_scope {
    CUcontext previous; /* may be null */
    bool entered;
} custubi_device_scope;

/* Makes the device's context current until custubi_device_leave(). On failure nothing is entered
 * and the record is written. */
custub_status custubi_device_enter(const custub_device *device, custubi_device_scope *scope,
                                   const char *doing, custub_error *error);
void custubi_device_leave(const custubi_device_scope *scope);

#endif
