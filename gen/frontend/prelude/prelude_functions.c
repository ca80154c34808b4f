#include "frontend/prelude/prelude_functions.h"

#include <string.h>

#define HD "__host__ __device__ "

/* Functions that nvcc knows without an include. Each is a template: the result does not matter
 * here, but a call must keep its arguments in the tree. */

/* Each exists for double, and with the suffix `f` for float. */
static const char math_functions[] =
    "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh cospi erf erfc "
    "erfcinv erfcx erfinv exp exp10 exp2 expm1 fabs fdim fdivide floor fma fmax fmin fmod "
    "frexp hypot ilogb j0 j1 jn ldexp lgamma llrint llround log log10 log1p log2 logb lrint "
    "lround modf nearbyint nextafter norm norm3d norm4d normcdf normcdfinv pow rcbrt "
    "remainder remquo rhypot rint rnorm round rsqrt scalbln scalbn sin sincos sincospi sinh "
    "sinpi sqrt tan tanh tgamma trunc y0 y1 yn";

static const char other_functions[] =
    "abs labs llabs min max umin umax ullmin ullmax llmin llmax isnan isinf isfinite signbit "
    "nan nanf memcpy memset memcmp printf __assertfail __stcg __stcs __stwb __stwt __popc "
    "__popcll __clz __clzll __ffs __ffsll __brev __brevll __mul24 __umul24 __mulhi __umulhi "
    "__mul64hi __umul64hi __hadd __rhadd __uhadd __urhadd __sad __usad __byte_perm "
    "__funnelshift_l __funnelshift_r __funnelshift_lc __funnelshift_rc __dp4a __dp2a_lo "
    "__dp2a_hi __vadd4 __vsub4 __vsubss4 __vcmpne4 __vcmpeq4 __vabsdiffs4 __vsetne4 "
    "__saturatef __fdividef __expf __exp10f __logf __log2f __log10f __powf __sinf __cosf "
    "__tanf __sincosf __frcp_rn __frcp_rz __frcp_ru __frcp_rd __fsqrt_rn __fsqrt_rz "
    "__fsqrt_ru __fsqrt_rd __frsqrt_rn __fadd_rn __fadd_rz __fadd_ru __fadd_rd __fsub_rn "
    "__fsub_rz __fsub_ru __fsub_rd __fmul_rn __fmul_rz __fmul_ru __fmul_rd __fmaf_rn "
    "__fmaf_rz __fmaf_ru __fmaf_rd __fmaf_ieee_rn __fdiv_rn __fdiv_rz __fdiv_ru __fdiv_rd "
    "__dadd_rn __dsub_rn __dmul_rn __ddiv_rn __drcp_rn __dsqrt_rn __fma_rn __float_as_int "
    "__float_as_uint __int_as_float __uint_as_float __double_as_longlong __longlong_as_double "
    "__double2hiint __double2loint __hiloint2double __float2int_rn __float2int_rz "
    "__float2int_ru __float2int_rd __float2uint_rn __float2uint_rz __float2uint_ru "
    "__float2uint_rd __float2ll_rn __float2ll_rz __float2ll_ru __float2ll_rd __float2ull_rn "
    "__float2ull_rz __float2ull_ru __float2ull_rd __int2float_rn __int2float_rz "
    "__int2float_ru __int2float_rd __uint2float_rn __uint2float_rz __uint2float_ru "
    "__uint2float_rd __ll2float_rn __ull2float_rn __ll2float_rz __ull2float_rz __ll2float_ru "
    "__ull2float_ru __ll2float_rd __ull2float_rd __double2float_rn __double2float_rz "
    "__double2float_ru __double2float_rd __double2int_rn __double2int_rz __double2uint_rn "
    "__double2uint_rz __double2ll_rn __double2ll_rz __double2ull_rn __double2ull_rz "
    "__int2double_rn __uint2double_rn __ll2double_rn __ull2double_rn __shfl_sync "
    "__shfl_up_sync __shfl_down_sync __shfl_xor_sync __shfl __shfl_up __shfl_down __shfl_xor "
    "__match_any_sync __match_all_sync __reduce_add_sync __reduce_min_sync __reduce_max_sync "
    "__reduce_and_sync __reduce_or_sync __reduce_xor_sync __any_sync __all_sync __ballot_sync "
    "__any __all __ballot __syncthreads_count __syncthreads_and __syncthreads_or __nanosleep "
    "__cvta_generic_to_shared __cvta_generic_to_global __isGlobal __isShared __isConstant "
    "__isLocal";

