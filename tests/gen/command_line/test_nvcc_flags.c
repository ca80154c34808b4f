#define _XOPEN_SOURCE 700 /* mkstemp, mkdtemp */

/* Which flags clang gets for flags of nvcc, clang and gcc. */
#include "command_line/nvcc_flags.h"
#include "command_line/nvcc_option.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static gen_arena arena;
static gen_diag diag;

static int set_up(void **state)
{
    (void)state;
    gen_arena_initialize(&arena);
    gen_diag_initialize(&diag, &arena);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    gen_arena_deinitialize(&arena);
    return 0;
}

/* A case is words with bars between them. */
static gen_words words_of(const char *text)
{
    gen_words words = {0};

    while (text && *text) {
        const char *bar = strchr(text, '|');
        gen_words_add(&words, &arena,
                      gen_arena_copy(&arena, text, bar ? (size_t)(bar - text) : strlen(text)));
        text = bar ? bar + 1 : NULL;
    }
    return words;
}

static const char *text_of(const gen_words *words)
{
    const char *text = "";

    for (size_t i = 0; i < words->count; i++)
        text = gen_arena_format(&arena, "%s%s%s", text, i ? "|" : "", words->data[i]);
    return text;
}

static const char *messages(void)
{
    const char *text = "";

    for (const gen_diagnostic *d = diag.first; d; d = d->next)
        text = gen_arena_format(&arena, "%s%s%s", text, d == diag.first ? "" : "|", d->text);
    return text;
}

typedef struct flag_case {
    const char *words;
    const char *clang;
    const char *architectures;
    const char *notes;
} flag_case;

static void check_case(const flag_case *c, const char *directory)
{
    gen_nvcc_flags flags = {0};
    gen_words words = words_of(c->words);
    const char *got;

    gen_diag_initialize(&diag, &arena);
    if (directory)
        assert_true(gen_nvcc_flags_add_command(&flags, &arena, &diag, &words, NULL, directory));
    else
        assert_true(gen_nvcc_flags_add(&flags, &arena, &diag, &words, NULL));
    got = gen_arena_format(&arena, "%s -> %s; %s; %s", c->words, text_of(&flags.clang),
                           text_of(&flags.architectures), messages());
    assert_string_equal(got, gen_arena_format(&arena, "%s -> %s; %s; %s", c->words, c->clang,
                                              c->architectures, c->notes));
}

static void check_cases(const flag_case *cases, size_t count, const char *directory)
{
    for (size_t i = 0; i < count; i++)
        check_case(&cases[i], directory);
}

static void flags_of_clang_pass_as_they_are(void **state)
{
    static const flag_case cases[] = {
        {"-Iinclude|-DN=4|-UX", "-Iinclude|-DN=4|-UX", "", ""},
        {"-DN=4|--|-Iinclude", "-DN=4|-Iinclude", "",
         ""}, /* clang would read -Iinclude as a file */
        {"-DTYPES=float,double", "-DTYPES=float,double", "", ""},
        {"-DCALL(x)=f(x, 1)", "-DCALL(x)=f(x, 1)", "", ""},
        {"-Wall|-fms-extensions|-march=native", "-Wall|-fms-extensions|-march=native", "", ""},
        {"-Xclang|-fsome|-Xpreprocessor|-DX", "-Xclang|-fsome|-Xpreprocessor|-DX", "", ""},
        {"-iquote|a b|-iquoteq|-idirafter|z", "-iquote|a b|-iquote|q|-idirafter|z", "", ""},
        {"-isystem/s|-isystem|t", "-isystem|/s|-isystem|t", "", ""},
        {"-includea.h|-include|b.h", "-include|a.h|-include|b.h", "", ""},
        {"--sysroot=/root|-target|x", "--sysroot=/root|-target|x", "", ""},
        {"stray", "stray", "", ""}, /* clang will report it */
    };

    (void)state;
    check_cases(cases, LENGTH(cases), NULL);
}

