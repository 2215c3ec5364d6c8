// The functions that code compiled with -fsanitize=thread calls for each of its accesses, in place
// of ThreadSanitizer's run-time library. What lies in the thread's own stack passes at once.
#if !defined(MYTRITON_FAST)
MYTRITON_UNCHECKED static void mytriton_access(const void *address, unsigned long bytes,
                                               unsigned how) {
  if (reinterpret_cast<uintptr_t>(address) - mytriton_host.stackBegin >= mytriton_host.stackBytes)
    mytriton_host.access(mytriton_host.device, address, bytes, how);
}

extern "C" {
#define MYTRITON_HOOK(name, bytes, how)                                                            \
  MYTRITON_UNCHECKED void __tsan_##name(void *address) { mytriton_access(address, bytes, how); }
#define MYTRITON_HOOKS(bytes)                                                                      \
  MYTRITON_HOOK(read##bytes, bytes, kMytritonAligned)                                              \
  MYTRITON_HOOK(write##bytes, bytes, kMytritonAligned | kMytritonWrite)                            \
  MYTRITON_HOOK(read_write##bytes, bytes, kMytritonAligned | kMytritonWrite)                       \
  MYTRITON_HOOK(volatile_read##bytes, bytes, kMytritonAligned)                                     \
  MYTRITON_HOOK(volatile_write##bytes, bytes, kMytritonAligned | kMytritonWrite)                   \
  MYTRITON_HOOK(unaligned_read##bytes, bytes, 0)                                                   \
  MYTRITON_HOOK(unaligned_write##bytes, bytes, kMytritonWrite)                                     \
  MYTRITON_HOOK(unaligned_read_write##bytes, bytes, kMytritonWrite)
MYTRITON_HOOKS(1)
MYTRITON_HOOKS(2)
MYTRITON_HOOKS(4)
MYTRITON_HOOKS(8)
MYTRITON_HOOKS(16)

MYTRITON_UNCHECKED void __tsan_read_range(void *address, unsigned long bytes) {
  mytriton_access(address, bytes, 0);
}
MYTRITON_UNCHECKED void __tsan_write_range(void *address, unsigned long bytes) {
  mytriton_access(address, bytes, kMytritonWrite);
}
MYTRITON_UNCHECKED void __tsan_func_entry(void *) {}
MYTRITON_UNCHECKED void __tsan_func_exit(void) {}
MYTRITON_UNCHECKED void __tsan_init(void) {}

// The compilers leave these to ThreadSanitizer's interceptors.
#define MYTRITON_COPY(name)                                                                        \
  MYTRITON_UNCHECKED void *name(void *to, const void *from, size_t bytes) {                        \
    return mytriton_host.copy(mytriton_host.device, to, from, bytes);                              \
  }
#define MYTRITON_FILL(name)                                                                        \
  MYTRITON_UNCHECKED void *name(void *to, int byte, size_t bytes) {                                \
    return mytriton_host.fill(mytriton_host.device, to, byte, bytes);                              \
  }
MYTRITON_COPY(memcpy)
MYTRITON_COPY(memmove)
MYTRITON_COPY(__tsan_memcpy)
MYTRITON_COPY(__tsan_memmove)
MYTRITON_FILL(memset)
MYTRITON_FILL(__tsan_memset)
}
#endif
