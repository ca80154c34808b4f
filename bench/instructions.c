/* bench_instructions WAY TIMES launches one way TIMES times, with the driver that does nothing.
 * instructions.sh counts its instructions. Without arguments it lists the ways, one per line. */
#include "batches.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    static const custub_image images[] = {{"fatbin", "image", 6}, {NULL, NULL, 0}};
    const char *message;

    if (argc != 3) {
        for (int way = 0; way < bench_count(); way++)
            printf("%d\t%d\t%s\n", way, bench_params(way), bench_name(way));
        return 0;
    }
    message = bench_open(images);
    if (message) {
        fprintf(stderr, "%s\n", message);
        return 1;
    }
    bench_launch(atoi(argv[1]), atoi(argv[2]));
    bench_close();
    return 0;
}
