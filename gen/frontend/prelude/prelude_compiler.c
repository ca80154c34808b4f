/* tests/corpus/compilers_macros.sh compares what a file sees with nvcc. */
#include "frontend/prelude/prelude_compiler.h"

/* GCC 11 is accepted by all toolkits from 11.8 to 13.0. */
static const char unknown_gcc[] = "#undef __clang__\n"
                                  "#undef __clang_major__\n"
                                  "#undef __clang_minor__\n"
                                  "#undef __clang_patchlevel__\n"
                                  "#undef __clang_version__\n"
                                  "#undef __llvm__\n"
                                  "#define __GNUC__ 11\n"
                                  "#define __GNUC_MINOR__ 4\n"
                                  "#define __GNUC_PATCHLEVEL__ 0\n";

void gen_prelude_begin_compiler(gen_text *out, const char *macros)
{
    gen_text_puts(out, "#pragma GCC system_header\n");
    /* clang defines these despite -undef. */
    gen_text_puts(out, "#undef __CUDA__\n"
                       "#undef __GCC_HAVE_DWARF2_CFI_ASM\n"
                       "#undef __STDCPP_DEFAULT_NEW_ALIGNMENT__\n"
                       "#undef __STDC_EMBED_EMPTY__\n"
                       "#undef __STDC_EMBED_FOUND__\n"
                       "#undef __STDC_EMBED_NOT_FOUND__\n");
    gen_text_puts(out, macros ? macros : unknown_gcc);
    /* clang does not have this type on the device. */
    gen_text_puts(out, "#undef __SIZEOF_FLOAT80__\n");
    /* The C library's basic headers see the GCC that clang claims to be: for GCC 11 they use
     * attributes that clang lacks. */
    gen_text_puts(out, "#pragma push_macro(\"__clang__\")\n"
                       "#pragma push_macro(\"__GNUC__\")\n"
                       "#pragma push_macro(\"__GNUC_MINOR__\")\n"
                       "#undef __GNUC__\n"
                       "#undef __GNUC_MINOR__\n"
                       "#define __clang__ 1\n"
                       "#define __GNUC__ 4\n"
                       "#define __GNUC_MINOR__ 2\n");
}

/* From GCC 13 on, the C library uses types that clang lacks, so __GNUC_PREREQ claims an older one.
 * __has_feature stays defined, because clang's own headers use it. */
void gen_prelude_end_compiler(gen_text *out)
{
    gen_text_puts(out, "#if __has_include(<bits/floatn.h>)\n"
                       "#include <bits/floatn.h>\n"
                       "#endif\n"
                       "#pragma pop_macro(\"__clang__\")\n"
                       "#pragma pop_macro(\"__GNUC__\")\n"
                       "#pragma pop_macro(\"__GNUC_MINOR__\")\n"
                       "#if defined(__GNUC_PREREQ) && __GNUC__ > 12\n"
                       "#undef __GNUC_PREREQ\n"
                       "#define __GNUC_PREREQ(a, b) ((12 << 16) + 9 >= ((a) << 16) + (b))\n"
                       "#endif\n"
                       "#ifndef __clang__\n"
                       "#define __has_feature(x) 0\n"
                       "#define __has_extension(x) 0\n"
                       "#endif\n");
}
