/* Compares the C type of every generated function with the type that its kernel requires. The
 * compiler does this; the program only reports that it compiled. */
#include "advance.custub.h"
#include "block_sum.custub.h"
#include "contracts.custub.h"
#include "other_forms.custub.h"
#include "pointers.custub.h"
#include "reverse_copy.custub.h"
#include "saxpy.custub.h"
#include "scalars.custub.h"
#include "scale.custub.h"
#include "structs.custub.h"

#include <stdio.h>

#define HAS_TYPE(function, kernels, ...)                                                           \
    static_assert(_Generic(&function,                                                              \
                           custub_status(*)(const kernels *, const custub_launch *, __VA_ARGS__,   \
                                            custub_error *) : 1,                                   \
                           default : 0),                                                           \
                  #function)

HAS_TYPE(launch_saxpy, saxpy_kernels, size_t, float, custub_f32_view, custub_f32_view);
static_assert(saxpy_param_n == 0 && saxpy_param_a == 1 && saxpy_param_x == 2 && saxpy_param_y == 3,
              "the indices of saxpy's parameters");
HAS_TYPE(launch_scale, scale_kernels, int, int, int, float, custub_f32_view);
HAS_TYPE(launch_block_sum, block_sum_kernels, size_t, custub_f32_view, custub_f32_view);
HAS_TYPE(launch_reverse_copy, reverse_copy_kernels, unsigned int, custub_i32_view, custub_i32_view);
HAS_TYPE(launch_advance, advance_kernels, advance_time_step, advance_particle_view);

HAS_TYPE(launch_integers, scalars_kernels, bool, char, signed char, unsigned char, short,
         unsigned short, int, unsigned int, long, unsigned long, long long, unsigned long long);
HAS_TYPE(launch_named, scalars_kernels, size_t, ptrdiff_t, int8_t, uint16_t, int32_t, uint64_t,
         unsigned int, wchar_t, uint_least16_t, uint_least32_t);
HAS_TYPE(launch_floats, scalars_kernels, float, double, scalars_colour, scalars_small);
static_assert(_Generic((scalars_colour)0, unsigned int : 1, default : 0), "scalars_colour");
static_assert(_Generic((scalars_small)0, unsigned char : 1, default : 0), "scalars_small");
static_assert(scalars_red == 0 && scalars_green == 7 && scalars_none == 0, "enumerators");
static_assert(_Generic(&launch_nothing,
                       custub_status (*)(const scalars_kernels *, const custub_launch *,
                                         custub_error *) : 1,
                       default : 0),
              "launch_nothing");

HAS_TYPE(launch_builtin, pointers_kernels, custub_bool_view, custub_i8_view, custub_i8_view,
         custub_u8_view, custub_i16_view, custub_u16_view, custub_i32_view, custub_u32_view,
         custub_i64_view, custub_u64_view, custub_i64_view, custub_u64_view, custub_f32_view,
         custub_f64_view);
HAS_TYPE(launch_other, pointers_kernels, custub_bytes_view, custub_bytes_view, pointers_point_view,
         pointers_point_view, custub_bytes_view, pointers_secret_view, custub_ptr_view,
         custub_ptr_view, custub_bytes_view, custub_i32_view, pointers_int_4_view, custub_i32_view,
         custub_f32_view, custub_f32_view);

HAS_TYPE(launch_plain, structs_kernels, structs_outer, structs_wide, structs_with_empty_array,
         structs_deep_nested);
HAS_TYPE(launch_makers, structs_kernels, structs_maker, structs_maker_of_, structs_element_view,
         structs_element_buffer_create_);
HAS_TYPE(launch_bytes, structs_kernels, structs_tight, structs_unaligned, structs_bits,
         structs_either, structs_closed, structs_derived, structs_empty);
HAS_TYPE(launch_templates, structs_kernels, char, structs_array_float_4, structs_array_double_2,
         custub_bytes_view);

HAS_TYPE(launch_stride, contracts_kernels, unsigned int, custub_f32_view, custub_f32_view);
HAS_TYPE(launch_stencil, contracts_kernels, contracts_shape, custub_bytes_view, custub_f64_view,
         custub_i8_view);
HAS_TYPE(launch_told, contracts_kernels, long, unsigned char, bool, custub_f32_view,
         custub_f32_view);

HAS_TYPE(launch_fill_f32, other_forms_kernels, custub_f32_view);
HAS_TYPE(launch_pack_int_float, other_forms_kernels, int, int, float);
HAS_TYPE(launch_befriended, other_forms_kernels, custub_i32_view, int);
HAS_TYPE(launch_newer, other_forms_kernels, int);
HAS_TYPE(launch_constants, other_forms_kernels, long long, custub_texture);
HAS_TYPE(launch_truths, other_forms_kernels, unsigned int, int, custub_f32_view, custub_i16_view);

int main(void)
{
    printf("the types of all generated functions are those of their kernels\n");
    return 0;
}
