#include "checker/image_object.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* --- By address ----------------------------------------------------------------------------------
 */

static int compare_objects(const void *left, const void *right)
{
    const cpu_check_object *a = left;
    const cpu_check_object *b = right;

    if (a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    return a->size < b->size ? 1 : a->size > b->size ? -1 : 0;
}

void cpu_check_objects_sort(cpu_check_objects *objects)
{
    if (objects->count > 0)
        qsort(objects->items, objects->count, sizeof(*objects->items), compare_objects);
}

/* The number of objects that begin at `address` or below. */
static size_t count_up_to(const cpu_check_objects *objects, uintptr_t address)
{
    size_t low = 0;
    size_t high = objects->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (objects->items[middle].begin <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const cpu_check_object *cpu_check_object_at(const cpu_check_objects *objects, uintptr_t address)
{
    size_t count = count_up_to(objects, address);
    const cpu_check_object *object = count > 0 ? &objects->items[count - 1] : NULL;

    return object && address - object->begin < object->size ? object : NULL;
}

const cpu_check_object *cpu_check_object_nearest(const cpu_check_objects *objects,
                                                 uintptr_t address)
{
    size_t count = count_up_to(objects, address);
    const cpu_check_object *before = count > 0 ? &objects->items[count - 1] : NULL;
    const cpu_check_object *after = count < objects->count ? &objects->items[count] : NULL;

    if (!before || !after)
        return before ? before : after;
    if (address - before->begin < before->size)
        return before;
    return address - (before->begin + before->size) < after->begin - address ? before : after;
}

/* --- By name -------------------------------------------------------------------------------------
 *
 * Names are mangled as the Itanium C++ ABI says.
 */

bool cpu_check_name_is_place(const char *name)
{
    static const char *const places[] = {
        "_ZGV", /* guards of static variables: whether they are initialized */
        "_ZL9threadIdx", "_ZL8blockIdx",    "_ZL8blockDim",     "_ZL7gridDim",
        "custub_cpu_",   "_ZN10custub_cpu", "_ZNL10custub_cpu", "_ZN12_GLOBAL__N_110custub_cpu"};

    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        if (begins_with(name, places[i]))
            return true;
    }
    return false;
}

/* Such names end in "C2ERKS_", "aSEOS0_" and so on. */
bool cpu_check_name_is_copy(const char *name)
{
    static const char *const kinds[] = {"C1E", "C2E", "aSE"};
    const char *rest = NULL;

    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        for (const char *at = strstr(name, kinds[i]); at; at = strstr(at + 1, kinds[i]))
            rest = !rest || at > rest ? at + strlen(kinds[i]) : rest;
    }
    if (!rest || !(begins_with(rest, "RKS") || begins_with(rest, "OS")))
        return false;
    rest += *rest == 'O' ? 2 : 3;
    rest += strspn(rest, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    return strcmp(rest, "_") == 0;
}

/* True if the number is the length of a name, false if it is a part of a substitution
 * ("S1_"), a template parameter ("T1_"), an array ("A16_") or a literal ("Li128E", "Lin1E"). */
static bool is_length(const char *begin, const char *number)
{
    size_t before = (size_t)(number - begin);

    if (*number < '1' || *number > '9')
        return false;
    if (before > 0 && strchr("STA", number[-1]))
        return false;
    if (before > 2 && number[-1] == 'n')
        return number[-3] != 'L';
    return before < 2 || number[-2] != 'L';
}

/* The last component of a mangled name is its length in decimal and the name itself. "E" or a
 * number like "_0", which distinguishes variables of one function, follows it. C names are not
 * mangled. */
cpu_check_name cpu_check_object_name(const cpu_check_object *object)
{
    const char *mangled = object->name;
    const char *last = mangled;
    const char *rest = mangled; /* what follows the previous component */
    int length = (int)strlen(mangled);
    cpu_check_name name;

    for (const char *c = mangled; begins_with(mangled, "_Z") && *c;) {
        char *end = NULL;
        long size = is_length(rest, c) ? strtol(c, &end, 10) : 0;

        if (size > 0 && size <= (long)strlen(end)) {
            last = end;
            length = (int)size;
            rest = end + size;
            c = rest;
        } else {
            c += *c >= '0' && *c <= '9' ? strspn(c, "0123456789") : 1;
        }
    }
    snprintf(name.text, sizeof(name.text), "%.*s", length, last);
    return name;
}
