#include "command_line/option_table.h"

#include <stddef.h>
#include <string.h>

const gen_command_row gen_command_table[] = {
    {"gen", GEN_COMMAND_GEN, "FILE.cu...", "writes typed, checked C functions for the kernels",
     "Writes DIR/<stem>.custub.h, which a C program includes, and .custub.c, .json, .nvcc.cu, "
     ".cpu.cpp and .images.S, which a build needs. An output that would not change is not touched. "
     "If any of the files has an error, nothing is written.",
     "custub gen saxpy.cu -o build -- -Iinclude -DN=4"},
    {"build", GEN_COMMAND_BUILD, "FILE.cu...",
     "writes what `gen` does, builds all images, and makes a static library",
     "Runs nvcc, the C++ compiler in CXX (c++), the C compiler in CC (cc), and AR (ar). Without "
     "nvcc "
     "only images for the CPU driver are built. DIR/lib<U>.a is the library, DIR/images has the "
     "other files. The library is moved there at the end, and is new each time.",
     "custub build saxpy.cu scale.cu --unit kernels -o build"},
    {"list", GEN_COMMAND_LIST, "FILE.cu...", "a table of kernels, parameters and contracts",
     "On a terminal, lines that are too long are broken between contracts.",
     "custub list saxpy.cu -- -Iinclude"},
    {"verify", GEN_COMMAND_VERIFY, "FILE.cu --ptx ARCH=FILE...",
     "compares the signatures with those in nvcc's PTX", "",
     "custub verify saxpy.cu --ptx sm_90=saxpy.ptx"},
    {"bounds", GEN_COMMAND_BOUNDS, "FILE.cu --ptx ARCH=FILE...",
     "makes PTX whose kernels check each access",
     "Writes DIR/<stem>.<ARCH>.bounds.ptx for each PTX, and DIR/<stem>.bounds.table, which the "
     "runtime needs for them.",
     "custub bounds saxpy.cu --ptx sm_90=saxpy.ptx --cubin sm_90=saxpy.cubin"},
    {"try", GEN_COMMAND_TRY, "FILE.cu [KERNEL...]",
     "launches kernels many times within their contracts: where do they disagree?",
     "Builds the kernels for custub's CPU driver and its memory checker. Needs no GPU and no "
     "toolkit, except with --device cuda.",
     "custub try saxpy.cu saxpy --seconds 5"},
    {"suggest", GEN_COMMAND_SUGGEST, "FILE.cu [KERNEL...]", "looks for contracts that kernels lack",
     "Launches the kernels as `try` does, and prints contracts that agree with all launches.",
     "custub suggest saxpy.cu"},
};

const size_t gen_command_count = sizeof(gen_command_table) / sizeof(gen_command_table[0]);

#define ALL      (OUTPUTS | GEN_ON(LIST) | GEN_ON(VERIFY) | GEN_ON(TRY) | GEN_ON(SUGGEST))
#define OUTPUTS  (GEN_ON(GEN) | GEN_ON(BUILD) | GEN_ON(BOUNDS))
#define DATABASE (ALL & ~GEN_ON(BUILD))
#define PTX      (GEN_ON(GEN) | GEN_ON(VERIFY) | GEN_ON(BOUNDS))
#define TRIAL    (GEN_ON(TRY) | GEN_ON(SUGGEST))

#define TARGET(field) offsetof(gen_options, field), NULL
#define TAKEN(taker)  0, gen_option_take_##taker

