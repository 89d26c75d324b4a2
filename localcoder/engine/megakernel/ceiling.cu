// Two kernels that do nothing but read: what a decode step's speed is compared with.
// IN_FLIGHT and LOAD_BYTES are defined by `ceiling.py`.
typedef unsigned int u32;
typedef unsigned long long u64;

__device__ __forceinline__ u32 shared_address(const void* p) { return (u32)__cvta_generic_to_shared(p); }

__device__ __forceinline__ void wait_landed(u64* barrier, u32 parity) {
  u32 done = 0;
  while (!done)
    asm volatile(
        "{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}"
        : "=r"(done) : "r"(shared_address(barrier)), "r"(parity) : "memory");
}

// One thread a block keeps `IN_FLIGHT` bulk copies of 16 KB under way; the blocks take the pieces in turn.
extern "C" __global__ void __launch_bounds__(32, 1) read_bulk(const char* source, u64 pieces, u32* sink) {
  extern __shared__ __align__(1024) char ring[];
  __shared__ u64 landed[IN_FLIGHT];
  if (threadIdx.x != 0) return;
  for (int slot = 0; slot < IN_FLIGHT; slot++)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&landed[slot])) : "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  u64 mine = (pieces - blockIdx.x + gridDim.x - 1) / gridDim.x, issued = 0;
  u32 seen = 0;
  for (u64 piece = 0; piece < mine; piece++) {
    for (; issued < mine && issued < piece + IN_FLIGHT; issued++) {
      int slot = issued % IN_FLIGHT;
      u32 barrier = shared_address(&landed[slot]);
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(LOAD_BYTES) : "memory");
      asm volatile(
          "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
              shared_address(ring + slot * LOAD_BYTES)),
          "l"(source + (issued * gridDim.x + blockIdx.x) * LOAD_BYTES), "r"(LOAD_BYTES), "r"(barrier) : "memory");
    }
    int slot = piece % IN_FLIGHT;
    wait_landed(&landed[slot], (piece / IN_FLIGHT) & 1);
    seen ^= *(volatile u32*)(ring + slot * LOAD_BYTES);
  }
  if (seen == 0x7fffffff) *sink = seen;
}

// Every thread has eight loads of 16 bytes under way.
extern "C" __global__ void __launch_bounds__(256) read_plain(const char* source, u64 pieces, u32* sink) {
  u64 count = pieces * (LOAD_BYTES / 16), stride = (u64)gridDim.x * blockDim.x;
  u32 seen = 0;
  for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i + 7 * stride < count; i += 8 * stride) {
    u32 a[8], b[8], c[8], d[8];
#pragma unroll
    for (int k = 0; k < 8; k++)
      asm volatile("ld.global.nc.L1::no_allocate.v4.u32 {%0,%1,%2,%3}, [%4];"
                   : "=r"(a[k]), "=r"(b[k]), "=r"(c[k]), "=r"(d[k]) : "l"(source + (i + k * stride) * 16));
#pragma unroll
    for (int k = 0; k < 8; k++) seen ^= a[k] ^ b[k] ^ c[k] ^ d[k];
  }
  if (seen == 0x7fffffff) *sink = seen;
}
