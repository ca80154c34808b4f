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

#undef MOE
#undef OF
#undef JOIN
#undef JOIN_
