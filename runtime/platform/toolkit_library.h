/* toolkit_library.h: opens libraries of the CUDA toolkit, such as NVRTC, at run time. */
#ifndef CUSTUBI_TOOLKIT_LIBRARY_H
#define CUSTUBI_TOOLKIT_LIBRARY_H

#include <custub/status.h>

#define CUSTUBI_LIBRARY_PATH_SIZE 4096 /* bytes */

/* Opens a library of the toolkit. If the environment variable `setting` is set, it names the file,
 * and no other is tried. Else `names`, which ends with null, are tried in their order: first by the
 * loader's own search, then in the library folders of $CUDA_PATH, $CUDA_HOME and /usr/local/cuda.
 * The library stays open until custubi_shared_close(). Null if none can be opened; then the
 * attempts are appended to `tried`, a record that begins with advice, or null. */
void *custubi_library_open_toolkit(const char *setting, const char *const *names,
                                   custub_error *tried);

#endif
