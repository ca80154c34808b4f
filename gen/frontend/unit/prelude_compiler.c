#include "frontend/unit/prelude_compiler.h"

#include <stdlib.h>
#include <string.h>

/* tests/corpus/compilers_macros.sh holds all of this against nvcc.
 *
 * Not undefined: what clang's own headers ask, __has_feature and __CLANG_ATOMIC_…. */
static const char *const clang_alone[] = {
    "__clang__",
    "__clang_major__",
    "__clang_minor__",
    "__clang_patchlevel__",
    "__clang_version__",
    "__clang_literal_encoding__",
    "__clang_wide_literal_encoding__",
    "__llvm__",
    "__CUDA__",
    "__NVPTX__",
    "__PTX__",
    "__LITTLE_ENDIAN__",
    "__CONSTANT_CFSTRINGS__",
    "__OBJC_BOOL_IS_BOOL",
    "__BITINT_MAXWIDTH__",
    "__GNUC_GNU_INLINE__",
    "__NO_MATH_INLINES",
    "__NO_MATH_ERRNO__",
    "__private_extern__",
    "__BOOL_WIDTH__",
    "__FLOAT128__",
    "__LLONG_WIDTH__",
    "__POINTER_WIDTH__",
    "__UINTMAX_WIDTH__",
    "__UINTPTR_WIDTH__",
    "__WINT_UNSIGNED__",
    "__code_model___",
    "__seg_fs",
    "__seg_gs",
    "__tune_k8__",
    "__FPCLASS_NEGINF",
    "__FPCLASS_NEGNORMAL",
    "__FPCLASS_NEGSUBNORMAL",
    "__FPCLASS_NEGZERO",
    "__FPCLASS_POSINF",
    "__FPCLASS_POSNORMAL",
    "__FPCLASS_POSSUBNORMAL",
    "__FPCLASS_POSZERO",
    "__FPCLASS_QNAN",
    "__FPCLASS_SNAN",
    "__MEMORY_SCOPE_CLUSTR",
    "__MEMORY_SCOPE_DEVICE",
    "__MEMORY_SCOPE_SINGLE",
    "__MEMORY_SCOPE_SYSTEM",
    "__MEMORY_SCOPE_WRKGRP",
    "__MEMORY_SCOPE_WVFRNT",
    "__OPENCL_MEMORY_SCOPE_ALL_SVM_DEVICES",
    "__OPENCL_MEMORY_SCOPE_DEVICE",
    "__OPENCL_MEMORY_SCOPE_SUB_GROUP",
    "__OPENCL_MEMORY_SCOPE_WORK_GROUP",
    "__OPENCL_MEMORY_SCOPE_WORK_ITEM",
    "__STDC_EMBED_EMPTY__",
    "__STDC_EMBED_FOUND__",
    "__STDC_EMBED_NOT_FOUND__",
    "__cpp_deleted_function",
    "__cpp_named_character_escapes",
    "__cpp_pack_indexing",
    "__cpp_placeholder_variables",
    "__cpp_static_call_operator",
    "__cpp_trivial_relocatability",
    "__cpp_variadic_friend",
};

/* With the first version of GCC that defines it; later ones and nvcc's dialects agree. */
static const struct {
    const char *name, *text;
    int since;
} gnu_macros[] = {
    {"__GNUG__", "__GNUC__", 0},
    {"__BIGGEST_ALIGNMENT__", "16", 0},
    {"__GNUC_STDC_INLINE__", "1", 0},
    {"__DECIMAL_BID_FORMAT__", "1", 0},
    {"__FLOAT_WORD_ORDER__", "__ORDER_LITTLE_ENDIAN__", 0},
    {"__FLT_EVAL_METHOD_TS_18661_3__", "0", 7},
    {"__GCC_IEC_559", "2", 0},
    {"__GCC_IEC_559_COMPLEX", "2", 0},
    {"__SCHAR_WIDTH__", "8", 7},
    {"__LONG_LONG_WIDTH__", "64", 7},
    {"__SIG_ATOMIC_TYPE__", "int", 0},
    {"__SIG_ATOMIC_MIN__", "(-__SIG_ATOMIC_MAX__ - 1)", 0},
    {"__INT_FAST16_TYPE__", "long int", 0},
    {"__INT_FAST16_MAX__", "__LONG_MAX__", 0},
    {"__INT_FAST16_WIDTH__", "64", 7},
    {"__INT_FAST32_TYPE__", "long int", 0},
    {"__INT_FAST32_MAX__", "__LONG_MAX__", 0},
    {"__INT_FAST32_WIDTH__", "64", 7},
    {"__UINT_FAST16_TYPE__", "long unsigned int", 0},
    {"__UINT_FAST16_MAX__", "__SIZE_MAX__", 0},
    {"__UINT_FAST32_TYPE__", "long unsigned int", 0},
    {"__UINT_FAST32_MAX__", "__SIZE_MAX__", 0},
    {"__code_model_small__", "1", 0},
    {"__HAVE_SPECULATION_SAFE_VALUE", "1", 9},
    {"__GNUC_EXECUTION_CHARSET_NAME", "\"UTF-8\"", 11},
    {"__GNUC_WIDE_EXECUTION_CHARSET_NAME", "\"UTF-32LE\"", 11},
    {"__FLT_IS_IEC_60559__", "2", 11},
    {"__DBL_IS_IEC_60559__", "2", 11},
    {"__LDBL_IS_IEC_60559__", "2", 11},
    {"__FLT_NORM_MAX__", "__FLT_MAX__", 11},
    {"__DBL_NORM_MAX__", "__DBL_MAX__", 11},
    {"__LDBL_NORM_MAX__", "__LDBL_MAX__", 11},
    {"__GCC_DESTRUCTIVE_SIZE", "64", 12},
    {"__GCC_CONSTRUCTIVE_SIZE", "64", 12},
    {"__cpp_rvalue_reference", "200610L", 0},
    {"__cpp_runtime_arrays", "198712L", 0},
    {"__cpp_binary_literals", "201304L", 0},
    {"__cpp_hex_float", "201603L", 0},
    {"__cpp_threadsafe_static_init", "200806L", 0},
};

