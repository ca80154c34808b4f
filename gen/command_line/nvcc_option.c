#include "command_line/nvcc_option.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* clang-format off */
#define NOTHING(long_name, short_name, effect) \
    {long_name, short_name, GEN_NVCC_NOTHING, GEN_NVCC_##effect, NULL, NULL}
#define VALUE(long_name, short_name, takes, effect) \
    {long_name, short_name, GEN_NVCC_##takes, GEN_NVCC_##effect, NULL, NULL}
#define TEXT(long_name, short_name, takes, effect, text) \
    {long_name, short_name, GEN_NVCC_##takes, GEN_NVCC_##effect, text, NULL}
#define WANTED(long_name, short_name, takes, effect, text, wanted) \
    {long_name, short_name, GEN_NVCC_##takes, GEN_NVCC_##effect, text, wanted}

/* Options of nvcc, gcc and clang that do not concern a front end, or that custub chooses itself.
 * They are ignored. These take no value. */
static const char dropped[] =
    "--cuda -cuda --cubin -cubin --fatbin -fatbin --ptx -ptx --optix-ir -optix-ir --ltoir "
    "-ltoir --preprocess -E --generate-dependencies -M --generate-nonsystem-dependencies -MM "
    "--generate-dependencies-with-compile -MD --generate-nonsystem-dependencies-with-compile "
    "-MMD --generate-dependency-targets -MP --compile -c --device-w -dw --device-link -dlink "
    "--link -link --lib -lib --run -run --objdir-as-tempdir -objtemp "
    "--allow-unsupported-compiler -allow-unsupported-compiler --use-local-env -use-local-env "
    "--force-cl-env-setup -force-cl-env-setup --profile -pg --debug -g --generate-line-info "
    "-lineinfo --gen-opt-lto -gen-opt-lto --shared -shared --no-host-device-initializer-list "
    "-nohdinitlist --no-host-device-move-forward -nohdmoveforward --m64 -m64 "
    "--dont-use-profile -noprof --dryrun -dryrun --verbose -v --fdevice-syntax-only "
    "-fdevice-syntax-only --keep -keep --save-temps -save-temps --clean-targets -clean "
    "--no-align-double --no-device-link -nodlink --use_fast_math -use_fast_math "
    "--extra-device-vectorization -extra-device-vectorization --disable-warnings -w "
    "--keep-device-functions -keep-device-functions --source-in-ptx -src-in-ptx --Wreorder "
    "-Wreorder --Wdefault-stream-launch -Wdefault-stream-launch --Wmissing-launch-bounds "
    "-Wmissing-launch-bounds --Wext-lambda-captures-this -Wext-lambda-captures-this "
    "--Wno-deprecated-declarations -Wno-deprecated-declarations --Wno-deprecated-gpu-targets "
    "-Wno-deprecated-gpu-targets --resource-usage -res-usage --no-compress -no-compress "
    "--compile-as-tools-patch -astoolspatch --list-gpu-code -code-ls --list-gpu-arch "
    "-arch-ls --display-error-number -err-no --no-display-error-number -no-err-no "
    "--augment-host-linker-script -aug-hls --relocatable-link -r --relocatable-ptx "
    "-reloc-ptx --jobserver -jobserver --help -h --version -V --cuda-device-only "
    "--offload-device-only --cuda-host-only --offload-host-only --cuda-compile-host-device "
    "--offload-host-device -xcuda --language=cuda -xcu -S -fsyntax-only -emit-llvm -MG";

/* These take one. */
static const char dropped_with_value[] =
    "--output-directory -odir --archiver-binary -arbin --cudart -cudart --cudadevrt "
    "-cudadevrt --libdevice-directory -ldir --target-directory -target-dir "
    "--optimization-info -opt-info --Ofast-compile -Ofc --dopt -dopt "
    "--ftemplate-backtrace-limit -ftemplate-backtrace-limit --cudafe-options -Xcudafe "
    "--cicc-options -Xcicc --linker-options -Xlinker --archive-options -Xarchive "
    "--ptxas-options -Xptxas --nvlink-options -Xnvlink --static-global-template-stub "
    "-static-global-template-stub --device-entity-has-hidden-visibility "
    "-device-entity-has-hidden-visibility --split-compile -split-compile "
    "--split-compile-extended -split-compile-extended --fdevice-time-trace "
    "-fdevice-time-trace --keep-dir -keep-dir --time -time --run-args -run-args "
    "--input-drive-prefix -idp --dependency-drive-prefix -ddp --drive-prefix -dp --gpu-code "
    "-code --maxrregcount -maxrregcount --ftz -ftz --prec-div -prec-div --prec-sqrt "
    "-prec-sqrt --fmad -fmad --qpp-config -qpp-config --diag-error -diag-error "
    "--diag-suppress -diag-suppress --diag-warn -diag-warn --host-linker-script -hls "
    "--brief-diagnostics -brief-diag --jump-table-density -jtd --device-stack-protector "
    "-device-stack-protector --compress-mode -compress-mode --frandom-seed -frandom-seed "
    "--sanitize -sanitize --cuda-path -Xassembler -Xarch_host -Xcuda-ptxas -Xcuda-fatbinary "
    "-mllvm --param";

/* The others, in the order of `nvcc --help`, CUDA 13.0. */
static const gen_nvcc_option options[] = {
    /* The phase, files and paths. */
    VALUE("--dependency-output", "-MF", ONE_JOINED, DROP),
    TEXT("--device-c", "-dc", NOTHING, SWITCH, "-D__CUDACC_RDC__"),
    VALUE("--output-file", "-o", ONE_JOINED, DROP),
    TEXT("--pre-include", "-include", LIST_JOINED, PATH, "-include"),
    VALUE("--library", "-l", LIST_JOINED, DROP),
    TEXT("--define-macro", "-D", LIST_JOINED, PREFIX, "-D"),
    TEXT("--undefine-macro", "-U", LIST_JOINED, PREFIX, "-U"),
    TEXT("--include-path", "-I", LIST_JOINED, PATH, "-I"),
    TEXT("--system-include", "-isystem", LIST_JOINED, PATH, "-isystem"),
    VALUE("--library-path", "-L", LIST_JOINED, DROP),
    VALUE("--compiler-bindir", "-ccbin", ONE, HOST_COMPILER),

    /* Compiler and linker. */
    TEXT("--device-debug", "-G", NOTHING, SWITCH, "-D__CUDACC_DEBUG__"),
    TEXT("--optimize", "-O", MAYBE, PREFIX, "-O"),
    TEXT("--dlink-time-opt", "-dlto", NOTHING, SWITCH, "-D__CUDACC_RDC__"),
    TEXT("--lto", "-lto", NOTHING, SWITCH, "-D__CUDACC_RDC__"),
    TEXT("--ftemplate-depth", "-ftemplate-depth", ONE, PREFIX, "-ftemplate-depth="),
    TEXT("--no-exceptions", "-noeh", NOTHING, SWITCH, "-fno-exceptions"),
    WANTED("--x", "-x", ONE, EXPECT, NULL, "cu,cuda"),
    TEXT("--std", "-std", ONE, PREFIX, "-std="),
    TEXT("--expt-relaxed-constexpr", "-expt-relaxed-constexpr", NOTHING, SWITCH,
         "-D__CUDACC_RELAXED_CONSTEXPR__"),
    TEXT("--extended-lambda", "-extended-lambda", NOTHING, SWITCH, "-D__CUDACC_EXTENDED_LAMBDA__"),
    TEXT("--expt-extended-lambda", "-expt-extended-lambda", NOTHING, SWITCH,
         "-D__CUDACC_EXTENDED_LAMBDA__"),
    WANTED("--machine", "-m", NUMBER, EXPECT, NULL, "64"),

    /* The driver. */
    VALUE("--compiler-options", "-Xcompiler", LIST, HOST),
    NOTHING("--forward-unknown-to-host-compiler", "-forward-unknown-to-host-compiler", FORWARD),
    NOTHING("--forward-unknown-to-host-linker", "-forward-unknown-to-host-linker", FORWARD),
    NOTHING("--forward-unknown-opts", "-forward-unknown-opts", FORWARD),
    VALUE("--threads", "-t", NUMBER, DROP),
    VALUE("--dependency-target-name", "-MT", ONE_JOINED, DROP),

    /* The device's code. */
    VALUE("--gpu-architecture", "-arch", ONE, ARCHITECTURE),
    VALUE("--generate-code", "-gencode", ONE, GENERATE_CODE),
    WANTED("--relocatable-device-code", "-rdc", ONE, SWITCH, "-D__CUDACC_RDC__", "true"),
    VALUE("--entries", "-e", LIST, LOST),
    WANTED("--default-stream", "-default-stream", ONE, SWITCH,
           "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1", "per-thread"),

    /* The tool. */
    NOTHING("--restrict", "-restrict", LOST),
    VALUE("--Werror", "-Werror", MAYBE, DROP),
    TEXT("--extensible-whole-program", "-ewp", NOTHING, SWITCH, "-D__CUDACC_EWP__"),
    VALUE("--options-file", "-optf", LIST, OPTIONS_FILE),

    /* Options of clang and gcc. */
    VALUE(NULL, "--cuda-gpu-arch", ONE, ARCHITECTURE),
    VALUE(NULL, "--offload-arch", ONE, ARCHITECTURE),
    VALUE(NULL, "-MQ", ONE_JOINED, DROP),
    VALUE(NULL, "-MJ", ONE_JOINED, DROP),

    /* Theirs, with a path as value. */
    TEXT(NULL, "-iquote", ONE_JOINED, PATH, "-iquote"),
    TEXT(NULL, "-idirafter", ONE_JOINED, PATH, "-idirafter"),
    TEXT(NULL, "-imacros", ONE_JOINED, PATH, "-imacros"),
    TEXT(NULL, "-isysroot", ONE_JOINED, PATH, "-isysroot"),
    TEXT(NULL, "--sysroot", ONE, PATH, "--sysroot"),
    TEXT(NULL, "-include-pch", ONE, PATH, "-include-pch"),
    TEXT(NULL, "-ivfsoverlay", ONE_JOINED, PATH, "-ivfsoverlay"),
    TEXT(NULL, "-cxx-isystem", ONE_JOINED, PATH, "-cxx-isystem"),
    TEXT(NULL, "-stdlib++-isystem", ONE_JOINED, PATH, "-stdlib++-isystem"),

    /* Theirs, with a separate value that may begin with '-'. */
    VALUE(NULL, "-Xclang", ONE, PASS),
    VALUE(NULL, "-Xpreprocessor", ONE, PASS),
    VALUE(NULL, "-Xarch_device", ONE, PASS),
    VALUE(NULL, "-target", ONE, PASS),
};
/* clang-format on */

static bool is_joined(const gen_nvcc_option *option, const char *rest)
{
    switch (option->takes) {
    case GEN_NVCC_ONE_JOINED:
    case GEN_NVCC_LIST_JOINED:
    case GEN_NVCC_MAYBE:
        return true;
    case GEN_NVCC_NUMBER:
        return isdigit((unsigned char)*rest);
    default:
        return false;
    }
}

/* True if `word` is the name, or the name followed by '=' and a value. */
static bool matches(const gen_nvcc_option *option, const char *name, const char *word,
                    const char **value)
{
    size_t length = name ? strlen(name) : 0;

    if (!name || strncmp(word, name, length) != 0)
        return false;
    if (word[length] == '=' && option->takes != GEN_NVCC_NOTHING)
        *value = word + length + 1;
    return !word[length] || *value;
}

static const gen_nvcc_option *find_joined(const char *word, const char **value)
{
    const gen_nvcc_option *found = NULL;
    size_t longest = 0;

    for (size_t i = 0; i < LENGTH(options); i++) {
        const char *name = options[i].short_name;
        size_t length = name ? strlen(name) : 0;
        if (length > longest && strncmp(word, name, length) == 0 &&
            is_joined(&options[i], word + length)) {
            found = &options[i];
            longest = length;
        }
    }
    if (found)
        *value = word + longest;
    return found;
}

/* True if the word is one of the names. */
static bool is_listed(const char *names, const char *word, size_t length)
{
    while (*names) {
        size_t other = strcspn(names, " ");
        if (other == length && memcmp(names, word, length) == 0)
            return true;
        names += other + (names[other] == ' ');
    }
    return false;
}

const gen_nvcc_option *gen_nvcc_option_find(const char *word, const char **value)
{
    static const gen_nvcc_option ignored = {.takes = GEN_NVCC_NOTHING, .effect = GEN_NVCC_DROP};
    static const gen_nvcc_option ignored_with_value = {.takes = GEN_NVCC_ONE,
                                                       .effect = GEN_NVCC_DROP};
    size_t length = strcspn(word, "=");

    *value = NULL;
    for (size_t i = 0; i < LENGTH(options); i++)
        if (matches(&options[i], options[i].long_name, word, value) ||
            matches(&options[i], options[i].short_name, word, value))
            return &options[i];
    if (is_listed(dropped, word, strlen(word)))
        return &ignored;
    if (!is_listed(dropped_with_value, word, length))
        return find_joined(word, value);
    if (word[length])
        *value = word + length + 1;
    return &ignored_with_value;
}

const gen_nvcc_option *gen_nvcc_option_at(unsigned index)
{
    return index < LENGTH(options) ? &options[index] : NULL;
}

bool gen_nvcc_option_of_language(const char *word)
{
    static const char *const words[] = {
        "-fexceptions",    "-fno-exceptions",    "-frtti",         "-fno-rtti",
        "-fms-extensions", "-fno-ms-extensions", "-fchar8_t",      "-fno-char8_t",
        "-fconcepts-ts",   "-fdeclspec",         "-nostdinc",      "-nostdinc++",
        "-stdlib=libc++",  "-stdlib=libstdc++",  "-ffreestanding",
    };

    for (size_t i = 0; i < LENGTH(words); i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return false;
}