/* The result has the type of the first argument, or the one that the call names: tex2D<float4>(t,
 * x, y). */
static const char texture_functions[] =
    "tex1Dfetch tex1D tex2D tex3D surf1Dread surf2Dread surf3Dread surf1Dwrite surf2Dwrite "
    "surf3Dwrite";

/* The CPU driver does not have these. */
static const char gpu_texture_functions[] =
    "tex1DLayered tex2DLayered texCubemap texCubemapLayered tex2Dgather tex1DLod tex2DLod tex3DLod "
    "tex1DLayeredLod tex2DLayeredLod texCubemapLod texCubemapLayeredLod tex1DGrad tex2DGrad "
    "tex3DGrad tex1DLayeredGrad tex2DLayeredGrad texCubemapGrad texCubemapLayeredGrad "
    "surf1DLayeredread surf2DLayeredread surfCubemapread surfCubemapLayeredread "
    "surf1DLayeredwrite surf2DLayeredwrite surfCubemapwrite surfCubemapLayeredwrite";

/* The result has the type that the first argument points to. */
static const char pointer_functions[] =
    "__ldg __ldca __ldcg __ldcs __ldcv __ldlu atomicAdd atomicSub atomicExch atomicMin "
    "atomicMax atomicInc atomicDec atomicCAS atomicAnd atomicOr atomicXor atomicAdd_block "
    "atomicAdd_system atomicCAS_block atomicCAS_system atomicExch_block atomicExch_system";

static const char *const without_arguments[] = {
    "unsigned int __activemask",
    "long clock",
    "long long clock64",
    "unsigned long long __globaltimer",
    "void __threadfence",
    "void __threadfence_block",
    "void __threadfence_system",
    "void __trap",
    "void __brkpt",
    "void cudaGridDependencySynchronize",
    "void cudaTriggerProgrammaticLaunchCompletion",
};

/* --- Functions that few files use --------------------------------------------------------------
 */

static const char rare_functions[] =
    "__barrier_sync __barrier_sync_count __uni_sync __dadd_rd __dadd_ru __dadd_rz __dmul_rd "
    "__dmul_ru __dmul_rz __double2int_rd __double2int_ru __double2ll_rd __double2ll_ru "
    "__double2uint_rd __double2uint_ru __double2ull_rd __double2ull_ru __dsub_rd __dsub_ru "
    "__dsub_rz __fma_rd __fma_ru __fma_rz __ll2double_rd __ll2double_ru __ll2double_rz "
    "__ull2double_rd __ull2double_ru __ull2double_rz dadd dmul double2int double2ll double2uint "
    "double2ull dsub float2double int2double ll2double uint2double ull2double __tanhf "
    "cyl_bessel_i0 cyl_bessel_i0f cyl_bessel_i1 cyl_bessel_i1f rnorm3d rnorm3df rnorm4d rnorm4df "
    "__cvta_generic_to_constant __cvta_generic_to_grid_constant __cvta_generic_to_local __ddiv_rd "
    "__ddiv_ru __ddiv_rz __drcp_rd __drcp_ru __drcp_rz __dsqrt_rd __dsqrt_ru __dsqrt_rz "
    "__fmaf_ieee_rd __fmaf_ieee_ru __fmaf_ieee_rz __nv_bswap16 __nv_bswap32 __nv_bswap64 __fns "
    "__vabs2 __vabs4 __vabsdiffs2 __vabsdiffu2 __vabsdiffu4 __vabsss2 __vabsss4 __vadd2 __vaddss2 "
    "__vaddss4 __vaddus2 __vaddus4 __vavgs2 __vavgs4 __vavgu2 __vavgu4 __vcmpeq2 __vcmpges2 "
    "__vcmpges4 __vcmpgeu2 __vcmpgeu4 __vcmpgts2 __vcmpgts4 __vcmpgtu2 __vcmpgtu4 __vcmples2 "
    "__vcmples4 __vcmpleu2 __vcmpleu4 __vcmplts2 __vcmplts4 __vcmpltu2 __vcmpltu4 __vcmpne2 "
    "__vhaddu2 __vhaddu4 __viaddmax_s16x2 __viaddmax_s16x2_relu __viaddmax_s32 "
    "__viaddmax_s32_relu __viaddmax_u16x2 __viaddmax_u32 __viaddmin_s16x2 __viaddmin_s16x2_relu "
    "__viaddmin_s32 __viaddmin_s32_relu __viaddmin_u16x2 __viaddmin_u32 __vibmax_s16x2 "
    "__vibmax_s32 __vibmax_u16x2 __vibmax_u32 __vibmin_s16x2 __vibmin_s32 __vibmin_u16x2 "
    "__vibmin_u32 __vimax3_s16x2 __vimax3_s16x2_relu __vimax3_s32 __vimax3_s32_relu "
    "__vimax3_u16x2 __vimax3_u32 __vimax_s16x2_relu __vimax_s32_relu __vimin3_s16x2 "
    "__vimin3_s16x2_relu __vimin3_s32 __vimin3_s32_relu __vimin3_u16x2 __vimin3_u32 "
    "__vimin_s16x2_relu __vimin_s32_relu __vmaxs2 __vmaxs4 __vmaxu2 __vmaxu4 __vmins2 __vmins4 "
    "__vminu2 __vminu4 __vneg2 __vneg4 __vnegss2 __vnegss4 __vsads2 __vsads4 __vsadu2 __vsadu4 "
    "__vseteq2 __vseteq4 __vsetges2 __vsetges4 __vsetgeu2 __vsetgeu4 __vsetgts2 __vsetgts4 "
    "__vsetgtu2 __vsetgtu4 __vsetles2 __vsetles4 __vsetleu2 __vsetleu4 __vsetlts2 __vsetlts4 "
    "__vsetltu2 __vsetltu4 __vsetne2 __vsub2 __vsubss2 __vsubus2 __vsubus4";

