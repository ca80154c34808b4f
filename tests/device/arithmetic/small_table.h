/* small_table.h: conversions to the types of 8, 6 and 4 bits and back. A row has the device's
 * conversion, and the number that the host converts. Both sides include the table, with macros of
 * their own.
 *
 * i counts; a is the half of these bits, b the bfloat16, two_a and two_b pairs of each with its
 * negative; f is any float and d the double near it; p is a positive normal float, q the bfloat16
 * above it and two_q a pair of them. On the host x is the value of a, y of b, and v that of q.
 *
 *     SMALL(format, device, host, saturates)     a number of that format, rounded to the nearest
 *     BOTH(format, device, low, high, saturates) a pair of them, each in a byte
 *     NIBBLES(format, device, low, high)         a pair of them, each in four bits
 *     HALF(device, host)                         a half that has the value
 *     BYTE(device, host)                         bits
 */
SMALL(of_e4m3, __nv_cvt_halfraw_to_fp8(a, __NV_SATFINITE, __NV_E4M3), x, true)
SMALL(of_e4m3, __nv_cvt_halfraw_to_fp8(a, __NV_NOSAT, __NV_E4M3), x, false)
SMALL(of_e5m2, __nv_cvt_halfraw_to_fp8(a, __NV_SATFINITE, __NV_E5M2), x, true)
SMALL(of_e5m2, __nv_cvt_halfraw_to_fp8(a, __NV_NOSAT, __NV_E5M2), x, false)
SMALL(of_e4m3, __nv_cvt_bfloat16raw_to_fp8(b, __NV_SATFINITE, __NV_E4M3), y, true)
SMALL(of_e4m3, __nv_cvt_bfloat16raw_to_fp8(b, __NV_NOSAT, __NV_E4M3), y, false)
SMALL(of_e5m2, __nv_cvt_bfloat16raw_to_fp8(b, __NV_SATFINITE, __NV_E5M2), y, true)
SMALL(of_e5m2, __nv_cvt_bfloat16raw_to_fp8(b, __NV_NOSAT, __NV_E5M2), y, false)
SMALL(of_e4m3, __nv_cvt_float_to_fp8(f, __NV_SATFINITE, __NV_E4M3), f, true)
SMALL(of_e4m3, __nv_cvt_float_to_fp8(f, __NV_NOSAT, __NV_E4M3), f, false)
SMALL(of_e5m2, __nv_cvt_float_to_fp8(f, __NV_SATFINITE, __NV_E5M2), f, true)
SMALL(of_e5m2, __nv_cvt_float_to_fp8(f, __NV_NOSAT, __NV_E5M2), f, false)
SMALL(of_e4m3, __nv_cvt_double_to_fp8(d, __NV_SATFINITE, __NV_E4M3), d, true)
SMALL(of_e5m2, __nv_cvt_double_to_fp8(d, __NV_NOSAT, __NV_E5M2), d, false)
SMALL(of_e4m3, __nv_fp8_e4m3(f).__x, f, true)
SMALL(of_e5m2, __nv_fp8_e5m2(f).__x, f, true)
BOTH(of_e4m3, __nv_cvt_halfraw2_to_fp8x2(two_a, __NV_SATFINITE, __NV_E4M3), x, -x, true)
BOTH(of_e5m2, __nv_cvt_bfloat16raw2_to_fp8x2(two_b, __NV_NOSAT, __NV_E5M2), y, -y, false)
BOTH(of_e4m3, __nv_cvt_float2_to_fp8x2(make_float2(f, -f), __NV_NOSAT, __NV_E4M3), f, -f, false)
BOTH(of_e5m2, __nv_cvt_double2_to_fp8x2(make_double2(d, -d), __NV_SATFINITE, __NV_E5M2), d, -d,
     true)
HALF(__nv_cvt_fp8_to_halfraw(i & 0xff, __NV_E4M3).x, small_value(&of_e4m3, i & 0xff, false))
HALF(__nv_cvt_fp8_to_halfraw(i & 0xff, __NV_E5M2).x, small_value(&of_e5m2, i & 0xff, false))
HALF(__nv_cvt_fp8x2_to_halfraw2(i, __NV_E4M3).x, small_value(&of_e4m3, i & 0xff, false))
HALF(__nv_cvt_fp8x2_to_halfraw2(i, __NV_E4M3).y, small_value(&of_e4m3, i >> 8, false))
HALF(__nv_cvt_fp8x2_to_halfraw2(i, __NV_E5M2).y, small_value(&of_e5m2, i >> 8, false))

