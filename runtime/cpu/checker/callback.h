/* callback.h: what instrumented images call before an aligned load or store of 1, 2, 4, 8 or
 * 16 bytes. Each call in the image tends to access the same range of memory. What is known of that
 * range is kept for the call, so that most accesses need no search. */
#ifndef CPU_CALLBACK_H
#define CPU_CALLBACK_H

void cpu_check_read1(const void *address);
void cpu_check_read2(const void *address);
void cpu_check_read4(const void *address);
void cpu_check_read8(const void *address);
void cpu_check_read16(const void *address);
void cpu_check_write1(const void *address);
void cpu_check_write2(const void *address);
void cpu_check_write4(const void *address);
void cpu_check_write8(const void *address);
void cpu_check_write16(const void *address);

#endif
