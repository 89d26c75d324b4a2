// Attention of a prefill step over the paged cache, on Hopper's matrix units. The definition is
// `prefill_kernels.TorchKernels.attend`.
//
// A block computes 128 queries of one head: two warpgroups of 64 queries each, and one that only loads keys and values,
// 128 tokens at a time, straight from the cache's pages. It goes from the newest keys back to the oldest visible ones.
// While the matrix units multiply for one warpgroup, the other one does its exponentials; and within a warpgroup the
// next scores are under way while the last ones' weights multiply the values.
//
// Shared memory holds tiles as halves of 64 columns, rows of 128 bytes, in the 128-byte swizzle of copy engine and
// matrix units: the 16-byte piece p of row r lies at place p ^ (r % 8).

typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

constexpr int WARPGROUP = 128;
constexpr int ATTEND_THREADS = 3 * WARPGROUP;
constexpr int KEYS = 128;            // of a tile
constexpr int HALF_BYTES = KEYS * 128;
constexpr int TILE_BYTES = 2 * HALF_BYTES;
constexpr int PAGE_HALF_BYTES = BLOCK_TOKENS * 128;
constexpr int STAGES = 2;            // tiles of keys, and of values, in shared memory
constexpr float LOG2_SCALE = 1.4426950408889634f * 0.08838834764831845f;  // log2(e) / sqrt(HEAD_DIM)
static_assert(HEAD_DIM == 128 && BLOCK_TOKENS == 64 && TILE_QUERIES == 128);

__device__ __forceinline__ u32 shared_address(const void* p) { return (u32)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void barrier_init(u64* b, int count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(b)), "r"(count));
}
__device__ __forceinline__ void barrier_expect(u64* b, u32 bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(b)), "r"(bytes) : "memory");
}
__device__ __forceinline__ void barrier_arrive(u64* b) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(b)) : "memory");
}
// A wait that lasts for seconds is a fault of this kernel: it ends with an error rather than hang the GPU.
__device__ __forceinline__ void barrier_wait(u64* b, u32 parity) {
#pragma unroll 1
  for (u32 tries = 0; tries < 1u << 26; tries++) {
    u32 passed;
    asm volatile(
        "{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}"
        : "=r"(passed) : "r"(shared_address(b)), "r"(parity) : "memory");
    if (passed) return;
  }
  __trap();
}
// 64 tokens x 64 columns.
__device__ __forceinline__ void copy_page_half(u32 to, u64 map, int column, int row, u64* landed) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(to),
      "l"(map), "r"(column), "r"(row), "r"(shared_address(landed)) : "memory");
}

// Where the matrix units find a tile: its address, and the distances of its 64-column halves (along the rows'
// direction) and of groups of eight rows, in units of 16 bytes; 1 << 62 is the 128-byte swizzle.
__device__ __forceinline__ u64 descriptor(u32 address, u32 half_bytes) {
  return (u64)(address >> 4 & 0x3fff) | (u64)(half_bytes >> 4) << 16 | (u64)(1024 >> 4) << 32 | 1ull << 62;
}
__device__ __forceinline__ void products_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ __forceinline__ void products_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int LEFT>
__device__ __forceinline__ void products_wait() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(LEFT) : "memory");
}
// The compiler must not read sums before the wait that makes them valid.
template <int N>
__device__ __forceinline__ void settle(float (&x)[N]) {
#pragma unroll
  for (int i = 0; i < N; i++) asm volatile("" : "+f"(x[i])::"memory");
}

#define REGISTERS_64                                                                                                  \
  "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,"   \
  "%30,%31,%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,%48,%49,%50,%51,%52,%53,%54,%55,%56,%57,"  \
  "%58,%59,%60,%61,%62,%63}"
#define SUMS_4(x, i) "+f"(x[i]), "+f"(x[i + 1]), "+f"(x[i + 2]), "+f"(x[i + 3])
#define SUMS_16(x, i) SUMS_4(x, i), SUMS_4(x, i + 4), SUMS_4(x, i + 8), SUMS_4(x, i + 12)
#define SUMS_64(x) SUMS_16(x, 0), SUMS_16(x, 16), SUMS_16(x, 32), SUMS_16(x, 48)

