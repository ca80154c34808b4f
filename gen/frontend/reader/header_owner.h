/* header_owner.h: tells the program's headers from the system's. */
#ifndef GEN_HEADER_OWNER_H
#define GEN_HEADER_OWNER_H

#include "frontend/reader/reader.h"

/* True in headers of the toolkit, the compiler or the C library. False in folders of the user's
 * flags, -isystem included. */
bool gen_read_in_system(gen_reader *reader, CXCursor cursor);
bool gen_read_location_in_system(gen_reader *reader, CXSourceLocation location);
/* The first is true if the user's flags name a folder that clang takes for a system folder. The
 * second is true if a header in a folder of the flags has `#pragma GCC system_header`. */
bool gen_read_names_system_folder(gen_reader *reader);
bool gen_read_has_marked_header(gen_reader *reader, CXTranslationUnit unit);
/* True if functions of this header may read threadIdx and the like, or make threads wait. */
bool gen_read_hides_indices(gen_reader *reader, CXCursor function);
/* True for functions of libcu++ in which threads may wait for each other. */
bool gen_read_waits(gen_reader *reader, CXCursor function);

#endif