static void spellings_of_nvcc_are_translated(void **state)
{
    static const flag_case cases[] = {
        {"-I=a|-I|b|--include-path=c|--include-path|d", "-Ia|-Ib|-Ic|-Id", "", ""},
        {"--include-path=a,b", "-Ia|-Ib", "", ""},
        {"-isystem=a|--system-include|b,c", "-isystem|a|-isystem|b|-isystem|c", "", ""},
        {"-D=A|-D|B=1|--define-macro=C,D=2", "-DA|-DB=1|-DC|-DD=2", "", ""},
        {"--define-macro|E=\"x,y\",F=a\\,b", "-DE=\"x,y\"|-DF=a,b", "", ""},
        {"-U=A|--undefine-macro|B,C", "-UA|-UB|-UC", "", ""},
        {"--pre-include|a.h,b.h|-include=c.h", "-include|a.h|-include|b.h|-include|c.h", "", ""},
        {"-std=c++14", "-std=c++14", "", ""},
        {"-std|c++20", "-std=c++20", "", ""},
        {"--std=c++11", "-std=c++11", "", ""},
        {"--expt-relaxed-constexpr", "-D__CUDACC_RELAXED_CONSTEXPR__", "", ""},
        {"-extended-lambda", "-D__CUDACC_EXTENDED_LAMBDA__", "", ""},
        {"-rdc=true", "-D__CUDACC_RDC__", "", ""},
        {"--relocatable-device-code|false", "", "", ""},
        {"-dc", "-D__CUDACC_RDC__", "", ""},
        {"-dlto", "-D__CUDACC_RDC__", "", ""},
        {"-G", "-D__CUDACC_DEBUG__", "", ""},
        {"-default-stream|per-thread", "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1", "", ""},
        {"-default-stream=legacy", "", "", ""},
        {"-noeh|-ftemplate-depth|9", "-fno-exceptions|-ftemplate-depth=9", "", ""},
    };

    (void)state;
    check_cases(cases, LENGTH(cases), NULL);
}

static void flags_that_do_not_affect_signatures_are_dropped(void **state)
{
    static const flag_case cases[] = {
        {"-O3|-O|2|-O=1|-O|-g|-lineinfo|-w|-v", "-O3|-O2|-O1", "", ""},
        {"--use_fast_math|-ftz=true|-fmad|false|-maxrregcount=64", "", "", ""},
        {"-Xptxas|-v,-O3|--ptxas-options=-v|-Xnvlink|-x|-Xlinker|-lfoo", "", "", ""},
        {"-Xcudafe|--diag_suppress=2|-Xcicc|-O0|-diag-suppress|177", "", "", ""},
        {"-o|a.o|-oa.o|-c|-ptx|-cubin|-fatbin|-x|cu|-x=cuda", "", "", ""},
        {"-MD|-MT|a.o|-MF|a.d|-MFa.d|-MMD|-MP|-M", "", "", ""},
        {"-ccbin|g++-12|-ccbin=g++|-t|4|-t4|--threads=0|-t=2", "", "", ""},
        {"-Werror|all-warnings|-Werror=reorder|-Werror|-DX", "-DX", "", ""},
        {"-m64|-m|64|-lcudart|-L/lib|-l|x", "", "", ""},
        {"--cuda-device-only|--cuda-path=/c|-fsyntax-only|-mllvm|-x", "", "", ""},
    };

    (void)state;
    check_cases(cases, LENGTH(cases), NULL);
}

static void skipped_flags_are_noted(void **state)
{
    static const flag_case cases[] = {
        {"-restrict", "", "", "nvcc's '-restrict' is skipped"},
        {"-restrict|-restrict", "", "", "nvcc's '-restrict' is skipped"},
        {"-x|c++", "", "", "nvcc's '-x c++' is skipped"},
        {"-m32", "", "", "nvcc's '-m 32' is skipped"},
        {"--entries=a", "", "", "nvcc's '--entries a' is skipped"},
        {"-arch=native", "", "",
         "nvcc's '-arch native' is skipped; name the architectures with --arch"},
        {"-arch|all-major|-DX", "-DX", "",
         "nvcc's '-arch all-major' is skipped; name the architectures with --arch"},
    };

    (void)state;
    check_cases(cases, LENGTH(cases), NULL);
}

/* __CUDA_ARCH__ is that of the virtual architecture, whatever the code is for. */
static void architectures_are_the_virtual_ones(void **state)
{
    static const flag_case cases[] = {
        {"-arch=sm_90", "", "sm_90", ""},
        {"-arch=sm_9", "", "", ""},
        {"-arch=sm_90x|-arch=sm_80", "", "sm_80", ""},
        {"-arch|sm_90a", "", "sm_90a", ""},
        {"--gpu-architecture=compute_80|--gpu-code=sm_86,sm_80", "", "sm_80", ""},
        {"--gpu-architecture|compute_100f", "", "sm_100f", ""},
        {"-arch=lto_90", "", "sm_90", ""},
        {"-gencode|arch=compute_80,code=sm_86", "", "sm_80", ""},
        {"-gencode=arch=compute_80,code=[sm_80,compute_80]", "", "sm_80", ""},
        {"-gencode|code=\"sm_90,compute_90\",arch=compute_90", "", "sm_90", ""},
        {"--generate-code=arch=compute_90,code=sm_90|--generate-code|arch=compute_80,code=sm_80",
         "", "sm_90|sm_80", ""},
        {"-gencode|arch=compute_80,code=sm_80|-gencode|arch=compute_80,code=compute_80", "",
         "sm_80", ""},
        {"-arch=sm_80|-gencode=arch=compute_90,code=sm_90", "", "sm_80|sm_90", ""},
        {"--cuda-gpu-arch=sm_75|--offload-arch=sm_90", "", "sm_75|sm_90", ""},
    };

    (void)state;
    check_cases(cases, LENGTH(cases), NULL);
}

