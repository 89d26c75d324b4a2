// What a prefill step does between its matrix products, one kernel for each gap. The definitions are the methods of
// the same names in `prefill_kernels.py`: bf16 in and out, fp32 inside, each sum in a fixed order.
// Sizes and choices of the model are constants that `cuda_kernels.py` puts in front.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

constexpr int THREADS = 256;
constexpr int WARPS = THREADS / 32;
constexpr u32 ALL = 0xffffffffu;

__device__ __forceinline__ float low_half(u32 v) { return __uint_as_float(v << 16); }
__device__ __forceinline__ float high_half(u32 v) { return __uint_as_float(v & 0xffff0000u); }
__device__ __forceinline__ u32 pack(float low, float high) {
  u32 v;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(v) : "f"(high), "f"(low));
  return v;
}
template <int N>  // pairs
__device__ __forceinline__ void unpack(float* x, const u32 (&v)[N]) {
#pragma unroll
  for (int i = 0; i < N; i++) x[2 * i] = low_half(v[i]), x[2 * i + 1] = high_half(v[i]);
}
__device__ __forceinline__ void load8(float* x, const u16* from) {
  const uint4 v = *(const uint4*)from;
  const u32 words[4] = {v.x, v.y, v.z, v.w};
  unpack(x, words);
}
__device__ __forceinline__ void load4(float* x, const u16* from) {
  const uint2 v = *(const uint2*)from;
  const u32 words[2] = {v.x, v.y};
  unpack(x, words);
}
__device__ __forceinline__ uint4 pack8(const float* x) {
  return make_uint4(pack(x[0], x[1]), pack(x[2], x[3]), pack(x[4], x[5]), pack(x[6], x[7]));
}
__device__ __forceinline__ uint2 pack4(const float* x) { return make_uint2(pack(x[0], x[1]), pack(x[2], x[3])); }

// A block a token. hidden += first + second + the chosen experts' parts, each by its scale; normed is its RMS norm.
// Every addend may be missing.
constexpr int VECTORS = (HIDDEN / 8 + THREADS - 1) / THREADS;
extern "C" __global__ void __launch_bounds__(THREADS)
    add_norm(u16* hidden, const u16* first, const u16* second, const u16* parts, const int* places, const float* scales,
             const u16* weight, u16* normed) {
  const size_t row = (size_t)blockIdx.x * HIDDEN;
  float x[VECTORS][8];
  float squares = 0.0f;
#pragma unroll
  for (int i = 0; i < VECTORS; i++) {
    const int column = (i * THREADS + threadIdx.x) * 8;
    if (column >= HIDDEN) continue;
    float y[8];
    load8(x[i], hidden + row + column);
    if (first) {
      load8(y, first + row + column);
#pragma unroll
      for (int k = 0; k < 8; k++) x[i][k] += y[k];
    }
    if (second) {
      load8(y, second + row + column);
#pragma unroll
      for (int k = 0; k < 8; k++) x[i][k] += y[k];
    }
    if (parts) {
#pragma unroll
      for (int slot = 0; slot < TOP_K; slot++) {
        const size_t part = (size_t)places[blockIdx.x * TOP_K + slot] * HIDDEN;
        const float scale = scales[blockIdx.x * TOP_K + slot];
        load8(y, parts + part + column);
#pragma unroll
        for (int k = 0; k < 8; k++) x[i][k] = fmaf(scale, y[k], x[i][k]);
      }
    }
    const uint4 rounded = pack8(x[i]);
    if (first || second || parts) *(uint4*)(hidden + row + column) = rounded;
    const u32 words[4] = {rounded.x, rounded.y, rounded.z, rounded.w};
    unpack(x[i], words);
#pragma unroll
    for (int k = 0; k < 8; k++) squares = fmaf(x[i][k], x[i][k], squares);
  }
  __shared__ float sums[WARPS];
#pragma unroll
  for (int apart = 16; apart; apart /= 2) squares += __shfl_xor_sync(ALL, squares, apart);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = squares;
  __syncthreads();
  float total = 0.0f;
#pragma unroll
  for (int warp = 0; warp < WARPS; warp++) total += sums[warp];
  const float scale = rsqrtf(total / HIDDEN + NORM_EPS);
#pragma unroll
  for (int i = 0; i < VECTORS; i++) {
    const int column = (i * THREADS + threadIdx.x) * 8;
    if (column >= HIDDEN) continue;
    float w[8];
    load8(w, weight + column);
#pragma unroll
    for (int k = 0; k < 8; k++) x[i][k] *= scale * w[k];
    *(uint4*)(normed + row + column) = pack8(x[i]);
  }
}