BYTE(__nv_cvt_float_to_e8m0(p, __NV_SATFINITE, cudaRoundZero), 127 + ilogb(p))
BYTE(__nv_cvt_float_to_e8m0(p, __NV_SATFINITE, cudaRoundPosInf), 127 + upper_exponent(p))
BYTE(__nv_cvt_float2_to_e8m0x2(make_float2(p, 1), __NV_SATFINITE, cudaRoundPosInf),
     127 + upper_exponent(p) + (127 << 8))
BYTE(__nv_cvt_double_to_e8m0((double)p, __NV_SATFINITE, cudaRoundZero), 127 + ilogb(p))
BYTE(__nv_cvt_double2_to_e8m0x2(make_double2(p, 1), __NV_SATFINITE, cudaRoundPosInf),
     127 + upper_exponent(p) + (127 << 8))
BYTE(__nv_cvt_bfloat16raw_to_e8m0(q, __NV_SATFINITE, cudaRoundPosInf),
     127 + upper_exponent((double)v))
BYTE(__nv_cvt_bfloat162raw_to_e8m0x2(two_q, __NV_SATFINITE, cudaRoundZero),
     (127 + ilogb((double)v)) * 0x101)
BYTE(__nv_cvt_e8m0_to_bf16raw((unsigned char)i).x, power_bits(i & 0xff))
BYTE(__nv_cvt_e8m0x2_to_bf162raw((unsigned short)i).y, power_bits(i >> 8))

SMALL(of_e2m3, __nv_cvt_halfraw_to_fp6(a, __NV_E2M3, cudaRoundNearest), x, true)
SMALL(of_e3m2, __nv_cvt_halfraw_to_fp6(a, __NV_E3M2, cudaRoundNearest), x, true)
SMALL(of_e2m3, __nv_cvt_bfloat16raw_to_fp6(b, __NV_E2M3, cudaRoundNearest), y, true)
SMALL(of_e3m2, __nv_cvt_float_to_fp6(f, __NV_E3M2, cudaRoundNearest), f, true)
SMALL(of_e2m3, __nv_cvt_double_to_fp6(d, __NV_E2M3, cudaRoundNearest), d, true)
BOTH(of_e3m2, __nv_cvt_halfraw2_to_fp6x2(two_a, __NV_E3M2, cudaRoundNearest), x, -x, true)
BOTH(of_e3m2, __nv_cvt_bfloat16raw2_to_fp6x2(two_b, __NV_E3M2, cudaRoundNearest), y, -y, true)
BOTH(of_e2m3, __nv_cvt_float2_to_fp6x2(make_float2(f, -f), __NV_E2M3, cudaRoundNearest), f, -f,
     true)
BOTH(of_e2m3, __nv_cvt_double2_to_fp6x2(make_double2(d, -d), __NV_E2M3, cudaRoundNearest), d, -d,
     true)
HALF(__nv_cvt_fp6_to_halfraw(i & 0x3f, __NV_E2M3).x, small_value(&of_e2m3, i & 0x3f, false))
HALF(__nv_cvt_fp6_to_halfraw(i & 0x3f, __NV_E3M2).x, small_value(&of_e3m2, i & 0x3f, false))
HALF(__nv_cvt_fp6x2_to_halfraw2(i & 0x3f3f, __NV_E3M2).y,
     small_value(&of_e3m2, i >> 8 & 0x3f, false))

SMALL(of_e2m1, __nv_cvt_halfraw_to_fp4(a, __NV_E2M1, cudaRoundNearest), x, true)
SMALL(of_e2m1, __nv_cvt_bfloat16raw_to_fp4(b, __NV_E2M1, cudaRoundNearest), y, true)
SMALL(of_e2m1, __nv_cvt_float_to_fp4(f, __NV_E2M1, cudaRoundNearest), f, true)
SMALL(of_e2m1, __nv_cvt_double_to_fp4(d, __NV_E2M1, cudaRoundNearest), d, true)
NIBBLES(of_e2m1, __nv_cvt_halfraw2_to_fp4x2(two_a, __NV_E2M1, cudaRoundNearest), x, -x)
NIBBLES(of_e2m1, __nv_cvt_bfloat16raw2_to_fp4x2(two_b, __NV_E2M1, cudaRoundNearest), y, -y)
NIBBLES(of_e2m1, __nv_cvt_float2_to_fp4x2(make_float2(f, -f), __NV_E2M1, cudaRoundNearest), f, -f)
NIBBLES(of_e2m1, __nv_cvt_double2_to_fp4x2(make_double2(d, -d), __NV_E2M1, cudaRoundNearest), d, -d)
HALF(__nv_cvt_fp4_to_halfraw(i & 0xf, __NV_E2M1).x, small_value(&of_e2m1, i & 0xf, false))
HALF(__nv_cvt_fp4x2_to_halfraw2(i & 0xff, __NV_E2M1).y, small_value(&of_e2m1, i >> 4 & 0xf, false))
