/* log.h: what a compiler or a linker said, for a message. */
#ifndef CUSTUBI_LOG_H
#define CUSTUBI_LOG_H

#define CUSTUBI_LOG_SIZE 384 /* bytes; a record has no room for more */

/* Makes one line of a log: what ends a line becomes a space, what is not printed too. */
void custubi_log_flatten(char *log);

#endif
