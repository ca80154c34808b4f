/* callback.h: what instrumented images call before an aligned load or store of 1, 2, 4, 8 or
 * 16 bytes. A call in the image mostly accesses the same range of memory each time. A hint for each
 * call remembers the range, so that most accesses need no search. */
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
