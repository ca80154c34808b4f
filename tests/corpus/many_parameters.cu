// 150 parameters.
// kernels: many
extern "C" __global__ void many(int p0, char p1, const float *p2, int p3, char p4, const float *p5,
                                int p6, char p7, const float *p8, int p9, char p10, const float *p11,
                                int p12, char p13, const float *p14, int p15, char p16, const float *p17,
                                int p18, char p19, const float *p20, int p21, char p22, const float *p23,
                                int p24, char p25, const float *p26, int p27, char p28, const float *p29,
                                int p30, char p31, const float *p32, int p33, char p34, const float *p35,
                                int p36, char p37, const float *p38, int p39, char p40, const float *p41,
                                int p42, char p43, const float *p44, int p45, char p46, const float *p47,
                                int p48, char p49, const float *p50, int p51, char p52, const float *p53,
                                int p54, char p55, const float *p56, int p57, char p58, const float *p59,
                                int p60, char p61, const float *p62, int p63, char p64, const float *p65,
                                int p66, char p67, const float *p68, int p69, char p70, const float *p71,
                                int p72, char p73, const float *p74, int p75, char p76, const float *p77,
                                int p78, char p79, const float *p80, int p81, char p82, const float *p83,
                                int p84, char p85, const float *p86, int p87, char p88, const float *p89,
                                int p90, char p91, const float *p92, int p93, char p94, const float *p95,
                                int p96, char p97, const float *p98, int p99, char p100, const float *p101,
                                int p102, char p103, const float *p104, int p105, char p106, const float *p107,
                                int p108, char p109, const float *p110, int p111, char p112, const float *p113,
                                int p114, char p115, const float *p116, int p117, char p118, const float *p119,
                                int p120, char p121, const float *p122, int p123, char p124, const float *p125,
                                int p126, char p127, const float *p128, int p129, char p130, const float *p131,
                                int p132, char p133, const float *p134, int p135, char p136, const float *p137,
                                int p138, char p139, const float *p140, int p141, char p142, const float *p143,
                                int p144, char p145, const float *p146, int p147, char p148, const float *p149)
{
}
