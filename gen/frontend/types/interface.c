/* Compares a kernel's interface between architectures, which share one launch function and one C
 * struct per class. Each part of it (a kernel's parameters, a class, an enumeration) is a list of
 * facts. The facts of each later architecture are compared with those of the first. */
#include "frontend/types/interface.h"

#include "frontend/annotations/annotation.h"
#include "frontend/reader/state.h"
#include "frontend/types/class_members.h"
#include "frontend/types/record.h"
#include "frontend/types/spelling.h"
#include "frontend/types/type_reader.h"

#include <string.h>

typedef struct gen_fact {
    struct gen_fact *next;
    const char *name; /* "'box::count'" */
    const char *text; /* "'int' at byte 4" */
    gen_place place;
} gen_fact;

/* The facts of one part: a kernel's parameters, a class or an enumeration. */
typedef struct gen_part_facts {
    gen_fact *facts;
    unsigned first; /* the architecture of these facts */
    unsigned last;  /* the last architecture that was compared */
    size_t parts;   /* of a class: the number of fields, including those of classes inside it */
    bool differs;   /* reported, perhaps as part of another one */
} gen_part_facts;

typedef struct facts_walk {
    gen_reader *reader;
    const char *kernel; /* "kernel 'k'", and the parameter through which the part was reached */
    gen_part_facts *part;
    gen_fact *facts;
    gen_fact **last;
    const char *class_name;
    CXType class_type;
    bool is_measured;     /* offsets of fields are known */
    bool has_loose_names; /* differences in names do not matter */
} facts_walk;

static gen_part_facts *visit_type(gen_reader *reader, CXType type, const char *kernel);

/* --- Facts ----------------------------------------------------------------------------------- */

static void add_fact(facts_walk *walk, const char *name, const char *text, gen_place place)
{
    gen_fact *fact = GEN_NEW(walk->reader->arena, gen_fact);

    fact->name = name;
    fact->text = text;
    fact->place = place;
    *walk->last = fact;
    walk->last = &fact->next;
}

static const char *quote(gen_reader *reader, const char *text)
{
    return gen_arena_format(reader->arena, "'%s'", text);
}

static const char *member_name(const facts_walk *walk, CXCursor member)
{
    const char *name = gen_reader_text(walk->reader, clang_getCursorSpelling(member));

    if (!*name || *name == '(') /* later libclangs say "(anonymous struct at …)" */
        return gen_arena_format(walk->reader->arena, "an unnamed member of '%s'", walk->class_name);
    return gen_arena_format(walk->reader->arena, "'%s::%s'", walk->class_name, name);
}

/* A parameter's top-level `const` does not concern callers. */
static const char *type_text(gen_reader *reader, CXType type)
{
    CXType canonical = clang_getCanonicalType(type);

    if (!gen_read_is_nameable(canonical))
        return "of a type whose name is too long";
    if (clang_getPointeeType(canonical).kind == CXType_Invalid)
        return gen_arena_format(reader->arena, "'%s'", gen_read_spelling(reader, canonical));
    return gen_arena_format(reader->arena, "'%s%s'", gen_read_spelling(reader, canonical),
                            clang_isRestrictQualifiedType(canonical) ? "__restrict__" : "");
}

/* --- Comparison ------------------------------------------------------------------------------ */

static void report(const facts_walk *walk, const gen_fact *before, const gen_fact *now)
{
    gen_reader *reader = walk->reader;
    const char *const *architectures = reader->model->architectures;
    const char *first = architectures[walk->part->first];
    const char *here = architectures[reader->architecture];
    const char *what;

    if (before && now && (walk->has_loose_names || strcmp(before->name, now->name) == 0))
        what = gen_arena_format(reader->arena, "%s is %s on %s and %s on %s", now->name,
                                before->text, first, now->text, here);
    else if (before && now)
        what = gen_arena_format(reader->arena, "there is %s, %s, on %s and %s, %s, on %s",
                                before->name, before->text, first, now->name, now->text, here);
    else
        what = gen_arena_format(reader->arena, "there is %s, %s, on %s and not on %s",
                                (now ? now : before)->name, (now ? now : before)->text,
                                now ? here : first, now ? first : here);
    gen_diag_error(reader->diag, now ? now->place : before->place, "architectures-differ",
                   "%s: %s; make it the same on all, or generate for each separately", walk->kernel,
                   what);
}