// sums [64 x 128] (+)= a [64 x 16] * b [128 x 16] transposed, both in shared memory, 16 columns of a row together.
// Thread t of the warpgroup: sums[4i + 2h + e] is row t / 32 * 16 + 8h + t % 32 / 4, column 8i + t % 4 * 2 + e.
__device__ __forceinline__ void multiply_shared(float (&sums)[64], u64 a, u64 b, int add) {
  asm volatile(
      "{\n.reg .pred p;\nsetp.ne.b32 p, %66, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 " REGISTERS_64 ", %64, %65, p, 1, 1, 0, 0;\n}"
      : SUMS_64(sums) : "l"(a), "l"(b), "r"(add));
}
// sums [64 x 128] += a [64 x 16] * b [16 x 128], a in registers, b in shared memory, 64 columns of a row together.
__device__ __forceinline__ void multiply_registers(float (&sums)[64], const u32* a, u64 b) {
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 " REGISTERS_64 ", {%64,%65,%66,%67}, %68, 1, 1, 1, 1;"
      : SUMS_64(sums) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}

__device__ __forceinline__ float exp2_fast(float x) {
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}
__device__ __forceinline__ u32 pack(float low, float high) {
  u32 v;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(v) : "f"(high), "f"(low));
  return v;
}

// 128 consecutive tokens of a chunk, or its last ones (`prefill_step.py`).
struct Tile {
  int row;       // of the first query
  int queries;
  int position;  // of the first query
  int table;     // where the chunk's block table begins
};
struct Range {  // of key tiles
  int first, end;
  __device__ __forceinline__ Range(const Tile& tile, int window) {
    first = max(0, tile.position + 1 - window) / KEYS;
    end = (tile.position + tile.queries + KEYS - 1) / KEYS;
  }
};
struct Stages {
  u64 keys_full[STAGES], values_full[STAGES], keys_free[STAGES], values_free[STAGES];
};

// One thread: the tiles of `range`, the last one first, as they find room. `table` may hold -1 before the window.
__device__ __forceinline__ void load_tiles(Stages& stages, u32 keys, u32 values, u64 map, const int* table, Range range,
                                           int blocks, int key_row, int value_row) {
  for (int n = 0; n < range.end - range.first; n++) {
    const int tile = range.end - 1 - n, stage = n % STAGES;
    const u32 parity = n / STAGES & 1 ^ 1;
    int rows[2];
#pragma unroll
    for (int page = 0; page < 2; page++) rows[page] = max(table[min(2 * tile + page, blocks - 1)], 0) * BLOCK_TOKENS;
    barrier_wait(&stages.keys_free[stage], parity);
    barrier_expect(&stages.keys_full[stage], TILE_BYTES);
#pragma unroll
    for (int part = 0; part < 4; part++)
      copy_page_half(keys + stage * TILE_BYTES + part / 2 * HALF_BYTES + part % 2 * PAGE_HALF_BYTES, map, part / 2 * 64,
                     key_row + rows[part % 2], &stages.keys_full[stage]);
    barrier_wait(&stages.values_free[stage], parity);
    barrier_expect(&stages.values_full[stage], TILE_BYTES);
#pragma unroll
    for (int part = 0; part < 4; part++)
      copy_page_half(values + stage * TILE_BYTES + part / 2 * HALF_BYTES + part % 2 * PAGE_HALF_BYTES, map, part / 2 * 64,
                     value_row + rows[part % 2], &stages.values_full[stage]);
  }
}

// A warpgroup's 64 queries to shared memory, zeros behind the last one.
__device__ __forceinline__ void load_queries(char* to, const u16* from, int stride, int queries, int warpgroup) {
  for (int i = threadIdx.x % WARPGROUP; i < 64 * 16; i += WARPGROUP) {
    const int row = warpgroup * 64 + i / 16, piece = i % 16;
    uint4 v = make_uint4(0, 0, 0, 0);
    if (row < queries) v = *(const uint4*)(from + (size_t)row * stride + piece * 8);
    *(uint4*)(to + piece / 8 * HALF_BYTES + row * 128 + (piece % 8 ^ row % 8) * 16) = v;
  }
  asm volatile("fence.proxy.async;" ::: "memory");
  asm volatile("bar.sync %0, %1;" ::"r"(4 + warpgroup), "n"(WARPGROUP) : "memory");
}

__device__ __forceinline__ void multiply_keys(float (&scores)[64], u32 queries, u32 keys) {
  const u64 a = descriptor(queries, 0), b = descriptor(keys, 0);
  products_fence();
#pragma unroll
  for (int step = 0; step < HEAD_DIM / 16; step++) {
    const u32 offset = (step / 4 * HALF_BYTES + step % 4 * 32) >> 4;
    multiply_shared(scores, a + offset, b + offset, step > 0);
  }
  products_commit();
}
__device__ __forceinline__ void multiply_values(float (&out)[64], const u32 (&weights)[32], u32 values) {
  const u64 b = descriptor(values, HALF_BYTES);
  products_fence();
#pragma unroll
  for (int step = 0; step < KEYS / 16; step++) multiply_registers(out, weights + 4 * step, b + (step * 16 * 128 >> 4));
  products_commit();
}

