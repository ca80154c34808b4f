#include "frontend/unit/prelude_rare.h"

/* Only types that are the same in all toolkits from 11.8 on: files define later ones themselves if
 * CUDART_VERSION, which is not defined here, is too small. */
const char gen_prelude_runtime_types[] =
    "#define CUDART_CB\n"
    "#define CUDARTAPI\n"
    "typedef unsigned long long cudaTextureObject_t, cudaSurfaceObject_t;\n"
    "enum cudaError { cudaSuccess, cudaErrorInvalidValue, cudaErrorMemoryAllocation,\n"
    "  cudaErrorUnknown = 999 };\n"
    "enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };\n"
    "enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, "
    "cudaMemcpyDeviceToHost,\n"
    "  cudaMemcpyDeviceToDevice, cudaMemcpyDefault };\n"
    "typedef enum cudaError cudaError_t;\n"
    "typedef struct CUstream_st *cudaStream_t;\n"
    "typedef struct CUevent_st *cudaEvent_t;\n"
    "typedef struct cudaArray *cudaArray_t;\n"
    "typedef const struct cudaArray *cudaArray_const_t;\n"
    "typedef struct cudaMipmappedArray *cudaMipmappedArray_t;\n"
    "typedef const struct cudaMipmappedArray *cudaMipmappedArray_const_t;\n"
    "typedef struct cudaGraphicsResource *cudaGraphicsResource_t;\n"
    "typedef struct CUexternalMemory_st *cudaExternalMemory_t;\n"
    "typedef struct CUexternalSemaphore_st *cudaExternalSemaphore_t;\n"
    "typedef struct CUgraph_st *cudaGraph_t;\n"
    "typedef struct CUgraphNode_st *cudaGraphNode_t;\n"
    "typedef struct CUgraphExec_st *cudaGraphExec_t;\n"
    "typedef struct CUuserObject_st *cudaUserObject_t;\n"
    "typedef struct CUfunc_st *cudaFunction_t;\n"
    "typedef struct CUmemPoolHandle_st *cudaMemPool_t;\n"
    "typedef void (*cudaHostFn_t)(void *);\n"
    "typedef void (*cudaStreamCallback_t)(cudaStream_t, cudaError_t, void *);\n"
    "struct cudaExtent { size_t width, height, depth; };\n"
    "struct cudaPos { size_t x, y, z; };\n"
    "struct cudaPitchedPtr { void *ptr; size_t pitch, xsize, ysize; };\n";

const char gen_prelude_rare_functions[] =
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

const char gen_prelude_rare_pointer_functions[] =
    "atomicAnd_block atomicAnd_system atomicDec_block atomicDec_system atomicInc_block "
    "atomicInc_system atomicMax_block atomicMax_system atomicMin_block atomicMin_system "
    "atomicOr_block atomicOr_system atomicSub_block atomicSub_system atomicXor_block "
    "atomicXor_system";

const char gen_prelude_rare_address_functions[] =
    "__cvta_constant_to_generic __cvta_global_to_generic __cvta_grid_constant_to_generic "
    "__cvta_local_to_generic __cvta_shared_to_generic";