/* What depends on the machine and the dialect. */
static const char conditional[] =
    "#ifdef __x86_64__\n"
    "#define __WCHAR_MIN__ (-__WCHAR_MAX__ - 1)\n"
    "#define __ATOMIC_HLE_ACQUIRE 65536\n#define __ATOMIC_HLE_RELEASE 131072\n"
    "#if __GNUC__ >= 10\n#define __MMX_WITH_SSE__ 1\n#endif\n"
    "#else\n#define __WCHAR_MIN__ 0U\n#endif\n"
    "#define __WINT_MIN__ 0U\n"
    "#undef __cpp_static_assert\n#undef __cpp_unicode_characters\n"
    "#undef __cpp_structured_bindings\n#undef __cpp_template_template_args\n"
    "#undef __cpp_sized_deallocation\n"
    "#if __cplusplus >= 201703L\n"
    "#define __cpp_static_assert 201411L\n#define __cpp_unicode_characters 201411L\n"
    "#define __cpp_structured_bindings 201606L\n#define __cpp_template_template_args 201611L\n"
    "#else\n"
    "#define __cpp_static_assert 200410L\n#define __cpp_unicode_characters 200704L\n"
    "#undef __STDCPP_DEFAULT_NEW_ALIGNMENT__\n"
    "#endif\n"
    "#if __cplusplus >= 201402L\n#define __cpp_sized_deallocation 201309L\n#endif\n"
    "#if __cplusplus >= 202002L\n"
    "#define __CHAR8_TYPE__ unsigned char\n"
    "#undef __cpp_char8_t\n#define __cpp_char8_t 201811L\n"
    "#undef __cpp_deduction_guides\n#define __cpp_deduction_guides 201907L\n"
    "#undef __cpp_nontype_template_args\n#define __cpp_nontype_template_args 201911L\n"
    "#define __cpp_nontype_template_parameter_class 201806L\n"
    "#else\n"
    "#undef __cpp_constexpr_in_decltype\n#undef __cpp_impl_destroying_delete\n"
    "#endif\n";

static void define(gen_text *out, const char *name, const char *text)
{
    gen_text_printf(out, "#undef %s\n#define %s %s\n", name, name, text);
}

static void write_version(gen_text *out, const char *version)
{
    static const char *const numbers[] = {"__GNUC__", "__GNUC_MINOR__", "__GNUC_PATCHLEVEL__"};
    const char *number = version;

    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        size_t length = strcspn(number, ".");
        gen_text_printf(out, "#undef %s\n#define %s %.*s\n", numbers[i], numbers[i],
                        length ? (int)length : 1, length ? number : "0");
        number += length;
        number += *number == '.';
    }
    gen_text_printf(out, "#undef __VERSION__\n#define __VERSION__ \"%s\"\n", version);
}

/* "GCC Manual", Options Controlling C++ Dialect, -fabi-version. */
static int abi_version(int gcc)
{
    return gcc >= 11 ? 1005 + gcc : gcc == 10 ? 1014 : gcc >= 8 ? 1013 : gcc + 1004;
}

void gen_prelude_write_compiler(gen_text *out, const gen_host_compiler *compiler)
{
    static const char *const position[] = {"pic", "PIC", "pie", "PIE"};
    const int gcc = atoi(compiler->gnu_version);

    /* Only the C library's basic headers still see clang: they ask GCC 11 for attributes that clang
     * lacks. */
    gen_text_puts(out, "#if __has_include(<bits/floatn.h>)\n#include <bits/floatn.h>\n#endif\n");
    for (size_t i = 0; i < sizeof(clang_alone) / sizeof(clang_alone[0]); i++)
        gen_text_printf(out, "#undef %s\n", clang_alone[i]);
    write_version(out, compiler->gnu_version);
    gen_text_printf(out, "#undef __GXX_ABI_VERSION\n#define __GXX_ABI_VERSION %d\n",
                    abi_version(gcc));
    for (size_t i = 0; i < sizeof(gnu_macros) / sizeof(gnu_macros[0]); i++)
        if (gcc >= gnu_macros[i].since)
            define(out, gnu_macros[i].name, gnu_macros[i].text);
    gen_text_puts(out, conditional);
    for (size_t i = 0; i < 4; i++) {
        int level = i < 2 ? compiler->pic : compiler->pie;
        if (level > 0)
            gen_text_printf(out, "#define __%s__ %d\n", position[i], level);
    }
    /* By its own macro the C library asks GCC 13 for types. Not undefined: clang's own headers
     * ask __has_feature. */
    gen_text_puts(out, "#if defined(__GNUC_PREREQ) && __GNUC__ > 12\n#undef __GNUC_PREREQ\n"
                       "#define __GNUC_PREREQ(a, b) ((12 << 16) + 9 >= ((a) << 16) + (b))\n#endif\n"
                       "#define __has_feature(x) 0\n#define __has_extension(x) 0\n");
}
