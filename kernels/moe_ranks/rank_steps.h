/* Prepares the kernels of a rank, for one element type. moe_ranks.c includes this for each type
 * by each_type.h, with ELEMENT, its name, defined. */
#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)
#define OF          JOIN(JOIN(custub_, ELEMENT), _view_of)
#define MOE(kernel) JOIN(prepare_moe_##kernel##_, ELEMENT)

/* From the tokens to what is sent, and from what comes back to the results. */
static void JOIN(prepare_, ELEMENT)(moe_ranks_plan *plan, const moe_kernels *kernels,
                                    custub_error *error)
{
    const moe_layer *l = &plan->layer;
    const moe_pass *pass = &plan->pass;
    const space *s = &plan->space;
    const moe_exchange_kernels *exchange = &plan->ranks->kernels;
    const custub_launch in_stream = custub_launch_in(pass->stream);
    const int count = plan->ranks->count, tokens = pass->tokens, entries = tokens * l->top;
    const uint64_t row = (uint64_t)l->hidden;
    const custub_i32_view choice = custub_i32_view_of(s->choice, (uint64_t)entries);
    const custub_i32_view first = custub_i32_view_of(s->first, (uint64_t)l->experts + 1);
    const custub_i32_view entry_of = custub_i32_view_of(s->entry_of, (uint64_t)entries);
    const custub_i32_view row_of = custub_i32_view_of(s->row_of, (uint64_t)entries);
    const custub_f32_view weight = custub_f32_view_of(s->weight, (uint64_t)entries);
    const int rows = plan->rows + plan->sent;

    if (!moe_is_chosen(pass) && plan->by_wgmma && moe_suits_scores(l, pass, plan->total)) {
        const uint64_t scores = (uint64_t)tokens * (uint64_t)l->experts;
        plan->scores =
            moe_scores_prepare(kernels, l, pass, plan->total, s->scores, &in_stream, error);
        plan->route =
            prepare_moe_choose(kernels, &in_stream, tokens, l->experts, l->top, l->normalize,
                               custub_f32_view_of(s->scores, scores), choice, weight, error);
    } else if (!moe_is_chosen(pass))
        plan->route = MOE(route)(kernels, &in_stream, tokens, l->hidden, l->experts, l->top,
                                 l->normalize, OF(pass->x.ptr, pass->x.count),
                                 OF(l->router.ptr, l->router.count), choice, weight, error);
    plan->place = prepare_moe_place(kernels, &in_stream, entries, l->experts, l->capacity, choice,
                                    first, entry_of, row_of, s->dropped, error);
    plan->pack = MOE(pack)(exchange, &in_stream, entries, l->hidden, l->experts, l->top, count,
                           rows, plan->to, plan->home, OF(pass->x.ptr, pass->x.count), first,
                           entry_of, row_of, OF(s->rows, (uint64_t)rows * row), error);
    plan->combine =
        MOE(combine)(kernels, &in_stream, tokens, l->hidden, l->top, 1, plan->home.first[count],
                     custub_f32_view_of(s->home, (uint64_t)plan->home.first[count] * row), row_of,
                     weight, OF(pass->out.ptr, pass->out.count), error);
}

/* From the rows that this rank received to the results that it sends back. Results of 16 bits leave
 * room for the rows, brought together. */
static void JOIN(prepare_results_, ELEMENT)(moe_ranks_plan *plan, const moe_kernels *kernels,
                                            custub_error *error)
{
    const moe_layer *l = &plan->layer;
    const space *s = &plan->space;
    const int rank = plan->ranks->rank;
    const moe_exchange_kernels *exchange = &plan->ranks->kernels;
    const custub_launch in_stream = custub_launch_in(plan->pass.stream);
    const int own = plan->from.first[rank], own_end = plan->from.first[rank + 1];
    const int home = plan->rows + plan->home.first[rank];
    const int splits = plan->by_wgmma ? 1 : moe_splits(l, plan->total);
    const uint64_t hidden = (uint64_t)l->hidden, elements = (uint64_t)plan->rows * hidden;
    const custub_i32_view first = custub_i32_view_of(s->own_first, (uint64_t)plan->experts + 1);
    const custub_i32_view slot_row = custub_i32_view_of(s->slot_row, (uint64_t)plan->rows);
    const custub_f32_view results =
        custub_f32_view_of(s->results, ((uint64_t)home + (uint64_t)(own_end - own)) * hidden);

    if (plan->by_wgmma) {
        const custub_memory rows = custub_memory_of(s->y + 2 * elements, elements, 2);
        plan->gather =
            MOE(gather)(kernels, &in_stream, plan->rows, l->hidden, plan->experts, 1,
                        OF(s->rows, elements), first, slot_row, OF(rows.ptr, elements), error);
        plan->products.x = rows;
        moe_products_prepare_wgmma(&plan->products, l, kernels, error);
        plan->give_back =
            MOE(give_back)(exchange, &in_stream, plan->rows, l->hidden, plan->experts, 1, own,
                           own_end, home, OF(s->y, elements), first, slot_row, results, error);
        return;
    }
    plan->give_back = prepare_moe_give_back_f32(
        exchange, &in_stream, plan->rows, l->hidden, plan->experts, splits, own, own_end, home,
        custub_f32_view_of(s->y, (uint64_t)splits * elements), first, slot_row, results, error);
}

#undef MOE
#undef OF
#undef JOIN
#undef JOIN_
