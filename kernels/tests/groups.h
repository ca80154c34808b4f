/* groups.h: the groups of kernels. Each function tests all kernels of its group with elements of
 * one type, and skips kernels that the library does not have for it. */
#ifndef GROUPS_H
#define GROUPS_H

#include "session.h"

void test_unary(session *s, const element_type *type);
void test_binary(session *s, const element_type *type);
void test_selections(session *s, const element_type *type);
void test_casts(session *s, const element_type *type);
void test_strided(session *s, const element_type *type);
void test_gated(session *s, const element_type *type);
void test_rotary(session *s, const element_type *type);
void test_quantize(session *s, const element_type *type);
void test_reductions(session *s, const element_type *type);
void test_rows(session *s, const element_type *type);
void test_movement(session *s, const element_type *type);
void test_products(session *s, const element_type *type);
/* Tests more than 2^31 elements of one byte. Needs several GB of device memory. */
void test_large(session *s);

#endif