/* nvcc's device code ignores the host's -fshort-enums and -fpack-struct, too. */
static void only_host_words_that_concern_the_device_pass(void **state)
{
    static const flag_case cases[] = {
        {"-Xcompiler|-fPIC,-Wall,-DA=1,-march=native", "-DA=1", "", ""},
        {"-Xcompiler=-fshort-enums,-fpack-struct,-funsigned-char", "", "", ""},
        {"--compiler-options=-Ih|-Xcompiler|-fno-exceptions", "-Ih|-fno-exceptions", "", ""},
        {"-Xcompiler|-include|-Xcompiler|h.h", "-include|h.h", "", ""},
        {"-Xcompiler|-isystem,s,-UX", "-isystem|s|-UX", "", ""},
        {"-Xcompiler=-DQ -DR", "-DQ|-DR", "", ""},
        {"-Xcompiler|-DA=\\\"a\\,b\\\"", "-DA=a,b", "", ""},
        {"-Xcompiler|-D", "", "", ""},
        {"-forward-unknown-to-host-compiler|-fPIC|-Wall|-DX|-fno-rtti", "-fno-rtti|-DX", "", ""},
        {"-Wall|-fPIC|-forward-unknown-opts", "", "", ""},
    };

    (void)state;
    check_cases(cases, LENGTH(cases), NULL);
}

/* Seen with `nvcc -dryrun` of CUDA 13.0. */
static void the_host_compilers_words_precede_nvccs(void **state)
{
    static const flag_case cases[] = {
        {"-DX=1|-Xcompiler|-DX=2", "-DX=2|-DX=1", "", ""},
        {"-DX=1|-Xcompiler|-UX|-DX=3", "-UX|-DX=1|-DX=3", "", ""},
        {"-Ia|-Xcompiler=-Ib,-DY|-isystem|s|--compiler-options|-isystem,t",
         "-Ib|-DY|-isystem|t|-Ia|-isystem|s", "", ""},
        {"-include|a.h|-Xcompiler|-include,b.h", "-include|b.h|-include|a.h", "", ""},
        {"-O3|-Xcompiler|-std=c++20|-rdc=true|-std=c++14",
         "-D__CUDACC_RDC__|-std=c++14|-std=c++20|-O3", "", ""},
        {"-Xcompiler|-DX=1|-Xcompiler|-DX=2", "-DX=1|-DX=2", "", ""},
        {"-forward-unknown-to-host-compiler|-DX|-iquoteq|-Xcompiler|-DY", "-DY|-DX|-iquote|q", "",
         ""},
    };

    (void)state;
    check_cases(cases, LENGTH(cases), NULL);
}

static void the_last_value_of_an_option_counts(void **state)
{
    static const flag_case cases[] = {
        {"-rdc=true|-rdc=false", "", "", ""},
        {"-rdc=false|-rdc=true", "-D__CUDACC_RDC__", "", ""},
        {"-default-stream=per-thread|--default-stream=legacy", "", "", ""},
        {"-arch=sm_80|-arch=sm_90", "", "sm_90", ""},
        {"-gencode|arch=compute_75,code=sm_75|-arch=sm_80|-arch=compute_90", "", "sm_90|sm_75", ""},
    };

    (void)state;
    check_cases(cases, LENGTH(cases), NULL);
}

