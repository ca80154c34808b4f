/* log.h: the output of a compiler or linker, for a message. */
#ifndef CUSTUBI_LOG_H
#define CUSTUBI_LOG_H

#define CUSTUBI_LOG_SIZE 384 /* bytes; a record has no room for more */

/* Makes one line of a log: newlines and control characters become spaces. */
void custubi_log_flatten(char *log);

#endif
