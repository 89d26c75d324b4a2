// What every consumer task builds on: the ring's reading side, matrix products over its slots, the residual stream.

struct Reader {
  Work& work;
  unsigned char* ring;
  const int tid, warp, lane, row, column;  // of the matrix instruction: token or weight row, and column pair
  const int sm;
  u32 slot = 0, lap = 0;
  u32 live = 0;  // the active rows
#ifdef PROFILE
  u64 ring_wait = 0;  // clocks of this task's waits for slots
#endif

  __device__ Reader(Work& work, unsigned char* ring)
      : work(work), ring(ring), tid(threadIdx.x), warp(threadIdx.x >> 5), lane(threadIdx.x & 31),
        row((threadIdx.x & 31) >> 2), column(threadIdx.x & 3), sm(blockIdx.x) {}

  __device__ __forceinline__ bool is_live(int r) const { return live >> r & 1; }
  // 1, 2, 4 or 8: covers the active rows.
  __device__ __forceinline__ int covered() const { return live >> 4 ? 8 : live >> 2 ? 4 : live >> 1 ? 2 : 1; }

  // ---- the ring: every warp passes every slot, so that none can be a lap ahead of the copies
  static __device__ __forceinline__ u32 wrapped(u32 s) { return s < RING_SLOTS ? s : s - RING_SLOTS; }
  // Waits for the next `count` slots, at most MOST, and returns the first one's number. The usual case is that all have
  // landed: then they are asked for at once.
  template <int MOST> __device__ __forceinline__ u32 take(int count) {
#ifdef PROFILE
    const u64 began = clock64();
#endif
    const u32 first = slot;
    bool landed = true;
#pragma unroll
    for (int i = 0; i < MOST; i++)
      if (i < count) landed &= barrier_passed(&work.full[wrapped(first + i)], lap ^ (first + i >= RING_SLOTS));
    if (!landed)
      for (int i = 0; i < count; i++)
        wait_barrier(work, &work.full[wrapped(first + i)], lap ^ (first + i >= RING_SLOTS), WAIT_FULL, wrapped(first + i));
    slot = first + count;
    if (slot >= RING_SLOTS) slot -= RING_SLOTS, lap ^= 1;
#ifdef PROFILE
    ring_wait += clock64() - began;
#endif
    return first;
  }
  __device__ __forceinline__ void release(u32 first, int count) {
    __syncwarp();
    if (lane < count) barrier_arrive(&work.empty[wrapped(first + lane)]);
  }

  // ---- matrix products. Two units of 8 weight rows are the instruction's 16 rows, the tokens its 8 columns. `a` holds this
  // lane's 8 columns of its token in every 32-column step that the warp owns.
  //
  // The rows of `slots` slots, two units' or one's, are dealt to the instruction's rows slot by slot, so that neighbours
  // come from different slots and so from different banks (SKEW): row n is number n / slots of slot n % slots.
  static __device__ __forceinline__ int slot_of(int n, int slots) { return n & (slots - 1); }
  static __device__ __forceinline__ int within_slot(int n, int slots) { return n >> (31 - __clz(slots)); }
  // Where row lane / 4 (half 0) or lane / 4 + 8 (half 1) lies, from the warp's first column on.
  template <int COLUMNS> __device__ __forceinline__ const unsigned char* weight_row(u32 first, int slots, int half) const {
    const int n = row + 8 * half;
    const u32 s = wrapped(first + slot_of(n, slots));
    return ring + s * SLOT_BYTES + (s & 1) * SKEW + within_slot(n, slots) * COLUMNS * 2 + warp * column_steps(COLUMNS) * 64 + column * 16;
  }
  template <int STEPS>
  __device__ __forceinline__ void multiply_steps(float (&sum)[CHAINS][4], const u32 (&a)[STEPS][4], const unsigned char* one,
                                                 const unsigned char* two) {
#pragma unroll
    for (int s = 0; s < STEPS; s++) {
      if (s && s % 4 == 0) asm volatile("" ::: "memory");  // more loads ahead would spill registers
      const uint4 w = *(const uint4*)(one + s * 64), v = *(const uint4*)(two + s * 64);
      multiply(sum[s % 2 * 2], w.x, v.x, w.y, v.y, a[s][0], a[s][1]);
      multiply(sum[s % 2 * 2 + 1], w.z, v.z, w.w, v.w, a[s][2], a[s][3]);
    }
  }
  // Stores (or adds) the sums of the units in `slots` slots as [unit][token][row of the unit], for `tokens` tokens.
  template <int COLUMNS, bool ADD = false>
  __device__ __forceinline__ void store_sums(float* to, const float (&sum)[CHAINS][4], int tokens, int slots) const {
    constexpr int SLOTS = unit_slots(COLUMNS);
#pragma unroll
    for (int i = 0; i < 4; i++) {
      const int token = column * 2 + (i & 1), n = row + 8 * (i >> 1), s = slot_of(n, slots);
      if (token >= tokens || n >= slots * slot_rows(COLUMNS)) continue;
      float& total = to[(s / SLOTS * tokens + token) * UNIT_ROWS + s % SLOTS * slot_rows(COLUMNS) + within_slot(n, slots)];
      const float value = (sum[0][i] + sum[1][i]) + (sum[2][i] + sum[3][i]);
      total = ADD ? total + value : value;
    }
  }

  // ---- what all SMs read of the residual stream: x * w of the norm to come, in bf16, and the squares of x by slice.
  // 1 / rms scales the products afterwards.
  __device__ __forceinline__ void publish(int token, int at, float x, float w) {
    float square = x * x;
    for (int i = 1; i < SLICE_COLUMNS; i <<= 1) square += __shfl_xor_sync(~0u, square, i);
    const float next = __shfl_xor_sync(~0u, x * w, 1);
    if (!is_live(token)) return;
    if (!(at & 1)) *(u32*)((u16*)work.model.normed + token * HIDDEN + at) = pack(x * w, next);
    if (at % SLICE_COLUMNS == 0) ((float*)work.model.squares)[token * SLICES + at / SLICE_COLUMNS] = square;
  }
  __device__ __forceinline__ float norm_weight(int layer, int at) const {
    return __uint_as_float((u32)((const u16*)(layer == LAYERS ? work.model.final_norm : work.layers[layer].norm))[at] << 16);
  }

  // This lane's columns of one token, or zeros for none.
  template <int STEPS> __device__ __forceinline__ void load_columns(u32 (&a)[STEPS][4], const u16* token, int group) const {
    const u16* from = token + group * STEPS * 32 + column * 8;
#pragma unroll
    for (int s = 0; s < STEPS; s++) load_fresh_if(token != nullptr, a[s], from + s * 32);
  }
};
