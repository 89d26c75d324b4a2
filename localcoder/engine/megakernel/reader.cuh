// What every consumer task builds on: the ring's reading side, matrix products over its slots, the residual stream.

struct Reader {
  Work& work;
  unsigned char* ring;
  int tid, warp, lane, row, column;  // of the matrix instruction: token or weight row, and column pair
  const int sm;
  u32 slot = 0, lap = 0;
  u32 live = 0;  // the active rows
#ifdef PROFILE
  u64 ring_wait = 0, data_wait = 0;  // clocks of this task's waits for slots, and for words to arrive
#endif

  __device__ Reader(Work& work, unsigned char* ring) : work(work), ring(ring), sm(blockIdx.x) { locate(); }
  // Done anew for each task: else the compiler keeps what it derives from these for all tasks, and spills it.
  __device__ __forceinline__ void locate() {
    tid = threadIdx.x;
    asm volatile("" : "+r"(tid));
    warp = tid >> 5, lane = tid & 31, row = lane >> 2, column = lane & 3;
  }

  __device__ __forceinline__ bool is_live(int r) const { return live >> r & 1; }
  // 1, 2, 4 or 8: covers the active rows.
  __device__ __forceinline__ int covered() const { return live >> 4 ? 8 : live >> 2 ? 4 : live >> 1 ? 2 : 1; }

  // ---- the ring: every warp passes every slot, so that none can be a lap ahead of the copies
  static __device__ __forceinline__ u32 wrapped(u32 s) { return s < RING_SLOTS ? s : s - RING_SLOTS; }
  // Waits for the next `count` slots, at most MOST, and returns the first one's number. The usual case is that all have
  // landed: then they are asked for at once.
  template <int MOST> __device__ __forceinline__ u32 take(int count) {
    const u32 first = slot;
    PROFILED(ring_wait, wait_slots<MOST>(count));
    slot = first + count;
    if (slot >= RING_SLOTS) slot -= RING_SLOTS, lap ^= 1;
    return first;
  }
  template <int MOST> __device__ __forceinline__ void wait_slots(int count) {
    bool landed = true;
#pragma unroll
    for (int i = 0; i < MOST; i++)
      if (i < count) landed &= barrier_passed(&work.full[wrapped(slot + i)], lap ^ (slot + i >= RING_SLOTS));
    if (landed) return;
    for (int i = 0; i < count; i++)
      wait_barrier(work, &work.full[wrapped(slot + i)], lap ^ (slot + i >= RING_SLOTS), WAIT_FULL, wrapped(slot + i));
  }
  __device__ __forceinline__ void release(u32 first, int count) {
#ifdef EACH_THREAD_ARRIVES
    for (int i = 0; i < count; i++) barrier_arrive(&work.empty[wrapped(first + i)]);
#else
    __syncwarp();
    if (lane < count) barrier_arrive(&work.empty[wrapped(first + lane)]);
#endif
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

  // ---- words that say themselves that they are there. A counter would tell it two trips to memory later: it may be advanced
  // only when the words are visible, and they are asked for only when it was seen. So the readers ask for the words until
  // they have come. Floats carry their version beside them. Pairs of bf16 lie in two places in turn: who writes one makes the
  // other ABSENT, which no arithmetic yields. By then nobody needs that, and nobody will read it before it says so:
  // `docs/megakernel.md` shows why.
  //
  // A version is one layer's (or the head's) input in one step.
  __device__ __forceinline__ u32 version(int layer) const { return work.epoch * (LAYERS + 1) + layer; }
  __device__ __forceinline__ u16* normed(u32 version) const { return (u16*)work.model.normed + (version & 1) * MAX_ROWS * HIDDEN; }
  static __device__ __forceinline__ bool absent(const u32 (&a)[4]) {
    return a[0] == ABSENT || a[1] == ABSENT || a[2] == ABSENT || a[3] == ABSENT;
  }
  // One round of a warp's wait for words; false once the grid is to leave.
  __device__ __forceinline__ bool keep_asking(int tries, u64& since, int layer, int gate) const {
    if (tries & 255) return true;
    since = still_waiting(work, since, WAIT_WORDS, layer * GATES + gate, 0, 0);
    return !__any_sync(~0u, since == GONE);
  }

  // What all SMs read of the residual stream: x * w of the norm to come, in bf16, and the squares of x by slice. 1 / rms
  // scales the products afterwards. The other place is cleared for all rows: one that is idle now may not be later.
  __device__ __forceinline__ void publish(int layer, int token, int at, float x, float w) {
    float square = x * x;
    for (int i = 1; i < SLICE_COLUMNS; i <<= 1) square += __shfl_xor_sync(~0u, square, i);
    const float next = __shfl_xor_sync(~0u, x * w, 1);
    const u32 version = this->version(layer);
    if (is_live(token)) {
      if (!(at & 1)) store_word(normed(version) + token * HIDDEN + at, pack(x * w, next));
      if (at % SLICE_COLUMNS == 0)
        store_pair((uint2*)work.model.squares + token * SLICES + at / SLICE_COLUMNS, __float_as_uint(square), version);
    }
    if (!(at & 1)) store_word(normed(version + 1) + token * HIDDEN + at, ABSENT);
  }
  // This lane's columns of its token's normed input, as soon as they are there, zeros for no token; and, for `squared`, the
  // sum of squares of row `warp`.
  template <int STEPS>
  __device__ __forceinline__ float await_input(u32 (&a)[STEPS][4], int layer, bool squared) {
    constexpr int SQUARES = (SLICES + 31) / 32;
    const u32 version = this->version(layer);
    const u16* from = normed(version) + row * HIDDEN + warp * STEPS * 32 + column * 8;
    const uint2* squares = (const uint2*)work.model.squares + warp * SLICES + lane;
    uint2 square[SQUARES];
    u64 since = 0;
    for (int tries = 1; keep_asking(tries, since, layer, GATE_INPUT); tries++) {
#pragma unroll
      for (int i = 0; i < SQUARES; i++) {
        square[i] = {0, version};
        if (squared && (SLICES % 32 == 0 || i * 32 + lane < SLICES)) square[i] = load_fresh2(squares + i * 32);
      }
#pragma unroll
      for (int s = 0; s < STEPS; s++) load_fresh_if(is_live(row), a[s], from + s * 32);
      bool missing = false;
#pragma unroll
      for (int i = 0; i < SQUARES; i++) missing |= square[i].y != version;
#pragma unroll
      for (int s = 0; s < STEPS; s++) missing |= absent(a[s]);
      if (!__any_sync(~0u, missing)) break;
    }
    float sum = 0;
#pragma unroll
    for (int i = 0; i < SQUARES; i++) sum += __uint_as_float(square[i].x);
    if (squared)
      for (int i = 16; i; i >>= 1) sum += __shfl_xor_sync(~0u, sum, i);
    return sum;
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
