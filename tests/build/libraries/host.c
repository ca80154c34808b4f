/* host <first plug-in> <second plug-in> <first result> <second result> shared|apart
 *
 * Opens the plug-ins, uses them and closes them, in turns. Their runtimes share one state, or each
 * has its own. WITH_RUNTIME: the host uses custub's runtime too. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef WITH_RUNTIME
#include <custub/custub.h>
#endif

enum { CHECK_DEFAULT, CHECK_NONE = 3 }; /* custub_check */

typedef struct plug_in {
    void *shared;
    int (*scale)(void);
    int (*refuses)(void);
    const char *(*driver_name)(void);
    void (*set_check)(int);
} plug_in;

static void fail(const char *what, int line)
{
    printf("line %d: %s\n", line, what);
    exit(1);
}

#define EXPECT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fail(#condition, __LINE__);                                                            \
    } while (0)

static void find(void *shared, const char *name, void *function)
{
    void *found = dlsym(shared, name);

    EXPECT(found);
    memcpy(function, &found, sizeof(found));
}

static plug_in open_plug_in(const char *path)
{
    plug_in opened;

    opened.shared = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!opened.shared)
        fail(dlerror(), __LINE__);
    find(opened.shared, "scale", &opened.scale);
    find(opened.shared, "refuses", &opened.refuses);
    find(opened.shared, "driver_name", &opened.driver_name);
    find(opened.shared, "set_check", &opened.set_check);
    return opened;
}

/* Both are open. `other` must see what `one` sets if `shared`, and must not otherwise. */
static void compare(const plug_in *one, const plug_in *other, int shared)
{
    EXPECT(one->refuses() && other->refuses());
    one->set_check(CHECK_NONE);
    EXPECT(!one->refuses());
    EXPECT(other->refuses() == !shared);
    one->set_check(CHECK_DEFAULT);
    EXPECT(one->refuses() && other->refuses());
}

int main(int argc, char **argv)
{
    plug_in first, second;
    int one, two, shared;

    EXPECT(argc == 6);
    one = atoi(argv[3]);
    two = atoi(argv[4]);
    shared = strcmp(argv[5], "shared") == 0;

    first = open_plug_in(argv[1]);
    EXPECT(strcmp(first.driver_name(), "none") == 0);
#ifdef WITH_RUNTIME
    custub_error error = custub_error_none();
    custub_driver_open(CUSTUB_DRIVER_CPU, &error);
    EXPECT(!custub_failed(&error));
    EXPECT((strcmp(first.driver_name(), "cpu") == 0) == shared);
#endif
    EXPECT(first.scale() == one);
    second = open_plug_in(argv[2]);
    EXPECT((strcmp(second.driver_name(), "cpu") == 0) == shared); /* it has not opened a driver */
    EXPECT(second.scale() == two);
    compare(&first, &second, shared);
    compare(&second, &first, shared);

    /* The first plug-in is closed and opened again; then the second one is closed. */
    first.set_check(CHECK_NONE);
    dlclose(first.shared);
    EXPECT(second.refuses() == !shared);
    EXPECT(second.scale() == two);
    first = open_plug_in(argv[1]);
    EXPECT(first.refuses() == !shared);
    dlclose(second.shared);
    EXPECT(first.scale() == one);

    /* Both are closed for a while. */
    first.set_check(CHECK_NONE);
    dlclose(first.shared);
    second = open_plug_in(argv[2]);
    EXPECT(second.refuses() == !shared);
    EXPECT(second.scale() == two);
    dlclose(second.shared);
    printf("as expected\n");
    return 0;
}
