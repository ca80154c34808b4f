/* Compiled code is kept in memory and in files. Tests can make renameat() end the process. */
#define _XOPEN_SOURCE 700 /* setenv, fork */

#include "jit_fixture.h"

#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <utime.h>

#define ENTRIES FOLDER "/custub"

int __real_renameat(int in, const char *from, int out, const char *to);
int __wrap_renameat(int in, const char *from, int out, const char *to);

static int ends_at_rename;

int __wrap_renameat(int in, const char *from, int out, const char *to)
{
    if (ends_at_rename)
        _exit(7);
    return __real_renameat(in, from, out, to);
}

typedef struct folder_facts {
    int entries;    /* complete files */
    int unfinished; /* files that were never renamed */
    long bytes;
    char path[600]; /* of one of the entries */
} folder_facts;

static folder_facts look(void)
{
    DIR *folder = opendir(ENTRIES);
    const struct dirent *found;
    folder_facts facts = {0};
    struct stat about;
    char path[600];

    while (folder && (found = readdir(folder)) != NULL) {
        if (found->d_name[0] == '.')
            continue;
        snprintf(path, sizeof(path), ENTRIES "/%s", found->d_name);
        if (stat(path, &about) == 0)
            facts.bytes += (long)about.st_size;
        if (strlen(found->d_name) == strlen("0123456789abcdef.jit")) {
            facts.entries++;
            memcpy(facts.path, path, sizeof(path));
        } else {
            facts.unfinished++;
        }
    }
    if (folder)
        closedir(folder);
    return facts;
}

/* Compiles `times` times in another process, which has nothing in memory. Returns its exit
 * status. */
