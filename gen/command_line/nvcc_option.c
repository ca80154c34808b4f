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

/* In the order of `nvcc --help`, CUDA 13.0. */
static const gen_nvcc_option options[] = {
    /* The phase. */
    NOTHING("--cuda", "-cuda", DROP),
    NOTHING("--cubin", "-cubin", DROP),
    NOTHING("--fatbin", "-fatbin", DROP),
    NOTHING("--ptx", "-ptx", DROP),
    NOTHING("--optix-ir", "-optix-ir", DROP),
    NOTHING("--ltoir", "-ltoir", DROP),
    NOTHING("--preprocess", "-E", DROP),
    NOTHING("--generate-dependencies", "-M", DROP),
    NOTHING("--generate-nonsystem-dependencies", "-MM", DROP),
    NOTHING("--generate-dependencies-with-compile", "-MD", DROP),
    NOTHING("--generate-nonsystem-dependencies-with-compile", "-MMD", DROP),
    VALUE("--dependency-output", "-MF", ONE_JOINED, DROP),
    NOTHING("--generate-dependency-targets", "-MP", DROP),
    NOTHING("--compile", "-c", DROP),
    TEXT("--device-c", "-dc", NOTHING, SWITCH, "-D__CUDACC_RDC__"),
    NOTHING("--device-w", "-dw", DROP),
    NOTHING("--device-link", "-dlink", DROP),
    NOTHING("--link", "-link", DROP),
    NOTHING("--lib", "-lib", DROP),
    NOTHING("--run", "-run", DROP),

    /* Files and paths. */
    VALUE("--output-file", "-o", ONE_JOINED, DROP),
    TEXT("--pre-include", "-include", LIST_JOINED, PATH, "-include"),
    NOTHING("--objdir-as-tempdir", "-objtemp", DROP),
    VALUE("--library", "-l", LIST_JOINED, DROP),
    TEXT("--define-macro", "-D", LIST_JOINED, PREFIX, "-D"),
    TEXT("--undefine-macro", "-U", LIST_JOINED, PREFIX, "-U"),
    TEXT("--include-path", "-I", LIST_JOINED, PATH, "-I"),
    TEXT("--system-include", "-isystem", LIST_JOINED, PATH, "-isystem"),
    VALUE("--library-path", "-L", LIST_JOINED, DROP),
    VALUE("--output-directory", "-odir", ONE, DROP),
    VALUE("--compiler-bindir", "-ccbin", ONE, HOST_COMPILER),
    NOTHING("--allow-unsupported-compiler", "-allow-unsupported-compiler", DROP),
    VALUE("--archiver-binary", "-arbin", ONE, DROP),
    VALUE("--cudart", "-cudart", ONE, DROP),
    VALUE("--cudadevrt", "-cudadevrt", ONE, DROP),
    VALUE("--libdevice-directory", "-ldir", ONE, DROP),
    VALUE("--target-directory", "-target-dir", ONE, DROP),
    NOTHING("--use-local-env", "-use-local-env", DROP),
    NOTHING("--force-cl-env-setup", "-force-cl-env-setup", DROP),

    /* Compiler and linker. */
    NOTHING("--profile", "-pg", DROP),
    NOTHING("--debug", "-g", DROP),
    TEXT("--device-debug", "-G", NOTHING, SWITCH, "-D__CUDACC_DEBUG__"),
    NOTHING("--generate-line-info", "-lineinfo", DROP),
    VALUE("--optimization-info", "-opt-info", LIST, DROP),
    TEXT("--optimize", "-O", MAYBE, PREFIX, "-O"),
    VALUE("--Ofast-compile", "-Ofc", ONE, DROP),
    VALUE("--dopt", "-dopt", ONE, DROP),
    TEXT("--dlink-time-opt", "-dlto", NOTHING, SWITCH, "-D__CUDACC_RDC__"),
    TEXT("--lto", "-lto", NOTHING, SWITCH, "-D__CUDACC_RDC__"),
    NOTHING("--gen-opt-lto", "-gen-opt-lto", DROP),
    VALUE("--ftemplate-backtrace-limit", "-ftemplate-backtrace-limit", ONE, DROP),
    TEXT("--ftemplate-depth", "-ftemplate-depth", ONE, PREFIX, "-ftemplate-depth="),
    TEXT("--no-exceptions", "-noeh", NOTHING, SWITCH, "-fno-exceptions"),
    NOTHING("--shared", "-shared", DROP),
    WANTED("--x", "-x", ONE, EXPECT, NULL, "cu,cuda"),
    TEXT("--std", "-std", ONE, PREFIX, "-std="),
    NOTHING("--no-host-device-initializer-list", "-nohdinitlist", DROP),
    NOTHING("--no-host-device-move-forward", "-nohdmoveforward", DROP),
    TEXT("--expt-relaxed-constexpr", "-expt-relaxed-constexpr", NOTHING, SWITCH,
         "-D__CUDACC_RELAXED_CONSTEXPR__"),
    TEXT("--extended-lambda", "-extended-lambda", NOTHING, SWITCH, "-D__CUDACC_EXTENDED_LAMBDA__"),
    TEXT("--expt-extended-lambda", "-expt-extended-lambda", NOTHING, SWITCH,
         "-D__CUDACC_EXTENDED_LAMBDA__"),
    WANTED("--machine", "-m", NUMBER, EXPECT, NULL, "64"),
    NOTHING("--m64", "-m64", DROP),

    /* For one phase. The first two are not in the help. */
    VALUE("--cudafe-options", "-Xcudafe", LIST, DROP),
    VALUE("--cicc-options", "-Xcicc", LIST, DROP),
    VALUE("--compiler-options", "-Xcompiler", LIST, HOST),
    VALUE("--linker-options", "-Xlinker", LIST, DROP),
    VALUE("--archive-options", "-Xarchive", LIST, DROP),
    VALUE("--ptxas-options", "-Xptxas", LIST, DROP),
    VALUE("--nvlink-options", "-Xnvlink", LIST, DROP),

    /* The driver. */
    VALUE("--static-global-template-stub", "-static-global-template-stub", ONE, DROP),
    VALUE("--device-entity-has-hidden-visibility", "-device-entity-has-hidden-visibility", ONE,
          DROP),
    NOTHING("--forward-unknown-to-host-compiler", "-forward-unknown-to-host-compiler", FORWARD),
    NOTHING("--forward-unknown-to-host-linker", "-forward-unknown-to-host-linker", FORWARD),
    NOTHING("--forward-unknown-opts", "-forward-unknown-opts", FORWARD),
    NOTHING("--dont-use-profile", "-noprof", DROP),
    NOTHING("--dryrun", "-dryrun", DROP),
    NOTHING("--verbose", "-v", DROP),
    VALUE("--threads", "-t", NUMBER, DROP),
    VALUE("--split-compile", "-split-compile", ONE, DROP),
    VALUE("--split-compile-extended", "-split-compile-extended", ONE, DROP),
    NOTHING("--fdevice-syntax-only", "-fdevice-syntax-only", DROP),
    VALUE("--fdevice-time-trace", "-fdevice-time-trace", ONE, DROP),
    NOTHING("--keep", "-keep", DROP),
    VALUE("--keep-dir", "-keep-dir", ONE, DROP),
    NOTHING("--save-temps", "-save-temps", DROP),
    NOTHING("--clean-targets", "-clean", DROP),
    VALUE("--time", "-time", ONE, DROP),
    VALUE("--run-args", "-run-args", LIST, DROP),
    VALUE("--input-drive-prefix", "-idp", ONE, DROP),
    VALUE("--dependency-drive-prefix", "-ddp", ONE, DROP),
    VALUE("--drive-prefix", "-dp", ONE, DROP),
    VALUE("--dependency-target-name", "-MT", ONE_JOINED, DROP),
    NOTHING("--no-align-double", NULL, DROP),
    NOTHING("--no-device-link", "-nodlink", DROP),

    /* The device's code. */
    VALUE("--gpu-architecture", "-arch", ONE, ARCHITECTURE),
    VALUE("--gpu-code", "-code", LIST, DROP),
    VALUE("--generate-code", "-gencode", ONE, GENERATE_CODE),
    WANTED("--relocatable-device-code", "-rdc", ONE, SWITCH, "-D__CUDACC_RDC__", "true"),
    VALUE("--entries", "-e", LIST, LOST),
    VALUE("--maxrregcount", "-maxrregcount", ONE, DROP),
    NOTHING("--use_fast_math", "-use_fast_math", DROP),
    VALUE("--ftz", "-ftz", ONE, DROP),
    VALUE("--prec-div", "-prec-div", ONE, DROP),
    VALUE("--prec-sqrt", "-prec-sqrt", ONE, DROP),
    VALUE("--fmad", "-fmad", ONE, DROP),
    NOTHING("--extra-device-vectorization", "-extra-device-vectorization", DROP),
    WANTED("--default-stream", "-default-stream", ONE, SWITCH,
           "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1", "per-thread"),

    /* The tool. */
    NOTHING("--disable-warnings", "-w", DROP),
    NOTHING("--keep-device-functions", "-keep-device-functions", DROP),
    NOTHING("--source-in-ptx", "-src-in-ptx", DROP),
    NOTHING("--restrict", "-restrict", LOST),
    NOTHING("--Wreorder", "-Wreorder", DROP),
    NOTHING("--Wdefault-stream-launch", "-Wdefault-stream-launch", DROP),
    NOTHING("--Wmissing-launch-bounds", "-Wmissing-launch-bounds", DROP),
    NOTHING("--Wext-lambda-captures-this", "-Wext-lambda-captures-this", DROP),
    NOTHING("--Wno-deprecated-declarations", "-Wno-deprecated-declarations", DROP),
    NOTHING("--Wno-deprecated-gpu-targets", "-Wno-deprecated-gpu-targets", DROP),
    VALUE("--Werror", "-Werror", MAYBE, DROP),
    NOTHING("--resource-usage", "-res-usage", DROP),
    TEXT("--extensible-whole-program", "-ewp", NOTHING, SWITCH, "-D__CUDACC_EWP__"),
    NOTHING("--no-compress", "-no-compress", DROP),
    VALUE("--qpp-config", "-qpp-config", ONE, DROP),
    NOTHING("--compile-as-tools-patch", "-astoolspatch", DROP),
    NOTHING("--list-gpu-code", "-code-ls", DROP),
    NOTHING("--list-gpu-arch", "-arch-ls", DROP),
    NOTHING("--display-error-number", "-err-no", DROP),
    NOTHING("--no-display-error-number", "-no-err-no", DROP),
    VALUE("--diag-error", "-diag-error", LIST, DROP),
    VALUE("--diag-suppress", "-diag-suppress", LIST, DROP),
    VALUE("--diag-warn", "-diag-warn", LIST, DROP),
    VALUE("--host-linker-script", "-hls", ONE, DROP),
    NOTHING("--augment-host-linker-script", "-aug-hls", DROP),
    NOTHING("--relocatable-link", "-r", DROP),
    VALUE("--brief-diagnostics", "-brief-diag", ONE, DROP),
    VALUE("--jump-table-density", "-jtd", ONE, DROP),
    NOTHING("--relocatable-ptx", "-reloc-ptx", DROP),
    VALUE("--device-stack-protector", "-device-stack-protector", ONE, DROP),
    VALUE("--compress-mode", "-compress-mode", ONE, DROP),
    VALUE("--frandom-seed", "-frandom-seed", ONE, DROP),
    VALUE("--sanitize", "-sanitize", ONE, DROP),
    NOTHING("--jobserver", "-jobserver", DROP),
    NOTHING("--help", "-h", DROP),
    NOTHING("--version", "-V", DROP),
    VALUE("--options-file", "-optf", LIST, OPTIONS_FILE),

    /* Options of clang and gcc that choose the compilation, which custub chooses itself. */
    VALUE(NULL, "--cuda-gpu-arch", ONE, ARCHITECTURE),
    VALUE(NULL, "--offload-arch", ONE, ARCHITECTURE),
    NOTHING("--cuda-device-only", "--offload-device-only", DROP),
    NOTHING("--cuda-host-only", "--offload-host-only", DROP),
    NOTHING("--cuda-compile-host-device", "--offload-host-device", DROP),
    VALUE(NULL, "--cuda-path", ONE, DROP),
    NOTHING(NULL, "-xcuda", DROP),
    NOTHING("--language=cuda", "-xcu", DROP),
    NOTHING(NULL, "-S", DROP),
    NOTHING(NULL, "-fsyntax-only", DROP),
    NOTHING(NULL, "-emit-llvm", DROP),
    VALUE(NULL, "-MQ", ONE_JOINED, DROP),
    VALUE(NULL, "-MJ", ONE_JOINED, DROP),
    NOTHING(NULL, "-MG", DROP),

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
    VALUE(NULL, "-Xassembler", ONE, DROP),
    VALUE(NULL, "-Xarch_host", ONE, DROP),
    VALUE(NULL, "-Xarch_device", ONE, PASS),
    VALUE(NULL, "-Xcuda-ptxas", ONE, DROP),
    VALUE(NULL, "-Xcuda-fatbinary", ONE, DROP),
    VALUE(NULL, "-mllvm", ONE, DROP),
    VALUE(NULL, "-target", ONE, PASS),
    VALUE(NULL, "--param", ONE, DROP),
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

const gen_nvcc_option *gen_nvcc_option_find(const char *word, const char **value)
{
    *value = NULL;
    for (size_t i = 0; i < LENGTH(options); i++)
        if (matches(&options[i], options[i].long_name, word, value) ||
            matches(&options[i], options[i].short_name, word, value))
            return &options[i];
    return find_joined(word, value);
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
