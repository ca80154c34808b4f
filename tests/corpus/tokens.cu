// Digraphs, alternative tokens, continued lines and comments in odd places.
// kernels: digraphs commented spliced
%:define WIDTH 4
extern "C" __global__ void digraphs(float a<:WIDTH:>, const int bitand b)
<%
%>
extern /* a */ "C" /* b */ __global__ /* c */ void/* d */ commented(/**/ int /* n */ a // e
                                                                    , /*" ' */ float *b)
{
}
extern "C" __global__ void spl\
iced(in\
t a)
{
}