static int compile_times_elsewhere(const custub_jit_program *program, int times)
{
    pid_t child = fork();
    int status = 0;

    if (child == 0) {
        while (times > 0 && *code_of(program))
            times--;
        _exit(times ? 1 : 0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int compile_elsewhere(const custub_jit_program *program)
{
    return compile_times_elsewhere(program, 1);
}

static void in_child_compiles_once_in_a_process(void)
{
    custub_jit_program other = scale;

    begin();
    setenv("CUSTUB_JIT_CACHE", "0", 1);
    CHILD_CHECK(*code_of(&scale) && *code_of(&scale));
    CHILD_CHECK(compilations() == 1);
    CHILD_CHECK(look().entries == 0);
    other.source = "another source";
    CHILD_CHECK(strstr(code_of(&other), "another source"));
    CHILD_CHECK(compilations() == 2);
    CHILD_CHECK(*code_of(&scale));
    CHILD_CHECK(compilations() == 2);
}
CHILD_TEST(compiles_once_in_a_process)

static void *compile_in_thread(void *data)
{
    custub_image own;

    recording_use_device(0);
    own = custub_jit_compile(&scale, NULL);
    if (own.data)
        data = NULL;
    custub_image_free(&own);
    return data;
}

static void in_child_compiles_once_for_many_threads(void)
{
    pthread_t threads[8];
    void *failed;

    begin();
    setenv("CUSTUB_JIT_CACHE", "0", 1);
    setenv("FAKE_NVRTC_SLOW", "1", 1);
    for (int i = 0; i < 8; i++)
        CHILD_CHECK(pthread_create(&threads[i], NULL, compile_in_thread, &threads) == 0);
    for (int i = 0; i < 8; i++)
        CHILD_CHECK(pthread_join(threads[i], &failed) == 0 && !failed);
    CHILD_CHECK(compilations() == 1);
}
CHILD_TEST(compiles_once_for_many_threads)

static void in_child_finds_what_another_process_compiled(void)
{
    begin();
    CHILD_CHECK(compile_elsewhere(&scale) == 0);
    CHILD_CHECK(compilations() == 1);
    CHILD_CHECK(look().entries == 1 && look().unfinished == 0);
    CHILD_CHECK(strstr(code_of(&scale), "the source"));
    CHILD_CHECK(compilations() == 1);
}
CHILD_TEST(finds_what_another_process_compiled)

static void in_child_compiles_again_if_anything_differs(void)
{
    static const char *const options[] = {"-DA", NULL};
    static const custub_jit_header headers[] = {{"a.h", "text"}, {NULL, NULL}};
    static const custub_jit_header changed[] = {{"a.h", "texts"}, {NULL, NULL}};
    static const custub_jit_name names[] = {{"f<int>", NULL}, {NULL, NULL}};
    static const custub_jit_name others[] = {{"f<int>", "_Z1fIiEvT_"}, {NULL, NULL}};
    enum { COUNT = 8 };
    const custub_jit_program programs[COUNT] = {
        {.name = "scale.cu", .source = "the source"},
        {.name = "other.cu", .source = "the source"},
        {.name = "scale.cu", .source = "a source"},
        {.name = "scale.cu", .source = "the source", .options = options},
        {.name = "scale.cu", .source = "the source", .headers = headers},
        {.name = "scale.cu", .source = "the source", .headers = changed},
        {.name = "scale.cu", .source = "the source", .names = names},
        {.name = "scale.cu", .source = "the source", .names = others}};

    setenv("FAKE_NVRTC_NAMES", "f<int>=_Z1fIiEvT_", 1);
    begin();
    for (int i = 0; i < COUNT; i++) {
        CHILD_CHECK(compile_elsewhere(&programs[i]) == 0);
        CHILD_CHECK(compile_elsewhere(&programs[i]) == 0);
        CHILD_CHECK(compilations() == i + 1);
    }
    setenv("FAKE_NVRTC_VERSION", "12.9", 1);
    CHILD_CHECK(compile_elsewhere(&scale) == 0 && compilations() == COUNT + 1);
    setenv("FAKE_NVRTC_ARCHS", "80", 1);
    CHILD_CHECK(compile_elsewhere(&scale) == 0 && compilations() == COUNT + 2);
    recording_programmed()->version = 12090;
    CHILD_CHECK(compile_elsewhere(&scale) == 0 && compilations() == COUNT + 3);
}
CHILD_TEST(compiles_again_if_anything_differs)

/* Compiles a program twice in one process, and once in another: every time anew. */
static void check_nothing_is_kept(const custub_jit_program *program)
{
    const long before = compilations();

    CHILD_CHECK(compile_times_elsewhere(program, 2) == 0 && compile_elsewhere(program) == 0);
    CHILD_CHECK(compilations() == before + 3 && look().entries == 0);
}

static void in_child_keeps_nothing_of_a_program_with_options_that_name_files(void)
{
    static const char *const options[][3] = {{"-I/somewhere"},
                                             {"-I", "/somewhere"},
                                             {"--include-path=/somewhere"},
                                             {"-include=/some/file.h"},
                                             {"--pre-include=/some/file.h"},
                                             {"--use-pch=a.pch"},
                                             {"-pch"},
                                             {"--create-pch=a.pch"},
                                             {"--of-a-new-version"},
                                             {"-Xptxas", "--options-file=a"},
                                             {"--fdevice-time-trace=a"}};
    custub_jit_program program = scale;

    begin();
    for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
        program.options = options[i];
        check_nothing_is_kept(&program);
    }
}
CHILD_TEST(keeps_nothing_of_a_program_with_options_that_name_files)

static void in_child_keeps_nothing_of_a_program_that_includes_files(void)
{
    static const char *const sources[] = {
        "#include \"/some/file.h\"",
        "  #  include /* it */ </some/file.h>",
        "%:include \"/some/file.h\"",
        "#inc\\\nlude \"/some/file.h\"",
        "#define FILE \"/some/file.h\"\n#include FILE",
        "#if __has_include(\"/some/file.h\")\n#endif",
        "#include \"../file.h\"",
        "int a = 1'000; char b = '\"'; /* ' */\n#include \"/some/file.h\"",
        "auto a = \"/*\";\n#include \"/some/file.h\"",
        "auto a = R\"(/*)\";\n#include \"/some/file.h\"",
        "\?\?=include \"/some/file.h\"",
        "#embed \"/some/file\""};
    static const custub_jit_header headers[] = {{"a.h", "#include \"/some/file.h\""}, {NULL, NULL}};
    custub_jit_program program = scale;

    begin();
    for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]); i++) {
        program.source = sources[i];
        check_nothing_is_kept(&program);
    }
    program = scale;
    program.headers = headers;
    check_nothing_is_kept(&program);
    setenv("NVRTC_APPEND_FLAGS", "-I/somewhere", 1);
    check_nothing_is_kept(&scale);
}
CHILD_TEST(keeps_nothing_of_a_program_that_includes_files)