// Sixteen threads a head. Queries are normed and rotated where they lie; keys and values go to the cache's slots.
// Heads before `from_head` are left alone.
constexpr int HEADS = QUERY_HEADS + 2 * KV_HEADS;
extern "C" __global__ void __launch_bounds__(THREADS)
    rotate_and_store(u16* qkv, const float* turns, const int* slots, u16* cache, const u16* query_norm,
                     const u16* key_norm, int cache_slots, int from_head, int tokens) {
  const int heads = HEADS - from_head;
  const int item = blockIdx.x * THREADS + threadIdx.x;
  const bool alive = item < tokens * heads * 16;
  const int part = item % 16;
  const int head = alive ? from_head + item / 16 % heads : 0;
  const int token = alive ? item / 16 / heads : 0;
  const bool query = head < QUERY_HEADS, value = head >= QUERY_HEADS + KV_HEADS;
  const int near = INTERLEAVED ? 8 * part : 4 * part;
  const int far = INTERLEAVED ? near + 4 : near + HEAD_DIM / 2;
  u16* const from = qkv + ((size_t)token * HEADS + head) * HEAD_DIM;
  float x[8];
  load4(x, from + near);
  load4(x + 4, from + far);
  if (query_norm) {
    float squares = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; k++) squares = fmaf(x[k], x[k], squares);
#pragma unroll
    for (int apart = 8; apart; apart /= 2) squares += __shfl_xor_sync(ALL, squares, apart);
    const float scale = rsqrtf(squares / HEAD_DIM + NORM_EPS);
    const u16* const weight = query ? query_norm : key_norm;
    float w[8];
    load4(w, weight + near);
    load4(w + 4, weight + far);
    if (!value) {
#pragma unroll
      for (int k = 0; k < 8; k++) x[k] *= scale * w[k];
    }
  }
  if (turns && !value) {
    const float* const turn = turns + (size_t)token * HEAD_DIM + 8 * part;  // cosine and sine of four pairs
    float t[8];
    *(float4*)t = *(const float4*)turn;
    *(float4*)(t + 4) = *(const float4*)(turn + 4);
#pragma unroll
    for (int pair = 0; pair < 4; pair++) {
      float& a = x[INTERLEAVED ? 2 * pair : pair];
      float& b = x[INTERLEAVED ? 2 * pair + 1 : pair + 4];
      const float cosine = t[2 * pair], sine = t[2 * pair + 1], before = a;
      a = a * cosine - b * sine;
      b = before * sine + b * cosine;
    }
  }
  if (!alive) return;
  u16* const to = query ? from : cache + ((size_t)(head - QUERY_HEADS) * cache_slots + slots[token]) * HEAD_DIM;
  *(uint2*)(to + near) = pack4(x);
  *(uint2*)(to + far) = pack4(x + 4);
}

// inner = silu(gate) * up, for rows of gate and up side by side.
extern "C" __global__ void __launch_bounds__(THREADS) gate(const u16* gate_up, u16* inner, int width, int rows) {
  const int item = blockIdx.x * THREADS + threadIdx.x, vectors = width / 8;
  const int row = item / vectors, column = item % vectors * 8;
  if (row >= rows) return;
  const u16* const from = gate_up + (size_t)row * 2 * width + column;
  float g[8], u[8];
  load8(g, from);
  load8(u, from + width);
#pragma unroll
  for (int k = 0; k < 8; k++) g[k] = g[k] / (1.0f + __expf(-g[k])) * u[k];
  *(uint4*)(inner + (size_t)row * width + column) = pack8(g);
}