static void the_host_compiler_gets_flags_that_change_its_macros(void **state)
{
    static const struct {
        const char *words, *host;
    } cases[] = {
        {"-std=c++14|-O3|-DA|-UB|-noeh|-Ii|-g|-w", "-std=c++14|-fno-exceptions|-O3|-DA|-UB"},
        {"-std=c++03|-Xcompiler|-std=gnu++98", "-std=c++11|-std=c++11"},
        {"-Xcompiler|-fPIC,-march=native,-pthread,-O2,-UA,-frtti,-specs=s",
         "-fPIC|-march=native|-pthread|-O2|-UA|-frtti|-specs=s"},
        {"-Xcompiler|-MD,-MF,d,-o,o,-save-temps,-c,-Wall,-Ii,-include,h,x.cpp", ""},
        {"-forward-unknown-to-host-compiler|-fopenmp|-Wall", "-fopenmp"},
        {"-fno-rtti|-mavx2|-fcolor-diagnostics|-Wall|x", "-fno-rtti|-mavx2"},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        gen_nvcc_flags flags = {0};
        gen_words words = words_of(cases[i].words);
        assert_true(gen_nvcc_flags_add(&flags, &arena, &diag, &words, NULL));
        assert_string_equal(text_of(&flags.host), cases[i].host);
    }
}

static void a_command_drops_its_files_and_resolves_paths_in_its_folder(void **state)
{
    static const flag_case cases[] = {
        {"/usr/bin/nvcc|-Iinc|-I/abs|-isystem=sys|-c|a.cu|-o|a.o",
         "-I/b/inc|-I/abs|-isystem|/b/sys", "", ""},
        {"ccache|nvcc|-DA=1,B=2|-DS=\"a,b\"|a.cu", "-DA=1|-DB=2|-DS=\"a,b\"", "", ""},
        {"clang++|-x|cuda|-DT=a,b|--cuda-gpu-arch=sm_80|a.cu", "-DT=a,b", "sm_80", ""},
        {"nvcc|-iquote|q|-include|absent.h|a.cu|b.o", "-iquote|/b/q|-include|absent.h", "", ""},
        {"nvcc|-Xcompiler|-Ih,-idirafter,z|a.cu", "-I/b/h|-idirafter|/b/z", "", ""},
        {"clang++|-DX|--|-weird.cu", "-DX", "", ""},
        {"nvcc|-lineinfo|--ptxas-options=-v|-odir|a.cu|--sanitize|b.cu|--m64|-DX", "-DX", "", ""},
        {"nvcc|-forward-unknown-to-host-compiler|-DN=4|-O3|-DNDEBUG|"
         "--generate-code=arch=compute_80,code=[compute_80,sm_80]|"
         "--generate-code=arch=compute_90a,code=[sm_90a]|-Xcompiler=-fPIC|-Wall|-std=c++17|"
         "-x|cu|-rdc=true|-c|/s/a.cu|-o|CMakeFiles/k.dir/a.cu.o",
         "-std=c++17|-D__CUDACC_RDC__|-DN=4|-O3|-DNDEBUG", "sm_80|sm_90a", ""},
    };

    (void)state;
    check_cases(cases, LENGTH(cases), "/b");
}

static void every_option_with_a_value_takes_it_and_no_more(void **state)
{
    (void)state;
    for (unsigned i = 0; gen_nvcc_option_at(i); i++) {
        const gen_nvcc_option *option = gen_nvcc_option_at(i);
        const char *names[] = {option->long_name, option->short_name};
        for (size_t n = 0; n < LENGTH(names); n++) {
            const char *value;
            if (!names[n])
                continue;
            assert_int_equal(names[n][0], '-');
            assert_ptr_equal(gen_nvcc_option_find(names[n], &value), option); /* and no other */
            assert_null(value);
            if (option->takes == GEN_NVCC_NOTHING)
                continue;
            gen_nvcc_option_find(gen_arena_format(&arena, "%s=v", names[n]), &value);
            assert_string_equal(value, "v");
            if (option->effect == GEN_NVCC_DROP) {
                flag_case c = {gen_arena_format(&arena, "%s|v.cu|-DX", names[n]), "-DX", "", ""};
                check_case(&c, NULL);
            }
        }
    }
}

static void words_that_only_begin_like_an_option_are_unknown(void **state)
{
    static const char *const words[] = {
        "-target-cpu", "-march=native", "-stdlib=libc++", "-fatal", "-compile",
        "--arch",      "-cubins",       "-mavx2",         "-",      ""};
    const char *value;

    (void)state;
    for (size_t i = 0; i < LENGTH(words); i++)
        assert_null(gen_nvcc_option_find(words[i], &value));
}

static void check_error(const char *text, const char *message)
{
    gen_nvcc_flags flags = {0};
    gen_words words = words_of(text);

    gen_diag_initialize(&diag, &arena);
    assert_false(gen_nvcc_flags_add(&flags, &arena, &diag, &words, NULL));
    assert_int_equal(diag.errors, 1);
    assert_string_equal(diag.first->text, message);
}