static void in_child_keeps_a_program_that_includes_known_headers(void)
{
    static const custub_jit_header headers[] = {{"own/a.h", "#include <math.h>"}, {NULL, NULL}};
    static const char *const options[] = {
        "-DPROFILE", "-D", "N=1", "--use_fast_math", "-Xptxas", "-v", "-G", "-std=c++20", NULL};
    const custub_jit_program program = {
        .name = "scale.cu",
        .source = "// the #include of /abs\n/* # include \"/abs\" */\nint a = 1'0; // don't\n"
                  "#include \"own/a.h\"\n#include <cuda_fp16.h>\nauto b = \"#include \\\"/abs\";",
        .options = options,
        .headers = headers};

    begin();
    CHILD_CHECK(compile_elsewhere(&program) == 0 && compile_elsewhere(&program) == 0);
    CHILD_CHECK(*code_of(&program) && *code_of(&program));
    CHILD_CHECK(compilations() == 1 && look().entries == 1);
}
CHILD_TEST(keeps_a_program_that_includes_known_headers)

/* A version without -no-source-include looks for headers in the current folder. */
static void in_child_keeps_nothing_that_an_old_version_may_find_elsewhere(void)
{
    custub_jit_program program = scale;

    begin();
    setenv("FAKE_NVRTC_REFUSES", "-no-source-include", 1);
    CHILD_CHECK(*code_of(&scale) && *code_of(&scale) && compilations() == 1);
    CHILD_CHECK(look().entries == 1);
    program.source = "#include \"scale.h\"";
    CHILD_CHECK(*code_of(&program) && *code_of(&program) && compilations() == 3);
    CHILD_CHECK(look().entries == 1);
}
CHILD_TEST(keeps_nothing_that_an_old_version_may_find_elsewhere)

/* Overwrites a byte of the entry, or cuts it off there. */
static void damage(long position, bool cut)
{
    folder_facts facts = look();
    FILE *file;

    CHILD_CHECK(facts.entries == 1);
    if (cut) {
        CHILD_CHECK(truncate(facts.path, position) == 0);
        return;
    }
    file = fopen(facts.path, "r+b");
    CHILD_CHECK(file && fseek(file, position, SEEK_SET) == 0 && fputc(1, file) == 1 &&
                fclose(file) == 0);
}

static void in_child_throws_away_a_damaged_file(void)
{
    long size, step;
    long count = 1;

    begin();
    CHILD_CHECK(compile_elsewhere(&scale) == 0);
    size = look().bytes;
    step = size / 40 + 1;
    for (int cut = 0; cut < 2; cut++) {
        for (long position = 0; position < size; position += step) {
            damage(position, cut);
            CHILD_CHECK(compile_elsewhere(&scale) == 0);
            CHILD_CHECK(compilations() == ++count);
            CHILD_CHECK(look().bytes == size);
            CHILD_CHECK(compile_elsewhere(&scale) == 0 && compilations() == count);
        }
    }
}
CHILD_TEST(throws_away_a_damaged_file)

static void in_child_throws_away_a_file_of_another_key(void)
{
    custub_jit_program other = scale;
    folder_facts facts;
    char path[600];

    begin();
    other.source = "one source";
    CHILD_CHECK(compile_elsewhere(&other) == 0);
    facts = look();
    memcpy(path, facts.path, sizeof(path));
    CHILD_CHECK(unlink(path) == 0 && compile_elsewhere(&scale) == 0);
    facts = look();
    CHILD_CHECK(rename(facts.path, path) == 0); /* as if two keys had one hash */
    CHILD_CHECK(strstr(code_of(&other), "one source"));
    CHILD_CHECK(compilations() == 3);
}
CHILD_TEST(throws_away_a_file_of_another_key)

static void in_child_survives_an_end_before_the_rename(void)
{
    begin();
    ends_at_rename = 1;
    CHILD_CHECK(compile_elsewhere(&scale) == 7);
    ends_at_rename = 0;
    CHILD_CHECK(look().entries == 0 && look().unfinished == 1);
    CHILD_CHECK(compile_elsewhere(&scale) == 0);
    CHILD_CHECK(compilations() == 2);
    CHILD_CHECK(look().entries == 1 && look().unfinished == 1);
}
CHILD_TEST(survives_an_end_before_the_rename)