static const char rare_pointer_functions[] =
    "atomicAnd_block atomicAnd_system atomicDec_block atomicDec_system atomicInc_block "
    "atomicInc_system atomicMax_block atomicMax_system atomicMin_block atomicMin_system "
    "atomicOr_block atomicOr_system atomicSub_block atomicSub_system atomicXor_block "
    "atomicXor_system";

static const char rare_address_functions[] =
    "__cvta_constant_to_generic __cvta_global_to_generic __cvta_grid_constant_to_generic "
    "__cvta_local_to_generic __cvta_shared_to_generic";

/* --- Text --------------------------------------------------------------------------------------
 */

void gen_prelude_write_each(gen_text *out, const char *names, const char *form)
{
    while (*names) {
        size_t length = strcspn(names, " ");
        for (const char *c = form; *c; c++)
            gen_text_append(out, *c == '@' ? names : c, *c == '@' ? length : 1);
        names += length;
        names += *names == ' ';
    }
}

void gen_prelude_write_rare_functions(gen_text *out)
{
    gen_prelude_write_each(out, rare_functions,
                           "template <class T, class... A> " HD "T @(T, A...);\n");
    gen_prelude_write_each(out, rare_pointer_functions,
                           "template <class T, class... A> " HD "T @(T *, A...);\n");
    gen_prelude_write_each(out, rare_address_functions,
                           "template <class... A> " HD "void *@(A...);\n");
}

static void write_texture_functions(gen_text *out, const char *names)
{
    gen_prelude_write_each(out, names, "template <class T, class... A> " HD "T @(T, A...);\n");
    gen_prelude_write_each(out, names,
                           "template <class T, class... A> " HD "T @(unsigned long long, A...);\n");
}

void gen_prelude_write_functions(gen_text *out)
{
    gen_prelude_write_each(out, math_functions,
                           "template <class T, class... A> " HD "T @(T, A...);\n");
    gen_prelude_write_each(out, math_functions,
                           "template <class T, class... A> " HD "T @f(T, A...);\n");
    gen_prelude_write_each(out, other_functions,
                           "template <class T, class... A> " HD "T @(T, A...);\n");
    write_texture_functions(out, texture_functions);
    write_texture_functions(out, gpu_texture_functions);
    gen_prelude_write_each(out, pointer_functions,
                           "template <class T, class... A> " HD "T @(T *, A...);\n");
    for (size_t i = 0; i < sizeof(without_arguments) / sizeof(without_arguments[0]); i++)
        gen_text_printf(out, "template <class... A> " HD "%s(A...);\n", without_arguments[i]);
    gen_text_puts(out, "template <class... A> " HD "void __syncwarp(A...);\n"
                       "#ifndef assert\n#define assert(...) ((void)0)\n#endif\n");
}

bool gen_prelude_has_gpu_texture_function(const char *name)
{
    const char *next = gpu_texture_functions;
    size_t length = strlen(name);

    while (*next) {
        size_t of_next = strcspn(next, " ");
        if (of_next == length && memcmp(next, name, length) == 0)
            return true;
        next += of_next;
        next += *next == ' ';
    }
    return false;
}
