#include "command_line/architecture.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* From nvcc's manual ("GPU Feature List", "Virtual Architecture Feature List"), 11.8 to 13.0. */
typedef struct architecture {
    unsigned number;
    long first;   /* the CUDA_VERSION that added it; 0: before 11.8 */
    long end;     /* the CUDA_VERSION that removed it; 0: none */
    long first_a; /* the same as `first`, for sm_<number>a; 0: none */
    long first_f;
} architecture;

static const architecture architectures[] = {
    {35, 0, 12000, 0, 0},
    {37, 0, 12000, 0, 0},
    {50, 0, 13000, 0, 0},
    {52, 0, 13000, 0, 0},
    {53, 0, 13000, 0, 0},
    {60, 0, 13000, 0, 0},
    {61, 0, 13000, 0, 0},
    {62, 0, 13000, 0, 0},
    {70, 0, 13000, 0, 0},
    {72, 0, 13000, 0, 0},
    {75, 0, 0, 0, 0},
    {80, 0, 0, 0, 0},
    {86, 0, 0, 0, 0},
    {87, 0, 0, 0, 0},
    {88, 13000, 0, 0, 0},
    {89, 0, 0, 0, 0},
    {90, 0, 0, 12000, 0},
    {100, 12080, 0, 12080, 12090},
    {101, 12080, 13000, 12080, 12090},
    {103, 12090, 0, 12090, 12090},
    {110, 13000, 0, 13000, 13000},
    {120, 12080, 0, 12080, 12090},
    {121, 12090, 0, 12090, 12090},
};

#define COUNT  (sizeof(architectures) / sizeof(architectures[0]))
#define NEWEST 13000 /* the newest toolkit in the table */

/* The digits and letter in an architecture's name; null if it is not spelled like one. */
static const char *number_in(const char *text)
{
    static const char *const prefixes[] = {"sm_", "compute_", "lto_"};

    for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++)
        if (strncmp(text, prefixes[i], strlen(prefixes[i])) == 0)
            return text + strlen(prefixes[i]);
    return NULL;
}

bool gen_architecture_is_spelled(const char *text)
{
    return number_in(text) != NULL;
}

static const architecture *row_of(unsigned long number)
{
    for (size_t i = 0; i < COUNT; i++)
        if (architectures[i].number == number)
            return &architectures[i];
    return NULL;
}

/* Reads "sm_90a" as 90 and 'a'. False if it has another form. */
static bool read_name(const char *text, unsigned long *number, char *letter)
{
    const char *digits = number_in(text);
    char *end;

    if (!digits || !isdigit((unsigned char)*digits) || *digits == '0')
        return false;
    *number = strtoul(digits, &end, 10);
    *letter = *end;
    return end - digits >= 2 && end - digits <= 3 &&
           (!*end || ((*end == 'a' || *end == 'f') && !end[1]));
}

const char *gen_architecture_find(gen_arena *arena, const char *text, long toolkit)
{
    const architecture *row;
    unsigned long number;
    char letter;

    if (!read_name(text, &number, &letter))
        return NULL;
    row = row_of(number);
    if (row ? (letter == 'a' && !row->first_a) || (letter == 'f' && !row->first_f)
            : toolkit <= NEWEST || number < architectures[COUNT - 1].number)
        return NULL;
    return gen_arena_format(arena, "sm_%s", number_in(text));
}

static bool is_within(const architecture *row, long first, long toolkit)
{
    return toolkit >= first && (!row->end || toolkit < row->end);
}

bool gen_architecture_is_in(const char *name, long toolkit)
{
    const architecture *row;
    unsigned long number;
    char letter;

    if (!read_name(name, &number, &letter))
        return false;
    row = row_of(number);
    if (!row)
        return toolkit > NEWEST;
    return is_within(row,
                     letter == 'a'   ? row->first_a
                     : letter == 'f' ? row->first_f
                                     : row->first,
                     toolkit);
}

/* The major architectures are sm_80, sm_90, sm_100, …; the toolkit's lowest is always included. */
static void add_all(gen_words *words, gen_arena *arena, long toolkit, bool major)
{
    bool lowest = true;

    for (size_t i = 0; i < COUNT; i++) {
        const architecture *row = &architectures[i];
        if (!is_within(row, row->first, toolkit))
            continue;
        if (!major || lowest || row->number % 10 == 0)
            gen_words_add(words, arena, gen_arena_format(arena, "sm_%u", row->number));
        lowest = false;
    }
}

const char *gen_architecture_names(gen_arena *arena, long toolkit)
{
    static const char *const letters[] = {"", "a", "f"};
    const char *names = "";

    for (size_t i = 0; i < 3 * COUNT; i++) {
        const architecture *row = &architectures[i / 3];
        const char *name = gen_arena_format(arena, "sm_%u%s", row->number, letters[i % 3]);
        bool has = i % 3 == 0 || (i % 3 == 1 ? row->first_a : row->first_f) > 0;
        if (has && (!toolkit || gen_architecture_is_in(name, toolkit)))
            names = gen_arena_format(arena, "%s%s%s", names, *names ? ", " : "", name);
    }
    return names;
}

/* --- Those that a command line names --------------------------------------------------------- */

static const char *reason_of(gen_arena *arena, const char *name, long toolkit)
{
    if (strcmp(name, "native") == 0)
        return "custub does not ask for this machine's GPU, because its output must be the same on "
               "every machine; name the architecture, such as sm_90";
    if (strcmp(name, "all") == 0 || strcmp(name, "all-major") == 0)
        return "this needs a CUDA toolkit, and none was found; name architectures, or a toolkit "
               "with --cuda-path";
    if (gen_architecture_find(arena, gen_arena_format(arena, "sm_%s", name), toolkit))
        return gen_arena_format(arena, "architectures have a prefix; write sm_%s", name);
    return gen_arena_format(arena, "nvcc does not build for this architecture; give one of %s",
                            gen_architecture_names(arena, toolkit));
}

const char *gen_architecture_choose(gen_words *chosen, gen_arena *arena, const char *name,
                                    long toolkit, const char **error)
{
    const char *found = gen_architecture_find(arena, name, toolkit);

    for (size_t i = 0; found && i < chosen->count; i++)
        if (strcmp(chosen->data[i], found) == 0)
            return found;
    if (found && chosen->count < GEN_MAX_ARCHITECTURES) {
        gen_words_add(chosen, arena, found);
        return found;
    }
    *error =
        gen_arena_format(arena, "%s: %s", found ? found : name,
                         found ? "more than 32 architectures" : reason_of(arena, name, toolkit));
    return NULL;
}

bool gen_architecture_choose_named(gen_words *chosen, gen_arena *arena, const char *name,
                                   long toolkit, const char **error)
{
    bool is_fine = true;
    gen_words found = {0};

    if (toolkit && (strcmp(name, "all") == 0 || strcmp(name, "all-major") == 0))
        add_all(&found, arena, toolkit, strcmp(name, "all") != 0);
    else
        gen_words_add(&found, arena, name);
    for (size_t i = 0; i < found.count && is_fine; i++)
        is_fine = gen_architecture_choose(chosen, arena, found.data[i], toolkit, error) != NULL;
    return is_fine;
}