// Scores to weights of one tile, and by how much what was summed before shrinks. A thread has two rows, h = 0 and 1,
// and shares them with its neighbours of the same t / 4.
struct Softmax {
  float greatest[2], sum[2];
  __device__ __forceinline__ Softmax() {
    for (int h = 0; h < 2; h++) greatest[h] = -__int_as_float(0x7f800000), sum[h] = 0.0f;
  }
  __device__ __forceinline__ void step(float (&scores)[64], float (&shrink)[2]) {
#pragma unroll
    for (int h = 0; h < 2; h++) {
      float most = greatest[h];
#pragma unroll
      for (int i = 0; i < 16; i++) most = fmaxf(most, fmaxf(scores[4 * i + 2 * h], scores[4 * i + 2 * h + 1]));
      most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, 1));
      most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, 2));
      // A row that has seen no key yet: minus infinity minus itself would be no number.
      const float base = most == -__int_as_float(0x7f800000) ? 0.0f : most * LOG2_SCALE;
      shrink[h] = exp2_fast(greatest[h] * LOG2_SCALE - base);
      greatest[h] = most;
      float added = 0.0f;
#pragma unroll
      for (int i = 0; i < 16; i++) {
#pragma unroll
        for (int e = 0; e < 2; e++) {
          float& score = scores[4 * i + 2 * h + e];
          score = exp2_fast(fmaf(score, LOG2_SCALE, -base));
          added += score;
        }
      }
      sum[h] = fmaf(sum[h], shrink[h], added);
    }
  }
};
// Rows see keys from `position - window + 1` to `position`; `first_key` is the tile's, `position` the first row's.
__device__ __forceinline__ void mask(float (&scores)[64], int position, int first_key, int window) {
#pragma unroll
  for (int h = 0; h < 2; h++) {
    const int newest = position + 8 * h - first_key - threadIdx.x % 4 * 2, oldest = newest - window;
#pragma unroll
    for (int i = 0; i < 16; i++) {
#pragma unroll
      for (int e = 0; e < 2; e++) {
        const int key = 8 * i + e;
        if (key > newest || key <= oldest) scores[4 * i + 2 * h + e] = -__int_as_float(0x7f800000);
      }
    }
  }
}
__device__ __forceinline__ void to_weights(u32 (&weights)[32], const float (&scores)[64]) {
#pragma unroll
  for (int i = 0; i < 32; i++) weights[i] = pack(scores[2 * i], scores[2 * i + 1]);
}

// One row's 128 columns. The four threads of a row exchange words so that each writes 16 bytes at a time.
__device__ __forceinline__ void store_row(u16* to, const float (&out)[64], int h, float scale, bool wanted) {
  const int c = threadIdx.x % 4;
#pragma unroll
  for (int group = 0; group < 4; group++) {
    u32 v[4];
#pragma unroll
    for (int k = 0; k < 4; k++) {
      const int i = 4 * (4 * group + k) + 2 * h;
      v[k] = pack(out[i] * scale, out[i + 1] * scale);
    }
    const u32 r0 = __shfl_xor_sync(0xffffffffu, c & 2 ? v[0] : v[2], 2);
    const u32 r1 = __shfl_xor_sync(0xffffffffu, c & 2 ? v[1] : v[3], 2);
    if (c & 2) v[0] = r0, v[1] = r1;
    else v[2] = r0, v[3] = r1;
    const u32 s0 = __shfl_xor_sync(0xffffffffu, c & 1 ? v[0] : v[1], 1);
    const u32 s1 = __shfl_xor_sync(0xffffffffu, c & 1 ? v[2] : v[3], 1);
    const uint4 mine = c & 1 ? make_uint4(s0, v[1], s1, v[3]) : make_uint4(v[0], s0, v[2], s1);
    if (wanted) *(uint4*)(to + 32 * group + 8 * c) = mine;
  }
}

// The two warpgroups take turns at issuing products.
__device__ __forceinline__ void await_turn(int warpgroup) {
  asm volatile("bar.sync %0, %1;" ::"r"(2 + warpgroup), "n"(2 * WARPGROUP) : "memory");
}
__device__ __forceinline__ void pass_turn(int warpgroup) {
  asm volatile("bar.arrive %0, %1;" ::"r"(3 - warpgroup), "n"(2 * WARPGROUP) : "memory");
}

