#define _POSIX_C_SOURCE 200809L

#include "checker/report.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What was found at one place. */
typedef struct finding {
    unsigned kind;
    uintptr_t key; /* cpu_check_trail_key() */
    uint64_t count;
    char place[128];
} finding;

struct cpu_check_launch {
    pthread_mutex_t lock;
    const char *kernel;
    const char *log; /* null: the standard error stream */
    int result;
    cpu_check_held held;
    cpu_check_global *global; /* owned; may be null */
    atomic_bool is_broken;    /* is read at each access to shared memory */
    size_t limit;
    finding *findings; /* room for `limit` */
    size_t count;
    uint64_t unwritten; /* findings at other places, after the limit was reached */
};

/* --- The stream ----------------------------------------------------------------------------------
 */

static pthread_mutex_t stream_lock = PTHREAD_MUTEX_INITIALIZER;

/* False: the path is too long. */
static bool expand_path(char *out, size_t size, const char *path)
{
    size_t length = 0;
    int written;

    for (; *path && length + 1 < size; path++) {
        if (path[0] == '%' && path[1] == 'p') {
            written = snprintf(out + length, size - length, "%ld", (long)getpid());
            if (written < 0 || (size_t)written >= size - length)
                return false;
            length += (size_t)written;
            path++;
        } else {
            out[length++] = *path;
        }
    }
    out[length] = '\0';
    return !*path;
}

/* Returns 0, or an errno. Writes with one call if the system takes all of it, so that the reports
 * of several processes do not mix. */
static int write_all(int file, const char *text)
{
    size_t left = strlen(text);

    while (left > 0) {
        const ssize_t count = write(file, text, left);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return count < 0 ? errno : ENOSPC;
        text += count;
        left -= (size_t)count;
    }
    return 0;
}

/* Returns 0, or an errno. */
static int append_to_file(const char *log, const char *text)
{
    char path[4096];
    int file, error;

    if (!expand_path(path, sizeof(path), log))
        return ENAMETOOLONG;
    file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0)
        return errno;
    error = write_all(file, text);
    if (close(file) != 0 && !error)
        error = errno;
    return error;
}

/* Nothing is lost silently: what the file does not take goes to the standard error stream, after a
 * line that says why, once in the process. */
static void write_text(const char *log, const char *text)
{
    static bool is_said;
    char reason[256] = "unknown error";
    int error = 0;

    pthread_mutex_lock(&stream_lock);
    if (log)
        error = append_to_file(log, text);
    if (error && !is_said) {
        is_said = true;
        if (strerror_r(error, reason, sizeof(reason)) != 0)
            snprintf(reason, sizeof(reason), "error %d", error);
        fprintf(stderr,
                "custub: CUSTUB_CPU_CHECK_LOG: reports cannot be written to '%s': %s; they follow "
                "here\n",
                log, reason);
    }
    if (!log || error) {
        fputs(text, stderr);
        fflush(stderr);
    }
    pthread_mutex_unlock(&stream_lock);
}

/* --- Places --------------------------------------------------------------------------------------
 */

static bool line_of(const cpu_check_image *image, const cpu_check_trail *trail, size_t *at,
                    cpu_check_line *line)
{
    for (; *at < trail->count; (*at)++) {
        if (cpu_check_image_line(image, trail->addresses[*at], line))
            return true;
    }
    return false;
}

static void format_line(const cpu_check_line *line, char *out, size_t size)
{
    const char *slash = strrchr(line->file, '/');

    snprintf(out, size, "%s:%u", slash ? slash + 1 : line->file, line->line);
}

void cpu_check_place(const cpu_check_image *image, const cpu_check_trail *trail, char *out,
                     size_t size)
{
    cpu_check_line line;
    size_t at = 0;

    if (line_of(image, trail, &at, &line))
        format_line(&line, out, size);
    else if (cpu_check_lines_missing() && trail->count > 0)
        snprintf(out, size, "(image + 0x%" PRIxPTR ")", trail->addresses[0] - image->base);
    else
        snprintf(out, size, "(no line)");
}

void cpu_check_thread_text(custub_cpu_extent extent, uint32_t thread, char *out, size_t size)
{
    snprintf(out, size, "(%" PRIu32 ",%" PRIu32 ",%" PRIu32 ")", thread % extent.x,
             thread / extent.x % extent.y, thread / extent.x / extent.y);
}

/* --- Launches ------------------------------------------------------------------------------------
 */

cpu_check_launch *cpu_check_launch_create(const char *kernel, const cpu_check_settings *settings,
                                          const cpu_check_held *held, cpu_check_global *global)
{
    cpu_check_launch *launch = calloc(1, sizeof(*launch));

    if (!launch)
        return NULL;
    launch->kernel = kernel;
    launch->log = settings->log;
    launch->held = *held;
    launch->limit = settings->limit;
    if (launch->limit > 10000) /* nobody reads more */
        launch->limit = 10000;
    launch->findings = calloc(launch->limit + 1, sizeof(*launch->findings));
    if (!launch->findings || pthread_mutex_init(&launch->lock, NULL) != 0) {
        free(launch->findings);
        free(launch);
        return NULL;
    }
    launch->global = global;
    return launch;
}

