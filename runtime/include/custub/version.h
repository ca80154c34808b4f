/* custub/version.h: the version of custub.
 *
 * A program that was built with an older minor version runs with a newer library of the same
 * soname. Structs that a program fills or gets have reserved room, so that a later version can add
 * fields: it must be zero, as custub_error_none(), custub_launch_default() and the like leave it.
 * Values (views, boxes, dimensions) and the items of lists keep their layout.
 */
#ifndef CUSTUB_VERSION_H
#define CUSTUB_VERSION_H

#ifdef __cplusplus
extern "C" {
#endif

/* The headers' version. */
#define CUSTUB_VERSION_MAJOR 0
#define CUSTUB_VERSION_MINOR 1
#define CUSTUB_VERSION_PATCH 0
#define CUSTUB_VERSION                                                                             \
    (10000 * CUSTUB_VERSION_MAJOR + 100 * CUSTUB_VERSION_MINOR + CUSTUB_VERSION_PATCH)

/* The version of the library that the program runs with, as CUSTUB_VERSION. */
int custub_version(void);

#ifdef __cplusplus
}
#endif
#endif
