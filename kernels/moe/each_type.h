/* The element types that the library has. Includes the file STEPS for each, with ELEMENT, its name,
 * defined. Then MOE_ELEMENTS(X) is X(name, moe_element) for each. */
#if KERNELS_f32
#define ELEMENT f32
#include STEPS
#undef ELEMENT
#define MOE_HAS_F32(X) X(f32, MOE_F32)
#else
#define MOE_HAS_F32(X)
#endif
#if KERNELS_f16
#define ELEMENT f16
#include STEPS
#undef ELEMENT
#define MOE_HAS_F16(X) X(f16, MOE_F16)
#else
#define MOE_HAS_F16(X)
#endif
#if KERNELS_bf16
#define ELEMENT bf16
#include STEPS
#undef ELEMENT
#define MOE_HAS_BF16(X) X(bf16, MOE_BF16)
#else
#define MOE_HAS_BF16(X)
#endif
#define MOE_ELEMENTS(X) MOE_HAS_F32(X) MOE_HAS_F16(X) MOE_HAS_BF16(X)