static void compare(facts_walk *walk)
{
    const gen_fact *before = walk->part->facts;
    const gen_fact *now = walk->facts;

    while (before && now && strcmp(before->text, now->text) == 0 &&
           (walk->has_loose_names || strcmp(before->name, now->name) == 0)) {
        before = before->next;
        now = now->next;
    }
    walk->part->differs = before || now;
    if (walk->part->differs)
        report(walk, before, now);
}

/* Keeps the facts of the first architecture that has the part; compares the others with them. */
static void finish(facts_walk *walk)
{
    if (walk->part->first == walk->reader->architecture)
        walk->part->facts = walk->facts;
    else if (!walk->part->differs)
        compare(walk);
}

/* True if the part was not yet visited for this architecture. */
static bool begin(facts_walk *walk, const char *key)
{
    gen_reader *reader = walk->reader;
    static const char owner;
    gen_name_table *parts = gen_table_of_file(reader, &owner);
    gen_part_facts *part = gen_name_table_find(parts, key);
    bool is_new = !part;

    if (is_new) {
        part = GEN_NEW(reader->arena, gen_part_facts);
        part->first = reader->architecture;
        gen_name_table_put(parts, key, part);
    }
    walk->part = part;
    walk->last = &walk->facts;
    is_new |= part->last != reader->architecture;
    part->last = reader->architecture;
    if (is_new)
        part->parts = 0;
    return is_new;
}

/* --- Classes and enumerations ---------------------------------------------------------------- */

static enum CXChildVisitResult visit_enumerator(CXCursor cursor, CXCursor parent, CXClientData data)
{
    facts_walk *walk = data;

    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_EnumConstantDecl)
        add_fact(
            walk, member_name(walk, cursor),
            gen_arena_format(walk->reader->arena, "%lld", clang_getEnumConstantDeclValue(cursor)),
            gen_reader_place(walk->reader, cursor));
    return CXChildVisit_Continue;
}

static void visit_enumeration(facts_walk *walk, CXCursor declaration)
{
    clang_visitChildren(declaration, visit_enumerator, walk);
    add_fact(walk, quote(walk->reader, walk->class_name),
             type_text(walk->reader, clang_getEnumDeclIntegerType(declaration)),
             gen_reader_place(walk->reader, declaration));
}

/* Visits the members' classes first, because a difference there also changes this class. */
static void visit_inside(facts_walk *walk, CXType type)
{
    const gen_part_facts *inside = visit_type(walk->reader, type, walk->kernel);

    walk->part->parts++;
    if (!inside)
        return;
    walk->part->parts += inside->parts;
    walk->part->differs |= inside->differs;
}

static enum CXVisitorResult visit_field_type(CXCursor field, CXClientData data)
{
    visit_inside(data, clang_getCursorType(field));
    return CXVisit_Continue;
}

static enum CXVisitorResult visit_field(CXCursor field, CXClientData data)
{
    facts_walk *walk = data;
    const char *text = type_text(walk->reader, clang_getCursorType(field));
    long long bit = walk->is_measured ? clang_Cursor_getOffsetOfField(field) : 0;