static void in_child_two_processes_write_at_once(void)
{
    pid_t children[6];

    begin();
    for (int i = 0; i < 6; i++) {
        children[i] = fork();
        if (children[i] == 0)
            _exit(strstr(code_of(&scale), "the source") ? 0 : 1);
    }
    for (int i = 0; i < 6; i++) {
        int status = 1;
        CHILD_CHECK(waitpid(children[i], &status, 0) == children[i] && status == 0);
    }
    CHILD_CHECK(look().entries == 1 && look().unfinished == 0);
    CHILD_CHECK(strstr(code_of(&scale), "the source"));
}
CHILD_TEST(two_processes_write_at_once)

static void make_older(const char *path)
{
    struct utimbuf times = {1000000000, 1000000000};

    CHILD_CHECK(utime(path, &times) == 0);
}

static void in_child_removes_the_least_recently_used(void)
{
    custub_jit_program other = scale;
    char most[32], first[600];

    begin();
    ends_at_rename = 1;
    CHILD_CHECK(compile_elsewhere(&scale) == 7); /* its file counts, too */
    ends_at_rename = 0;
    CHILD_CHECK(compile_elsewhere(&scale) == 0);
    memcpy(first, look().path, sizeof(first));
    snprintf(most, sizeof(most), "%ld", look().bytes + 16);
    setenv("CUSTUB_JIT_CACHE", most, 1);
    other.source = "no source.";
    make_older(first);
    CHILD_CHECK(compile_elsewhere(&scale) == 0 && compilations() == 2); /* it is used again */
    CHILD_CHECK(compile_elsewhere(&other) == 0 && compilations() == 3);
    CHILD_CHECK(look().entries == 2 && look().unfinished == 0);
    make_older(first);
    other.source = "yet source";
    CHILD_CHECK(compile_elsewhere(&other) == 0 && compilations() == 4);
    CHILD_CHECK(look().entries == 2 && access(first, F_OK) != 0);
    setenv("CUSTUB_JIT_CACHE", "100", 1); /* too few for any file */
    CHILD_CHECK(compile_elsewhere(&scale) == 0 && look().entries == 2);
}
CHILD_TEST(removes_the_least_recently_used)

static void in_child_leaves_files_of_others_alone(void)
{
    FILE *file;

    begin();
    mkdir(ENTRIES, 0777);
    file = fopen(ENTRIES "/notes", "w");
    CHILD_CHECK(file && fprintf(file, "%1000s", "x") == 1000 && fclose(file) == 0);
    make_older(ENTRIES "/notes");
    setenv("CUSTUB_JIT_CACHE", "8000", 1);
    CHILD_CHECK(compile_elsewhere(&scale) == 0);
    CHILD_CHECK(access(ENTRIES "/notes", F_OK) == 0);
}
CHILD_TEST(leaves_files_of_others_alone)

/* --- Ownership of files ---------------------------------------------------------------------- */

/* Compiles a program whose image is in a file that must not be read. */
static void check_not_read(const custub_jit_program *program)
{
    const long before = compilations();

    CHILD_CHECK(compile_elsewhere(program) == 0);
    CHILD_CHECK(compilations() == before + 1);
}

static void in_child_reads_no_file_that_others_may_write(void)
{
    static const mode_t modes[] = {0620, 0602, 0666};

    begin();
    CHILD_CHECK(compile_elsewhere(&scale) == 0);
    for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
        struct stat about;
        CHILD_CHECK(chmod(look().path, modes[i]) == 0);
        check_not_read(&scale);
        CHILD_CHECK(stat(look().path, &about) == 0 && (about.st_mode & 0777) == 0600);
    }
    CHILD_CHECK(chmod(look().path, 0644) == 0);
    CHILD_CHECK(compile_elsewhere(&scale) == 0 && compilations() == 4);
}
CHILD_TEST(reads_no_file_that_others_may_write)

static void in_child_follows_no_link(void)
{
    char elsewhere[] = FOLDER "/elsewhere";
    folder_facts facts;

    begin();
    CHILD_CHECK(compile_elsewhere(&scale) == 0);
    facts = look();
    CHILD_CHECK(rename(facts.path, elsewhere) == 0 && symlink(elsewhere, facts.path) == 0);
    check_not_read(&scale);
    CHILD_CHECK(access(elsewhere, F_OK) == 0);
    CHILD_CHECK(rename(ENTRIES, FOLDER "/moved") == 0 && symlink(FOLDER "/moved", ENTRIES) == 0);
    check_not_read(&scale);
    CHILD_CHECK(unlink(ENTRIES) == 0 && rename(FOLDER "/moved", ENTRIES) == 0);
    CHILD_CHECK(compile_elsewhere(&scale) == 0 && compilations() == 3);
}
CHILD_TEST(follows_no_link)

