/* includes.h: finds the files that C++ text includes, without preprocessing it. */
#ifndef CUSTUBI_INCLUDES_H
#define CUSTUBI_INCLUDES_H

#include <stdbool.h>

/* Calls `found` with the name of each file that the text may include or ask for (__has_include),
 * also where conditions leave it out. Comments do not count. False if `found` returned false, or if
 * a directive names no file: it may use a macro. The name is valid during the call. */
bool custubi_includes_visit(const char *text, bool (*found)(const char *name, void *data),
                            void *data);

#endif
