#include "error/log.h"

#include <string.h>

void custubi_log_flatten(char *log)
{
    size_t end = strlen(log);

    while (end && (log[end - 1] == '\n' || log[end - 1] == ' '))
        log[--end] = '\0';
    for (char *c = log; *c; c++)
        if ((unsigned char)*c < ' ')
            *c = ' ';
}
