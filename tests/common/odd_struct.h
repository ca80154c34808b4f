/* odd_struct.h: a struct with a view and a buffer, as generated headers have them. Its size is not
 * a power of two. */
#ifndef ODD_STRUCT_H
#define ODD_STRUCT_H

#include <custub/buffer.h>

typedef struct odd_struct {
    int16_t a;
    unsigned char b[4];
    int16_t c;
    int16_t d;
} odd_struct;

CUSTUB_DEFINE_VIEW(odd, odd_view, odd_struct, sizeof(odd_struct))
CUSTUB_DEFINE_BUFFER(odd, odd_view, odd_struct, sizeof(odd_struct))

#endif
