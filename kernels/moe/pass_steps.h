/* Prepares the kernels of one element type. moe_forward.c includes this for each type by
 * each_type.h, with ELEMENT, its name, defined. */
#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)
#define VIEW        JOIN(JOIN(custub_, ELEMENT), _view)
#define OF          JOIN(VIEW, _of)
#define MOE(kernel) JOIN(prepare_moe_##kernel##_, ELEMENT)

static VIEW JOIN(view_, ELEMENT)(custub_memory memory)
{
    return OF(memory.ptr, memory.count);
}
#define ELEMENTS(memory) JOIN(view_, ELEMENT)(memory)

static void JOIN(prepare_products_, ELEMENT)(moe_products *p, const moe_layer *l,
                                             const moe_kernels *kernels, custub_error *error)
{
    const custub_launch in_stream = custub_launch_in(p->stream);
    const tile_rows tile = tile_rows_of(l, p->tokens);
    const int splits = moe_splits(l, p->tokens);
    const uint64_t rows = (uint64_t)p->rows;
    const VIEW h = OF(p->h, rows * (uint64_t)l->inner);
    const custub_f32_view y =
        custub_f32_view_of(p->y, (uint64_t)splits * rows * (uint64_t)l->hidden);
    const custub_i32_view first = custub_i32_view_of(p->first, (uint64_t)p->experts + 1);
    const custub_i32_view entry_of = custub_i32_view_of(p->entry_of, rows);

    p->gated = (tile == TILE_M16   ? MOE(gated_m16)
                : tile == TILE_M32 ? MOE(gated_m32)
                : tile == TILE_M64 ? MOE(gated_m64)
                                   : MOE(gated_m128))(
        kernels, &in_stream, p->rows, l->hidden, l->inner, p->experts, p->top, ELEMENTS(p->x),
        ELEMENTS(l->gate), ELEMENTS(l->up), first, entry_of, h, error);
    p->down = (tile <= TILE_M32   ? MOE(down_m32)
               : tile == TILE_M64 ? MOE(down_m64)
                                  : MOE(down_m128))(kernels, &in_stream, p->rows, l->hidden,
                                                    l->inner, p->experts, splits, h,
                                                    ELEMENTS(l->down), first, y, error);
}

static void JOIN(prepare_, ELEMENT)(moe_plan *plan, const moe_kernels *kernels, custub_error *error)
{
    const moe_layer *l = &plan->layer;
    const custub_launch_attribute programmatic = custub_launch_attribute_programmatic();
    custub_launch in_stream = custub_launch_in(plan->pass.stream);
    const int tokens = plan->pass.tokens, rows = tokens * l->top;
    const int splits = moe_splits(l, tokens);
    const VIEW x = ELEMENTS(plan->pass.x), out = ELEMENTS(plan->pass.out);
    const VIEW h = OF(plan->parts.h, (uint64_t)rows * (uint64_t)l->inner);
    const custub_i32_view choice = custub_i32_view_of(plan->parts.choice, (uint64_t)rows);
    const custub_i32_view first = custub_i32_view_of(plan->parts.first, (uint64_t)l->experts + 1);
    const custub_i32_view entry_of = custub_i32_view_of(plan->parts.entry_of, (uint64_t)rows);
    const custub_i32_view row_of = custub_i32_view_of(plan->parts.row_of, (uint64_t)rows);
    const custub_f32_view weight = custub_f32_view_of(plan->parts.weight, (uint64_t)rows);

    if (plan->by_wgmma) { /* these kernels wait for each other */
        in_stream.attributes = &programmatic;
        in_stream.attribute_count = 1;
    }
    if (plan->by_wgmma && moe_suits_scores(l, &plan->pass, tokens) && !moe_is_chosen(&plan->pass)) {
        const uint64_t count = (uint64_t)tokens * (uint64_t)l->experts;
        plan->scores = moe_scores_prepare(kernels, l, &plan->pass, tokens, plan->parts.scores,
                                          &in_stream, error);
        plan->route = prepare_moe_choose(
            kernels, &in_stream, tokens, l->experts, l->top, l->normalize,
            custub_f32_view_of(plan->parts.scores, count), choice, weight, error);
    } else if (!moe_is_chosen(&plan->pass)) {
        plan->route = MOE(route)(kernels, &in_stream, tokens, l->hidden, l->experts, l->top,
                                 l->normalize, x, ELEMENTS(l->router), choice, weight, error);
    }
    plan->place = prepare_moe_place(kernels, &in_stream, rows, l->experts, l->capacity, choice,
                                    first, entry_of, row_of, plan->parts.dropped, error);
    if (l->product) {
        const VIEW gathered = OF(plan->parts.gathered, (uint64_t)rows * (uint64_t)l->hidden);
        const VIEW other = OF(plan->parts.up, (uint64_t)rows * (uint64_t)l->inner);
        const VIEW y = OF(plan->parts.y, (uint64_t)rows * (uint64_t)l->hidden);
        plan->gather = MOE(gather)(kernels, &in_stream, rows, l->hidden, l->experts, l->top, x,
                                   first, entry_of, gathered, error);
        plan->activate =
            MOE(activate)(kernels, &in_stream, rows, l->inner, l->experts, first, other, h, error);
        plan->combine = MOE(combine_given)(kernels, &in_stream, tokens, l->hidden, l->top, 1, rows,
                                           y, row_of, weight, out, error);
        return;
    }
    if (plan->by_wgmma) {
        const uint64_t elements = (uint64_t)rows * (uint64_t)l->hidden;
        const VIEW y = OF(plan->products.y, elements);
        plan->gather = MOE(gather)(kernels, &in_stream, rows, l->hidden, l->experts, l->top, x,
                                   first, entry_of, OF(plan->products.x.ptr, elements), error);
        moe_products_prepare_wgmma(&plan->products, l, kernels, error);
        plan->combine = MOE(combine_given)(kernels, &in_stream, tokens, l->hidden, l->top, 1, rows,
                                           y, row_of, weight, out, error);
        return;
    }
    const custub_f32_view y =
        custub_f32_view_of(plan->parts.y, (uint64_t)splits * (uint64_t)rows * (uint64_t)l->hidden);
    JOIN(prepare_products_, ELEMENT)(&plan->products, l, kernels, error);
    plan->combine = MOE(combine)(kernels, &in_stream, tokens, l->hidden, l->top, splits, rows, y,
                                 row_of, weight, out, error);
}

#undef ELEMENTS
#undef MOE
#undef OF
#undef VIEW
#undef JOIN
#undef JOIN_
