/* Compiled code is kept in memory and in files. Tests can make renameat() end the process. */
#define _XOPEN_SOURCE 700 /* setenv, fork */

#include "jit_entries.h"

#include <pthread.h>
#include <utime.h>

int __real_renameat(int in, const char *from, int out, const char *to);
int __wrap_renameat(int in, const char *from, int out, const char *to);

static int ends_at_rename;

int __wrap_renameat(int in, const char *from, int out, const char *to)
{
    if (ends_at_rename)
        _exit(7);
    return __real_renameat(in, from, out, to);
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