#if EXPERTS > 0
// A float as an unsigned integer of the same order, above 0.
__device__ __forceinline__ u32 ordered(float f) {
  const u32 bits = __float_as_uint(f);
  return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

// A warp a token, a block a group of tokens: the chosen experts in ascending order, and how often each is chosen in
// the group. Of equal logits the lower expert's wins.
constexpr int ROUTE_THREADS = 512;
constexpr int LANE_EXPERTS = (EXPERTS + 31) / 32;
extern "C" __global__ void __launch_bounds__(ROUTE_THREADS)
    route(const float* logits, int* ids, float* scales, u8* counts, int tokens) {
  __shared__ int chosen_here[EXPERTS];
  for (int expert = threadIdx.x; expert < EXPERTS; expert += ROUTE_THREADS) chosen_here[expert] = 0;
  __syncthreads();
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int begin = blockIdx.x * GROUP_TOKENS, end = min(begin + GROUP_TOKENS, tokens);
  for (int token = begin + warp; token < end; token += ROUTE_THREADS / 32) {
    float logit[LANE_EXPERTS];
    u32 left[LANE_EXPERTS];
#pragma unroll
    for (int i = 0; i < LANE_EXPERTS; i++) {
      const int expert = i * 32 + lane;
      const bool exists = expert < EXPERTS;
      logit[i] = exists ? logits[(size_t)token * EXPERTS + expert] : -__int_as_float(0x7f800000);
      left[i] = exists ? max(ordered(logit[i]), 1u) : 0u;
    }
    int mine = 0x7fffffff;  // lane k: the expert that was chosen k-th
    float my_logit = 0.0f, greatest = 0.0f;
    for (int k = 0; k < TOP_K; k++) {
      u32 best = 0;
#pragma unroll
      for (int i = 0; i < LANE_EXPERTS; i++) best = max(best, left[i]);
      const u32 winner = __reduce_max_sync(ALL, best);
      u32 lowest = ALL;
#pragma unroll
      for (int i = LANE_EXPERTS - 1; i >= 0; i--)
        if (left[i] == winner) lowest = i * 32 + lane;
      const int expert = (int)__reduce_min_sync(ALL, lowest);
      float value = 0.0f;
#pragma unroll
      for (int i = 0; i < LANE_EXPERTS; i++)
        if (i * 32 + lane == expert) left[i] = 0, value = logit[i];
      value = __shfl_sync(ALL, value, expert % 32);
      if (k == 0) greatest = value;
      if (lane == k) mine = expert, my_logit = value;
    }
    const bool chose = lane < TOP_K;
    float scale = ROUTER == SIGMOID_OF_TOP ? 1.0f / (1.0f + expf(-my_logit)) : expf(my_logit - greatest);
    if (!chose) scale = 0.0f;
    float sum = scale;
    if (ROUTER == TOP_OF_SOFTMAX && !RENORMALISED) {
      sum = 0.0f;
#pragma unroll
      for (int i = 0; i < LANE_EXPERTS; i++) sum += expf(logit[i] - greatest);
    }
    if (RENORMALISED || ROUTER != SIGMOID_OF_TOP) {
#pragma unroll
      for (int apart = 16; apart; apart /= 2) sum += __shfl_xor_sync(ALL, sum, apart);
      scale /= sum;
    }
    int rank = 0;
    for (int k = 0; k < TOP_K; k++) rank += __shfl_sync(ALL, mine, k) < mine;
    if (chose) {
      ids[token * TOP_K + rank] = mine;
      scales[token * TOP_K + rank] = scale;
      atomicAdd(&chosen_here[mine], 1);
    }
  }
  __syncthreads();
  for (int expert = threadIdx.x; expert < EXPERTS; expert += ROUTE_THREADS)
    counts[(size_t)blockIdx.x * EXPERTS + expert] = (u8)chosen_here[expert];
}

// A warp a token: where its rows lie once all are sorted by expert and token, and a copy of the token to each place.
// Every block adds up all groups' counts for itself: that is faster than another launch.
extern "C" __global__ void __launch_bounds__(THREADS)
    dispatch(const u16* normed, const int* ids, const u8* counts, u16* inputs, int* places, int* ends, int tokens) {
  static_assert(EXPERTS <= THREADS && GROUP_TOKENS == 64 && TOP_K <= 32);
  __shared__ u64 choosers[EXPERTS];  // which of the group's tokens chose an expert
  __shared__ int total[EXPERTS], start[EXPERTS], last[THREADS];
  const int lane = threadIdx.x % 32;
  const int token = blockIdx.x * WARPS + threadIdx.x / 32;
  const int group = blockIdx.x * WARPS / GROUP_TOKENS, groups = (tokens + GROUP_TOKENS - 1) / GROUP_TOKENS;
  if (threadIdx.x < EXPERTS) choosers[threadIdx.x] = 0, total[threadIdx.x] = 0, start[threadIdx.x] = 0;
  __syncthreads();
  for (int pair = threadIdx.x; pair < GROUP_TOKENS * TOP_K; pair += THREADS) {
    const int chooser = pair / TOP_K;
    if (group * GROUP_TOKENS + chooser < tokens)
      atomicOr(&choosers[ids[group * GROUP_TOKENS * TOP_K + pair]], 1ull << chooser);
  }
  constexpr int SHARES = THREADS / EXPERTS;
  if (threadIdx.x < SHARES * EXPERTS) {
    const int expert = threadIdx.x % EXPERTS;
    int all = 0, earlier = 0;
#pragma unroll 8
    for (int other = threadIdx.x / EXPERTS; other < groups; other += SHARES) {
      const int count = counts[(size_t)other * EXPERTS + expert];
      all += count;
      earlier += other < group ? count : 0;
    }
    atomicAdd(&total[expert], all);
    atomicAdd(&start[expert], earlier);
  }
  __syncthreads();
  int sum = threadIdx.x < EXPERTS ? total[threadIdx.x] : 0;
  last[threadIdx.x] = sum;
  for (int apart = 1; apart < EXPERTS; apart *= 2) {
    __syncthreads();
    const int other = threadIdx.x >= apart ? last[threadIdx.x - apart] : 0;
    __syncthreads();
    last[threadIdx.x] = sum += other;
  }
  if (threadIdx.x < EXPERTS) {
    start[threadIdx.x] += sum - total[threadIdx.x];
    if (blockIdx.x == 0) ends[threadIdx.x] = sum;
  }
  __syncthreads();
  if (token >= tokens) return;
  int place = 0;
  if (lane < TOP_K) {
    const int expert = ids[token * TOP_K + lane];
    place = start[expert] + __popcll(choosers[expert] & ((1ull << token % GROUP_TOKENS) - 1));
    places[token * TOP_K + lane] = place;
  }
  const uint4* const from = (const uint4*)(normed + (size_t)token * HIDDEN);
  constexpr int ROW = HIDDEN / 8, TOGETHER = 4;
  for (int begin = lane; begin < (ROW + 31) / 32 * 32; begin += 32 * TOGETHER) {
    uint4 v[TOGETHER];
#pragma unroll
    for (int i = 0; i < TOGETHER; i++)
      if (begin + 32 * i < ROW) v[i] = from[begin + 32 * i];
    for (int slot = 0; slot < TOP_K; slot++) {
      uint4* const to = (uint4*)(inputs + (size_t)__shfl_sync(ALL, place, slot) * HIDDEN);
#pragma unroll
      for (int i = 0; i < TOGETHER; i++)
        if (begin + 32 * i < ROW) to[begin + 32 * i] = v[i];
    }
  }
}
#endif
