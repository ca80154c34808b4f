#define _DEFAULT_SOURCE /* TIOCGWINSZ */

#include "support/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

size_t gen_terminal_width(FILE *stream)
{
    struct winsize size;
    int file = fileno(stream);

    return isatty(file) && ioctl(file, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool gen_terminal_has_colours(FILE *stream)
{
    const char *refused = getenv("NO_COLOR"); /* no-color.org: any text */
    const char *kind = getenv("TERM");

    return !(refused && *refused) && kind && *kind && strcmp(kind, "dumb") != 0 &&
           isatty(fileno(stream));
}

void gen_terminal_show_progress(const char *text)
{
    if (isatty(fileno(stderr)))
        fprintf(stderr, "\r%s\033[K", text ? text : "");
}