static void errors_name_the_option(void **state)
{
    (void)state;
    check_error("-DX|-I", "'-I' needs a value");
    check_error("-gencode", "'-gencode' needs a value");
    check_error("-gencode|code=sm_80",
                "'-gencode code=sm_80' names no architecture; write arch=compute_90,code=sm_90");
    check_error("--options-file|/absent/o.rsp", "cannot be read: No such file or directory");
}

static const char *write_file(const char *content)
{
    char *path = gen_arena_string(&arena, "/tmp/custub_flags_XXXXXX");
    int file = mkstemp(path);

    assert_true(file >= 0);
    assert_int_equal(write(file, content, strlen(content)), (ssize_t)strlen(content));
    close(file);
    return path;
}

static void files_of_options_are_read(void **state)
{
    const char *inner = write_file("-DINNER=it's\n");
    const char *path = write_file(
        gen_arena_format(&arena, "-I\"a b\" -DC=r\\ s\n\"-DE=p q\"\t--options-file %s", inner));
    gen_nvcc_flags flags = {0};
    gen_words words = words_of(gen_arena_format(&arena, "-DA|-optf|%s,%s|@%s", path, inner, inner));

    (void)state;
    assert_true(gen_nvcc_flags_add(&flags, &arena, &diag, &words, NULL));
    unlink(path);
    unlink(inner);
    assert_string_equal(text_of(&flags.clang), "-DA|-Ia b|-DC=r s|-DE=p q|-DINNER=it's|"
                                               "-DINNER=it's|-DINNER=it's");
    assert_int_equal(flags.files.count, 4);
    assert_string_equal(flags.files.data[0], path);
}

static void a_file_of_options_that_names_itself_is_an_error(void **state)
{
    char folder[] = "/tmp/custub_flags_XXXXXX";
    gen_nvcc_flags flags = {0};
    gen_words words = words_of("nvcc|--options-file=o.rsp");
    const char *path;
    FILE *file;
    bool fine;

    (void)state;
    assert_non_null(mkdtemp(folder));
    path = gen_arena_format(&arena, "%s/o.rsp", folder);
    file = fopen(path, "w");
    assert_non_null(file);
    fputs("-DX --options-file o.rsp", file);
    fclose(file);
    fine = gen_nvcc_flags_add_command(&flags, &arena, &diag, &words, NULL, folder);
    unlink(path);
    rmdir(folder);
    assert_false(fine);
    assert_non_null(strstr(diag.first->text, "nests too deeply"));
}

static void later_flags_follow_and_their_architectures_replace(void **state)
{
    gen_nvcc_flags flags = {0};
    gen_nvcc_flags more = {0};
    gen_words first = words_of("-DA|-arch=sm_80");
    gen_words second = words_of("-UA");
    gen_words third = words_of("-arch=sm_90");

    (void)state;
    assert_true(gen_nvcc_flags_add(&flags, &arena, &diag, &first, NULL));
    assert_true(gen_nvcc_flags_add(&more, &arena, &diag, &second, NULL));
    gen_nvcc_flags_append(&flags, &arena, &more);
    assert_string_equal(text_of(&flags.clang), "-DA|-UA");
    assert_string_equal(text_of(&flags.architectures), "sm_80");
    assert_true(gen_nvcc_flags_add(&more, &arena, &diag, &third, NULL));
    gen_nvcc_flags_append(&flags, &arena, &more);
    assert_string_equal(text_of(&flags.architectures), "sm_90");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(flags_of_clang_pass_as_they_are),
        TEST(spellings_of_nvcc_are_translated),
        TEST(flags_that_do_not_affect_signatures_are_dropped),
        TEST(skipped_flags_are_noted),
        TEST(architectures_are_the_virtual_ones),
        TEST(only_host_words_that_concern_the_device_pass),
        TEST(the_host_compilers_words_precede_nvccs),
        TEST(the_last_value_of_an_option_counts),
        TEST(the_host_compiler_gets_flags_that_change_its_macros),
        TEST(a_command_drops_its_files_and_resolves_paths_in_its_folder),
        TEST(every_option_with_a_value_takes_it_and_no_more),
        TEST(words_that_only_begin_like_an_option_are_unknown),
        TEST(errors_name_the_option),
        TEST(files_of_options_are_read),
        TEST(a_file_of_options_that_names_itself_is_an_error),
        TEST(later_flags_follow_and_their_architectures_replace),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