    if (clang_Cursor_isBitField(field))
        text = gen_arena_format(walk->reader->arena, "%s of %d bits at bit %lld", text,
                                clang_getFieldDeclBitWidth(field), bit);
    else if (walk->is_measured)
        text = gen_arena_format(walk->reader->arena, "%s at byte %lld", text, bit / 8);
    for (const gen_annotation *a = gen_read_annotations(walk->reader, field); a; a = a->next)
        text = gen_arena_format(walk->reader->arena, "%s %s(%s)", text, a->key, a->text);
    add_fact(walk, member_name(walk, field), text, gen_reader_place(walk->reader, field));
    return CXVisit_Continue;
}

static enum CXChildVisitResult visit_base(CXCursor cursor, CXCursor parent, CXClientData data)
{
    facts_walk *walk = data;

    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_CXXBaseSpecifier)
        return CXChildVisit_Continue;
    visit_inside(walk, clang_getCursorType(cursor));
    add_fact(walk, "a base", type_text(walk->reader, clang_getCursorType(cursor)),
             gen_reader_place(walk->reader, cursor));
    return CXChildVisit_Continue;
}

static void visit_class(facts_walk *walk, CXCursor declaration)
{
    gen_reader *reader = walk->reader;
    long long size = clang_Type_getSizeOf(walk->class_type);
    const char *text = "incomplete";

    gen_read_visit_class(declaration, visit_base, walk);
    gen_reader_visit_fields(walk->class_type, visit_field_type, walk);
    walk->is_measured = walk->part->parts <= GEN_MAX_RECORD_PARTS;
    gen_reader_visit_fields(walk->class_type, visit_field, walk);
    if (size >= 0)
        text = gen_arena_format(reader->arena, "%lld bytes, aligned to %lld", size,
                                clang_Type_getAlignOf(walk->class_type));
    add_fact(walk, quote(reader, walk->class_name), text, gen_reader_place(reader, declaration));
}

/* Null if the type has no parts. */
static gen_part_facts *visit_type(gen_reader *reader, CXType type, const char *kernel)
{
    CXType plain = gen_read_element_of(type);
    CXCursor declaration = clang_getTypeDeclaration(plain);
    facts_walk walk = {.reader = reader, .kernel = kernel, .class_type = plain};

    if (plain.kind != CXType_Record && plain.kind != CXType_Enum)
        return NULL;
    walk.class_name = gen_read_spelling(reader, plain);
    if (!begin(&walk, gen_arena_format(reader->arena, "%s %s", walk.class_name,
                                       gen_reader_text(reader, clang_getCursorUSR(declaration)))))
        return walk.part;
    if (plain.kind == CXType_Record)
        visit_class(&walk, declaration);
    else
        visit_enumeration(&walk, declaration);
    finish(&walk);
    return walk.part;
}

/* --- Kernels --------------------------------------------------------------------------------- */

static void visit_parameter(facts_walk *walk, CXCursor param, const char *name)
{
    gen_reader *reader = walk->reader;
    CXType type = clang_getCanonicalType(clang_getCursorType(param));
    CXType pointee = clang_getPointeeType(type);
    const char *what = gen_arena_format(reader->arena, "%s, parameter '%s'", walk->kernel, name);

    visit_type(reader, pointee.kind == CXType_Invalid ? type : pointee, what);
    add_fact(walk, gen_arena_format(reader->arena, "parameter '%s'", name), type_text(reader, type),
             gen_reader_place(reader, param));
}

bool gen_read_compare_interface(gen_reader *reader, CXCursor function, const gen_kernel *kernel)
{
    facts_walk walk = {.reader = reader, .has_loose_names = true};

    if (reader->model->architecture_count == 1 ||
        gen_name_table_find(&reader->failed_kernels, kernel->name))
        return true;
    walk.kernel = gen_arena_format(reader->arena, "kernel '%s'", kernel->name);
    begin(&walk, walk.kernel);
    for (unsigned i = 0; i < kernel->param_count; i++)
        visit_parameter(&walk, clang_Cursor_getArgument(function, i), kernel->params[i].name);
    finish(&walk);
    return !walk.part->differs;
}
