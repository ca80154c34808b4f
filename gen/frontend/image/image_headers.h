/* image_headers.h: the program's headers, for the CPU image. */
#ifndef GEN_IMAGE_HEADERS_H
#define GEN_IMAGE_HEADERS_H

#include "frontend/reader/reader.h"

/* The entry of a header. Null for the source itself and for system headers. */
gen_image_file *gen_read_image_file(gen_reader *reader, CXFile file);
/* Reads the includes of the current architecture. */
void gen_read_inclusions(gen_reader *reader);

#endif
