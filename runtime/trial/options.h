/* options.h: the command line of custub_trial. */
#ifndef TRIAL_OPTIONS_H
#define TRIAL_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the memory checker looks for: CUSTUB_CPU_CHECK. */
#define TRIAL_CHECKS "memory,init,race,global,barrier,contract"

typedef struct trial_options {
    const char *library; /* the shared library with the kernels' description and images */
    const char *stem;    /* of the source file */
    const char *unit;    /* as for `custub gen --unit` */
    char **kernels;      /* names; none: all */
    size_t kernel_count;
    double seconds;        /* for each kernel */
    uint64_t launches;     /* the most of each kernel; 0: as many as there is time for */
    uint64_t seed;         /* of the first launch; each has the next one */
    bool has_seconds;      /* they were given */
    const char *again;     /* a command that repeats a trial of all kernels; null: this program's */
    const char *again_end; /* what follows its options; may be null */
    const char *programs;  /* a folder for programs that show the findings; may be null */
    bool on_gpu;           /* --device cuda */
    bool probes;           /* prints why no GPU can be used, or nothing; needs no library */
    bool lists;            /* prints the names of the kernels, and tries none */
    bool suggests;         /* contracts for kernels that lack one */
    bool declares;         /* prints them as declarations with CUSTUB_CONTRACT_OF */
    const char *host;      /* a file about the program's own launches; may be null */
    const char *tried;     /* a file that gets the annotations that were tried; may be null */
} trial_options;

/* False, after a message on the standard error stream, if the command line is wrong. */
bool trial_options_read(trial_options *options, int argc, char **argv);

#endif
