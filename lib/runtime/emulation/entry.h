// How the device calls kernels, which follow: each argument is read from its slot as the type of
// the kernel's own parameter, whose size the metadata must agree with.
template <int bytes>
struct MytritonArgument {
  const void *slot;
  template <class T>
  MYTRITON_UNCHECKED operator T() const {
    static_assert(sizeof(T) == bytes, "the kernel's parameter is not of the type in the metadata");
    return *static_cast<const T *>(slot);
  }
};

static thread_local unsigned char mytriton_shared_mark __attribute__((aligned(16)));
MYTRITON_UNCHECKED static void *mytriton_shared_memory() { return &mytriton_shared_mark; }

extern "C" __attribute__((visibility("default"))) const MytritonUnit mytriton_units[];