static void in_child_uses_no_folder_that_others_may_write_to(void)
{
    static const mode_t modes[] = {0720, 0702, 01777};

    begin();
    CHILD_CHECK(compile_elsewhere(&scale) == 0);
    for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
        CHILD_CHECK(chmod(ENTRIES, modes[i]) == 0);
        check_not_read(&scale);
    }
    CHILD_CHECK(chmod(ENTRIES, 0755) == 0 && compile_elsewhere(&scale) == 0);
    CHILD_CHECK(compilations() == 4);
}
CHILD_TEST(uses_no_folder_that_others_may_write_to)

/* As with sudo, which keeps HOME, or in a container whose user is root. Only root can try it. */
static void in_child_uses_no_folder_and_file_of_another_user(void)
{
    const uid_t other = 12345;

    begin();
    if (geteuid() != 0)
        return;
    CHILD_CHECK(compile_elsewhere(&scale) == 0);
    CHILD_CHECK(chown(look().path, other, (gid_t)-1) == 0);
    check_not_read(&scale);
    CHILD_CHECK(chown(ENTRIES, other, (gid_t)-1) == 0);
    check_not_read(&scale);
    empty_folder(ENTRIES);
    CHILD_CHECK(rmdir(ENTRIES) == 0 && chown(FOLDER, other, (gid_t)-1) == 0);
    check_not_read(&scale);
    CHILD_CHECK(access(ENTRIES, F_OK) != 0); /* root made nothing in the home of another user */
    CHILD_CHECK(chown(FOLDER, 0, (gid_t)-1) == 0);
}
CHILD_TEST(uses_no_folder_and_file_of_another_user)

static void in_child_chooses_the_folder(void)
{
    begin();
    setenv("XDG_CACHE_HOME", "relative", 1);
    setenv("HOME", FOLDER, 1);
    CHILD_CHECK(*code_of(&scale));
    CHILD_CHECK(access(FOLDER "/.cache/custub", F_OK) == 0 && access("relative", F_OK) != 0);
    empty_folder(FOLDER "/.cache/custub");
}
CHILD_TEST(chooses_the_folder)

static void in_child_does_without_a_folder(void)
{
    begin();
    setenv("XDG_CACHE_HOME", "/proc/nowhere", 1);
    CHILD_CHECK(*code_of(&scale));
    setenv("CUSTUB_JIT_CACHE", "many", 1);
    CHILD_CHECK(!compile(&scale)->data);
    CHILD_CHECK_STRING(error.message, "the environment variable CUSTUB_JIT_CACHE is 'many': it may "
                                      "be a number of bytes, 0 for no files");
}
CHILD_TEST(does_without_a_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compiles_once_in_a_process),
        cmocka_unit_test(compiles_once_for_many_threads),
        cmocka_unit_test(finds_what_another_process_compiled),
        cmocka_unit_test(compiles_again_if_anything_differs),
        cmocka_unit_test(keeps_nothing_of_a_program_with_options_that_name_files),
        cmocka_unit_test(keeps_nothing_of_a_program_that_includes_files),
        cmocka_unit_test(keeps_a_program_that_includes_known_headers),
        cmocka_unit_test(keeps_nothing_that_an_old_version_may_find_elsewhere),
        cmocka_unit_test(throws_away_a_damaged_file),
        cmocka_unit_test(throws_away_a_file_of_another_key),
        cmocka_unit_test(survives_an_end_before_the_rename),
        cmocka_unit_test(two_processes_write_at_once),
        cmocka_unit_test(removes_the_least_recently_used),
        cmocka_unit_test(leaves_files_of_others_alone),
        cmocka_unit_test(reads_no_file_that_others_may_write),
        cmocka_unit_test(follows_no_link),
        cmocka_unit_test(uses_no_folder_that_others_may_write_to),
        cmocka_unit_test(uses_no_folder_and_file_of_another_user),
        cmocka_unit_test(chooses_the_folder),
        cmocka_unit_test(does_without_a_folder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
