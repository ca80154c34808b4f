/* The numbers of __launch_bounds__, __cluster_dims__ and __block_size__.
 *
 * clang computes these expressions, but libclang does not show arguments of attributes. So the
 * prelude writes another attribute beside each annotation. Its argument contains the numbers and is
 * too large for it, and clang's error message shows the value.
 */
#include "frontend/unit/launch_bounds.h"

#include "frontend/prelude/prelude.h"

#include <string.h>

/* Reads a decimal number of at most 128 bits. The most significant word comes first. */
static bool read_words(const char *text, uint32_t words[4])
{
    memset(words, 0, 4 * sizeof(*words));
    if (*text < '0' || *text > '9')
        return false;
    for (; *text >= '0' && *text <= '9'; text++) {
        uint64_t carry = (uint64_t)(*text - '0');
        for (size_t i = 4; i-- > 0;) {
            carry += (uint64_t)words[i] * 10;
            words[i] = (uint32_t)carry;
            carry >>= 32;
        }
        if (carry)
            return false;
    }
    return true;
}

bool gen_launch_bounds_parse(const char *text, gen_sizes *sizes)
{
    static const char not_constant[] = "'launch_bounds' attribute requires parameter 0 to be an "
                                       "integer constant";
    static const char value[] = "integer constant expression evaluates to value ";
    uint32_t words[4];

    memset(sizes, 0, sizeof(*sizes));
    if (strcmp(text, not_constant) == 0) {
        sizes->kind = GEN_SIZES_NOT_CONSTANT;
        return true;
    }
    if (strncmp(text, value, sizeof(value) - 1) != 0 ||
        !read_words(text + sizeof(value) - 1, words) || words[0] <= GEN_PRELUDE_SIZES ||
        words[0] > GEN_PRELUDE_SIZES + 3)
        return false;
    sizes->kind = GEN_SIZES_KNOWN;
    sizes->count = words[0] - GEN_PRELUDE_SIZES;
    memcpy(sizes->values, words + 1, sizeof(sizes->values));
    return true;
}

void gen_launch_bounds_add(gen_found_bounds *bounds, gen_arena *arena, gen_found_sizes found)
{
    GEN_GROW(arena, bounds->data, bounds->count, &bounds->capacity);
    bounds->data[bounds->count++] = found;
}

/* The first numbers after a location, or null. */
static const gen_found_sizes *find_after(const gen_found_bounds *bounds, unsigned location)
{
    const gen_found_sizes *found = NULL;

    for (size_t i = 0; i < bounds->count; i++)
        if (bounds->data[i].location > location &&
            (!found || bounds->data[i].location < found->location))
            found = &bounds->data[i];
    return found;
}

/* True if the numbers differ between the instances of a template. clang tells each instance's. */
static bool differs(const gen_found_bounds *bounds, const gen_found_sizes *found)
{
    for (size_t i = 0; i < bounds->count; i++)
        if (bounds->data[i].location == found->location &&
            memcmp(&bounds->data[i].sizes, &found->sizes, sizeof(found->sizes)) != 0)
            return true;
    return false;
}

/* The numbers of this instance. Null if it is 0, or if another place named the instance before. */
static const gen_found_sizes *find_of_instance(const gen_found_bounds *bounds, unsigned location,
                                               unsigned instance)
{
    for (size_t i = 0; instance && i < bounds->count; i++)
        if (bounds->data[i].location == location && bounds->data[i].instance == instance)
            return &bounds->data[i];
    return NULL;
}

void gen_launch_bounds_read(const gen_found_bounds *bounds, CXCursor attribute, unsigned instance,
                            gen_annotation *annotation)
{
    unsigned location = clang_getCursorLocation(attribute).int_data;
    size_t tuples = annotation->kind == GEN_ANNOTATION_BLOCK_SIZE ? 2 : 1;

    for (size_t i = 0; i < tuples; i++) {
        const gen_found_sizes *found = find_after(bounds, location);
        if (found && differs(bounds, found))
            found = find_of_instance(bounds, found->location, instance);
        if (!found)
            return;
        annotation->sizes[i] = found->sizes;
        location = found->location;
    }
}