// Grid: heads, tiles. `map` describes the whole cache as rows of HEAD_DIM; this layer's keys begin at `key_row`.
extern "C" __global__ void __launch_bounds__(ATTEND_THREADS, 1)
    attend(const u16* qkv, u16* out, u64 map, const Tile* tiles, const int* tables, int key_row, int cache_slots,
           int window) {
  extern __shared__ char memory[];
  __shared__ Stages stages;
  char* const queries = memory + (-shared_address(memory) & 1023);
  const u32 keys = shared_address(queries) + TILE_BYTES, values = keys + STAGES * TILE_BYTES;
  const int head = blockIdx.x, kv_head = head / (QUERY_HEADS / KV_HEADS);
  const Tile tile = tiles[blockIdx.y];
  const Range range(tile, window);
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < STAGES; stage++) {
      barrier_init(&stages.keys_full[stage], 1);
      barrier_init(&stages.values_full[stage], 1);
      barrier_init(&stages.keys_free[stage], 2 * WARPGROUP / 32);
      barrier_init(&stages.values_free[stage], 2 * WARPGROUP / 32);
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("fence.proxy.async;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x / WARPGROUP == 0) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 24;");
    if (threadIdx.x == 0) {
      const int blocks = (tile.position + tile.queries + BLOCK_TOKENS - 1) / BLOCK_TOKENS;
      const int keys_at = key_row + kv_head * cache_slots;
      load_tiles(stages, keys, values, map, tables + tile.table, range, blocks, keys_at, keys_at + KV_HEADS * cache_slots);
    }
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 240;");
    const int warpgroup = threadIdx.x / WARPGROUP - 1, lane = threadIdx.x % 32;
    const int row = warpgroup * 64 + threadIdx.x % WARPGROUP / 32 * 16 + lane / 4;
    constexpr int STRIDE = (QUERY_HEADS + 2 * KV_HEADS) * HEAD_DIM;
    load_queries(queries, qkv + (size_t)tile.row * STRIDE + head * HEAD_DIM, STRIDE, tile.queries, warpgroup);
    const u32 my_queries = shared_address(queries) + warpgroup * 64 * 128;
    const int oldest_query = tile.position + warpgroup * 64, newest_query = oldest_query + 63;
    const int position = tile.position + row, count = range.end - range.first;
    float scores[64], sums[64], shrink[2];
    u32 weights[32];
#pragma unroll
    for (int i = 0; i < 64; i++) sums[i] = scores[i] = 0.0f;
    Softmax softmax;

    barrier_wait(&stages.keys_full[0], 0);
    multiply_keys(scores, my_queries, keys);
    products_wait<0>();
    settle(scores);
    if (lane == 0) barrier_arrive(&stages.keys_free[0]);
    mask(scores, position, (range.end - 1) * KEYS, window);
    softmax.step(scores, shrink);
    to_weights(weights, scores);
    if (warpgroup == 1) pass_turn(warpgroup);
    if (count > 1) barrier_wait(&stages.keys_full[1 % STAGES], 1 / STAGES & 1);
    for (int n = 1; n < count; n++) {
      const int stage = n % STAGES, before = (n - 1) % STAGES;
      await_turn(warpgroup);
      multiply_keys(scores, my_queries, keys + stage * TILE_BYTES);
      barrier_wait(&stages.values_full[before], (n - 1) / STAGES & 1);
      multiply_values(sums, weights, values + before * TILE_BYTES);
      if (warpgroup == 0 || n < count - 1) pass_turn(warpgroup);
      products_wait<1>();
      settle(scores);
      if (lane == 0) barrier_arrive(&stages.keys_free[stage]);
      const int first_key = (range.end - 1 - n) * KEYS;
      if (first_key + KEYS - 1 > oldest_query || first_key <= newest_query - window)
        mask(scores, position, first_key, window);
      softmax.step(scores, shrink);
      settle(scores);
      // Also keeps the assembler from waiting for the values first and computing the exponentials only then.
      if (n + 1 < count) barrier_wait(&stages.keys_full[(n + 1) % STAGES], (n + 1) / STAGES & 1);
      products_wait<0>();
      settle(sums);
      if (lane == 0) barrier_arrive(&stages.values_free[before]);
#pragma unroll
      for (int i = 0; i < 64; i++) sums[i] *= shrink[i / 2 % 2];
      to_weights(weights, scores);
    }
    const int last = (count - 1) % STAGES;
    barrier_wait(&stages.values_full[last], (count - 1) / STAGES & 1);
    multiply_values(sums, weights, values + last * TILE_BYTES);
    products_wait<0>();
    settle(sums);
#pragma unroll
    for (int h = 0; h < 2; h++) {
      float total = softmax.sum[h];
      total += __shfl_xor_sync(0xffffffffu, total, 1);
      total += __shfl_xor_sync(0xffffffffu, total, 2);
      u16* const to = out + ((size_t)(tile.row + row + 8 * h) * QUERY_HEADS + head) * HEAD_DIM;
      store_row(to, sums, h, 1.0f / total, row + 8 * h < tile.queries);
    }
  }
}
