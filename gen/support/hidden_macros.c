#include "support/hidden_macros.h"

void gen_hide_macros(gen_text *out, const gen_macro_name *macros)
{
    for (; macros; macros = macros->next)
        gen_text_printf(out, "#pragma push_macro(\"%s\")\n#undef %s\n", macros->name, macros->name);
}

void gen_show_macros(gen_text *out, const gen_macro_name *macros)
{
    for (; macros; macros = macros->next)
        gen_text_printf(out, "#pragma pop_macro(\"%s\")\n", macros->name);
}