void cpu_check_launch_destroy(cpu_check_launch *launch)
{
    char text[512];

    if (!launch)
        return;
    for (size_t i = 0; i < launch->count; i++) {
        const finding *f = &launch->findings[i];
        if (f->count == 1)
            continue;
        snprintf(text, sizeof(text),
                 "custub: %s: kernel '%s': the same %" PRIu64 " more time%s in this launch\n",
                 f->place, launch->kernel, f->count - 1, f->count == 2 ? "" : "s");
        write_text(launch->log, text);
    }
    if (launch->unwritten > 0) {
        snprintf(text, sizeof(text),
                 "custub: kernel '%s': %" PRIu64 " more findings at other places; "
                 "CUSTUB_CPU_CHECK_LIMIT allows reports of %zu places\n",
                 launch->kernel, launch->unwritten, launch->limit);
        write_text(launch->log, text);
    }
    pthread_mutex_destroy(&launch->lock);
    cpu_check_global_destroy(launch->global);
    free(launch->findings);
    free(launch);
}

cpu_check_global *cpu_check_launch_global(const cpu_check_launch *launch)
{
    return launch->global;
}

const cpu_check_held *cpu_check_launch_held(const cpu_check_launch *launch)
{
    return &launch->held;
}

int cpu_check_launch_result(cpu_check_launch *launch)
{
    int result;

    pthread_mutex_lock(&launch->lock);
    result = launch->result;
    pthread_mutex_unlock(&launch->lock);
    return result;
}

const atomic_bool *cpu_check_launch_broken(const cpu_check_launch *launch)
{
    return &launch->is_broken;
}

/* Writes its line once in the process: several launches may call it at the same time. */
static void explain_missing_lines(const char *log)
{
    static atomic_flag is_said = ATOMIC_FLAG_INIT;
    const char *missing = cpu_check_lines_missing();
    char text[512];

    if (!missing || atomic_flag_test_and_set(&is_said))
        return;
    snprintf(text, sizeof(text),
             "custub: reports have no source lines: %s; install libdw (elfutils 0.173 or newer)\n",
             missing);
    write_text(log, text);
}

static void write_report(const char *log, const cpu_check_report *report, const char *place)
{
    const cpu_check_scene *scene = report->scene;
    const custub_cpu_extent block = scene->block_index;
    char text[2048];
    char thread[48];
    cpu_check_line line;
    size_t at = 0;
    size_t length;

    cpu_check_thread_text(scene->block_extent, scene->thread, thread, sizeof(thread));
    snprintf(text, sizeof(text),
             "custub: %s: kernel '%s', block (%" PRIu32 ",%" PRIu32 ",%" PRIu32
             "), thread %s: %s\n",
             place, scene->kernel, block.x, block.y, block.z, thread, report->what);
    /* The report has the first line already. */
    if (line_of(scene->image, &scene->trail, &at, &line))
        at++;
    for (; line_of(scene->image, &scene->trail, &at, &line); at++) {
        length = strlen(text);
        if (length + 256 > sizeof(text))
            break;
        snprintf(text + length, sizeof(text) - length, "custub:     called from ");
        length = strlen(text);
        format_line(&line, text + length, sizeof(text) - length - 1);
        strcat(text, "\n");
    }
    write_text(log, text);
    explain_missing_lines(log);
}

uintptr_t cpu_check_trail_key(const cpu_check_trail *trail)
{
    uintptr_t key = trail->count;

    for (size_t i = 0; i < trail->count; i++)
        key = key * 31 + trail->addresses[i];
    return key;
}

/* The finding of this kind at this place, or a new one; null if the limit is reached. */
static finding *finding_of(cpu_check_launch *launch, const cpu_check_report *report)
{
    const cpu_check_trail *trail = &report->scene->trail;
    uintptr_t place = cpu_check_trail_key(trail);
    finding *f;

    for (size_t i = 0; i < launch->count; i++) {
        f = &launch->findings[i];
        if (f->kind == report->kind && f->key == place)
            return f;
    }
    if (launch->count == launch->limit)
        return NULL;
    f = &launch->findings[launch->count++];
    f->kind = report->kind;
    f->key = place;
    cpu_check_place(report->scene->image, trail, f->place, sizeof(f->place));
    return f;
}

void cpu_check_launch_report(cpu_check_launch *launch, const cpu_check_report *report)
{
    finding *f;

    pthread_mutex_lock(&launch->lock);
    if (launch->result == 0)
        launch->result = report->result;
    if (report->ends_thread)
        atomic_store_explicit(&launch->is_broken, true, memory_order_relaxed);
    f = finding_of(launch, report);
    if (!f)
        launch->unwritten++;
    else if (f->count++ == 0)
        write_report(launch->log, report, f->place);
    pthread_mutex_unlock(&launch->lock);
}

void cpu_check_launch_refuse(cpu_check_launch *launch, int result, const char *place,
                             const char *what)
{
    char text[2048];

    pthread_mutex_lock(&launch->lock);
    if (launch->result == 0)
        launch->result = result;
    snprintf(text, sizeof(text), "custub: %s: kernel '%s': %s\n", place, launch->kernel, what);
    write_text(launch->log, text);
    pthread_mutex_unlock(&launch->lock);
}