const gen_option_row gen_option_table[] = {
    {"o", "DIR", OUTPUTS, "the folder of the outputs; default: the current one", TARGET(folder)},
    {"o", "DIR", TRIAL, "keeps all files there", TARGET(folder)},
    {"p", "DIR", DATABASE, "a folder with compile_commands.json, which has the flags of each file",
     TARGET(database)},
    {"entry", "FILE", DATABASE, "the file in it that is compiled in place of the source",
     TARGET(entry)},
    {"arch", "LIST", ALL,
     "architectures that nvcc builds for, such as sm_80,sm_90a; `all` and `all-major` are those of "
     "the toolkit; default: those of the flags, else sm_80",
     TAKEN(architectures)},
    {"ptx", "ARCH=FILE", PTX,
     "nvcc's PTX for an architecture, which the signatures are compared with; once for each",
     TAKEN(ptx)},
    {"cubin", "ARCH=FILE", GEN_ON(BOUNDS),
     "nvcc's machine code of the PTX; checked kernels are held to its registers", TAKEN(cubin)},
    {"strict", NULL, GEN_ON(BOUNDS),
     "an access or a kernel that cannot be checked is an error, not a note", TARGET(strict)},
    {"depfile", "FILE", OUTPUTS, "a rule for make or Ninja with every file that was read",
     TARGET(depfile)},
    {"json", "FILE", GEN_ON(GEN), "another place for the JSON description; - is standard output",
     TARGET(json)},
    {"prefix", "P", ALL, "begins every emitted name, and the names of the outputs", TARGET(prefix)},
    {"unit", "U", GEN_ON(GEN),
     "a name that no other library of the program has, so that two of them may have a file of one "
     "name; default: a number made of the file",
     TARGET(unit)},
    {"unit", "U", GEN_ON(BUILD),
     "the name of the library, that no other library of the program has; default: that of the "
     "file, if there is one",
     TARGET(unit)},
    {"j", "N", GEN_ON(BUILD), "how many files are built at once; default: one per processor",
     TAKEN(jobs)},
    {"image", "TAG=FILE", GEN_ON(GEN),
     "an image that <stem>.images.S embeds: fatbin, cubin, ptx, cpu-x86_64 and others; with nvrtc, "
     "<stem>.jit is written, a program that is compiled at run time",
     TAKEN(image)},
    {"jit-option", "O", GEN_ON(GEN), "an option of NVRTC for that program", TAKEN(jit_option)},
    {"export", NULL, GEN_ON(GEN) | GEN_ON(BUILD),
     "makes the symbols visible outside a shared library", TARGET(exported)},
    {"all", NULL, ALL,
     "launch functions for kernels without C linkage, too; templates need CUSTUB_STUB",
     TARGET(all)},
    {"prototypes", NULL, PTX | GEN_ON(LIST),
     "launch functions for kernels that are only declared, because another compiler makes their "
     "code",
     TARGET(prototypes)},
    {"linked", NULL, GEN_ON(GEN),
     "nvcc compiles <stem>.nvcc.cu into the program, in place of the source, and the program takes "
     "the kernels from there, by <stem>_load_linked()",
     TARGET(linked)},
    {"include", "H", ALL, "a header that defines the kernels' structs for C", TARGET(include)},
    {"refused", "FILE", GEN_ON(GEN),
     "what a host compiler said when it refused the CPU image: the new one leaves out what it "
     "names, or the whole file; once for each attempt so far",
     TAKEN(refused)},
    {"cuda-path", "DIR", ALL, "the CUDA toolkit; default: CUDA_PATH, CUDA_HOME, /usr/local/cuda",
     TARGET(toolkit)},
    {"cache", "DIR", ALL, "keeps the toolkit's headers there, precompiled, for the next run",
     TARGET(cache)},
    {"no-cuda", NULL, ALL, "no toolkit: for files that include none of its headers",
     TARGET(no_cuda)},
    {"device", "D", GEN_ON(TRY),
     "cpu: the CPU driver, which is the default; cuda: the GPU, for kernels that the CPU driver "
     "cannot run",
     TAKEN(device)},
    {"seconds", "S", TRIAL, "how long each kernel is launched", TAKEN(seconds)},
    {"launches", "N", TRIAL, "how many launches each kernel gets", TAKEN(launches)},
    {"seed", "X", TRIAL, "chooses the launches; a report names its seed", TAKEN(seed)},
    {"contract-of", NULL, GEN_ON(SUGGEST), "prints declarations of CUSTUB_CONTRACT_OF",
     TAKEN(contract_of)},
    {"apply", NULL, GEN_ON(SUGGEST),
     "prints what was tried as a patch of the source, for `patch -p0` or `git apply -p0`",
     TARGET(apply)},
};

const size_t gen_option_count = sizeof(gen_option_table) / sizeof(gen_option_table[0]);

const gen_command_row *gen_command_find(const char *name)
{
    for (size_t i = 0; i < gen_command_count; i++)
        if (strcmp(gen_command_table[i].name, name) == 0)
            return &gen_command_table[i];
    return NULL;
}

const gen_command_row *gen_command_row_of(gen_command command)
{
    for (size_t i = 0; i < gen_command_count; i++)
        if (gen_command_table[i].command == command)
            return &gen_command_table[i];
    return NULL;
}

const char *gen_command_names(gen_arena *arena)
{
    const char *names = gen_command_table[0].name;

    for (size_t i = 1; i < gen_command_count; i++)
        names = gen_arena_format(arena, "%s%s%s", names, i + 1 < gen_command_count ? ", " : " or ",
                                 gen_command_table[i].name);
    return names;
}

bool gen_option_is_of(const gen_option_row *row, gen_command command)
{
    return row->commands >> command & 1;
}

const char *gen_option_spelled(gen_arena *arena, const gen_option_row *row)
{
    return gen_arena_format(arena, "%s%s", row->name[1] ? "--" : "-", row->name);
}

const gen_option_row *gen_option_find(const char *word, size_t length, gen_command command)
{
    const gen_option_row *found = NULL;

    for (size_t i = 0; i < gen_option_count; i++) {
        const gen_option_row *row = &gen_option_table[i];
        size_t dashes = row->name[1] ? 2 : 1;
        if (length != dashes + strlen(row->name) || strncmp(word, "--", dashes) != 0 ||
            strncmp(word + dashes, row->name, length - dashes) != 0)
            continue;
        if (gen_option_is_of(row, command))
            return row;
        found = row;
    }
    return found;
}
