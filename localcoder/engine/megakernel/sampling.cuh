// The next tokens.

// All slots are free while a step is sampled: the producer waits for its end, and the ring holds the histogram.
struct Sampling : Reader {
  using Reader::Reader;

  __device__ __forceinline__ u64* bins() const { return (u64*)ring; }
  // A row's common histogram, behind this SM's own; its lanes' 64 bins each begin in different banks.
  static constexpr int LANE_BINS = SEARCH_BINS / 32, COPY_BINS = SEARCH_BINS + 32;
  static_assert((SEARCH_BINS + MAX_ROWS * COPY_BINS) * 8 <= RING_SLOTS * SLOT_BYTES);
  __device__ __forceinline__ u64* copied_bins(int r) const { return bins() + SEARCH_BINS + r * COPY_BINS; }

  // Runs `visit(token id, logit)` for this thread's part of the SM's logits of row r. Eight loads are under way at a time.
  template <class Visit> __device__ __forceinline__ void each_logit(int r, Visit visit) const {
    constexpr int AT_ONCE = 8;
    const int end = share_start(VOCAB / UNIT_ROWS, sm + 1) * UNIT_ROWS;
    const float* logits = (const float*)work.model.logits + (long long)r * VOCAB;
    for (int id = share_start(VOCAB / UNIT_ROWS, sm) * UNIT_ROWS + tid; id < end; id += AT_ONCE * CONSUMERS) {
      float value[AT_ONCE];
#pragma unroll
      for (int i = 0; i < AT_ONCE; i++)
        if (id + i * CONSUMERS < end) value[i] = load_fresh(logits + id + i * CONSUMERS);
#pragma unroll
      for (int i = 0; i < AT_ONCE; i++)
        if (id + i * CONSUMERS < end) visit(id + i * CONSUMERS, value[i]);
    }
  }

  __device__ __forceinline__ void best_of_all(int r, bool searched) {
    u64 best = 0;
    u32 greatest = NO_LOGIT;
    for (int i = lane; i < SMS; i += 32) {
      best = max(best, load_fresh((const u64*)work.model.best + r * SMS + i));
      if (!searched) greatest = max(greatest, ordered(load_fresh((const float*)work.model.greatest + r * SMS + i)));
    }
    for (int i = 16; i; i >>= 1) best = max(best, __shfl_xor_sync(~0u, best, i));
    greatest = __reduce_max_sync(~0u, greatest);
    if (lane) return;
    work.chosen[r] = token_of(best);
    if (!searched) work.greatest[r] = greatest;
  }

  // All SMs have arrived as often as this one. The histogram of the round after this one, which all have read two rounds
  // ago, is cleared on the way, also where this round had none.
  __device__ __forceinline__ void round_trip() {
    const u32 rounds = work.rounds + 1;
    u64* cleared = (u64*)work.model.histograms + (u64)(rounds % SEARCH_BUFFERS) * MAX_ROWS * SEARCH_BINS;
    for (int i = sm * CONSUMERS + tid; i < MAX_ROWS * SEARCH_BINS; i += SMS * CONSUMERS) cleared[i] = 0;
    consumers_sync();
    if (tid == 0) {
      work.rounds = rounds;
      add_release((u32*)work.model.counters + COUNTER_ROUNDS * 32);
      wait_counter(work, COUNTER_ROUNDS, rounds * SMS, WAIT_ROUND);
    }
    consumers_sync();
  }

  // How far below the greatest a logit lies, in units of the temperature, as an integer of the same order: 0 is the best.
  __device__ __forceinline__ u32 depth(float logit, int r) const {
    return __float_as_uint(fmaxf((from_ordered(work.greatest[r]) - logit) / work.rows[r].temperature, 0.0f));
  }

  // Lowers `limit` of each row in `searching` to the depth at which `wanted` is reached: of tokens (top_k), or of
  // probability (top_p). 11, 11 and 10 bits of the depth at a time: each SM adds its logits' histogram to a common one.
  __device__ void search(u32 searching, bool by_count) {
    for (int level = 0; level < 3; level++) {
      const int shift = level == 0 ? 21 : level == 1 ? 10 : 0, above = level == 0 ? 32 : level == 1 ? 21 : 10;
      u64* common = (u64*)work.model.histograms + (u64)(work.rounds % SEARCH_BUFFERS) * MAX_ROWS * SEARCH_BINS;
#pragma unroll 1
      for (int r = 0; r < MAX_ROWS; r++) {
        if (!(searching >> r & 1)) continue;
        for (int i = tid; i < SEARCH_BINS; i += CONSUMERS) bins()[i] = 0;
        consumers_sync();
        each_logit(r, [&](int, float logit) {
          const u32 d = depth(logit, r);
          if (d > work.limit[r] || (level && d >> above != work.prefix[r])) return;
          const u64 amount = by_count ? 1 : (u64)(expf(-__uint_as_float(d)) * 1099511627776.0f);
          if (amount) atomicAdd(&bins()[d >> shift & (SEARCH_BINS - 1) & ((1u << (above - shift)) - 1)], amount);
        });
        consumers_sync();
        for (int i = tid; i < SEARCH_BINS; i += CONSUMERS)
          if (bins()[i]) add_u64(common + r * SEARCH_BINS + i, bins()[i]);
        consumers_sync();
      }
      round_trip();
      if (searching >> warp & 1) narrow(common + warp * SEARCH_BINS, warp, level, by_count);
      consumers_sync();
    }
  }
  // One warp finds the bin of a row's histogram in which `wanted` is reached.
  __device__ void narrow(const u64* common, int r, int level, bool by_count) {
    u64* mine_from = copied_bins(r) + lane * (LANE_BINS + 1);
    for (int i = 0; i < LANE_BINS; i += 16) {
      u64 bin[16];
#pragma unroll
      for (int j = 0; j < 16; j++) bin[j] = load_fresh(common + (i + j) * 32 + lane);
#pragma unroll
      for (int j = 0; j < 16; j++) {
        const int at = (i + j) * 32 + lane;
        copied_bins(r)[at + at / LANE_BINS] = bin[j];
      }
    }
    __syncwarp();
    u64 mine = 0;
    for (int i = 0; i < LANE_BINS; i++) mine += mine_from[i];
    u64 through = mine;
    for (int i = 1; i < 32; i <<= 1) {
      const u64 other = __shfl_up_sync(~0u, through, i);
      if (lane >= i) through += other;
    }
    const u64 total = __shfl_sync(~0u, through, 31);
    u64 wanted = work.wanted[r];
    if (level == 0) {
      wanted = by_count ? (u64)work.rows[r].top_k : (u64)((double)work.rows[r].top_p * (double)total);
      if (wanted < 1) wanted = 1;
    }
    if (wanted > total) wanted = total;
    __syncwarp();  // all lanes have read what one of them overwrites
    const u64 before = through - mine;
    if (before < wanted && wanted <= through) {
      u64 sum = before;
      int i = 0;
      for (; i < LANE_BINS - 1 && sum + mine_from[i] < wanted; i++) sum += mine_from[i];
      const int bin = lane * LANE_BINS + i;
      work.wanted[r] = wanted - sum;
      work.prefix[r] = level == 0 ? bin : level == 1 ? work.prefix[r] << 11 | bin : work.prefix[r] << 10 | bin;
      if (level == 2) work.limit[r] = min(work.limit[r], work.prefix[r]);
    }
  }
  // The best token of this SM's logits, noise added, among those within the row's limit.
  __device__ void draw_within(int r) {
    u64 best = 0;
    each_logit(r, [&](int id, float logit) {
      const u32 d = depth(logit, r);
      if (d <= work.limit[r]) best = max(best, candidate(gumbel(work.noise[r], id) - __uint_as_float(d), id));
    });
    for (int i = 16; i; i >>= 1) best = max(best, __shfl_xor_sync(~0u, best, i));
    if (lane == 0) atomicMax(&work.best[r], best);
  }

  __device__ void sample() {
    if (is_live(warp)) best_of_all(warp, false);
    if (tid < MAX_ROWS) {
      work.best[tid] = 0;
      const float min_p = work.rows[tid].min_p;
      work.limit[tid] = min_p > 0 ? __float_as_uint(fmaxf(-logf(min_p), 0.0f)) : 0x7f800000u;
    }
    consumers_sync();
    u32 searched = 0, by_count = 0, by_share = 0;
#pragma unroll 1
    for (int r = 0; r < MAX_ROWS; r++) {
      const Row& wish = work.rows[r];
      if (!is_live(r) || !wants_search(wish)) continue;
      searched |= 1u << r;
      by_count |= (u32)(wish.top_k > 0) << r;
      by_share |= (u32)(wish.top_p < 1) << r;
    }
    if (searched) {
      if (by_count) search(by_count, true);
      if (by_share) search(by_share, false);
#pragma unroll 1
      for (int r = 0; r < MAX_ROWS; r++)
        if (searched >> r & 1) draw_within(r);
      consumers_sync();
      if (tid < MAX_ROWS && searched >> tid & 1) ((u64*)work.model.best)[tid * SMS + sm] = work.best[tid];
      round_trip();
      if (searched >> warp & 1) best_of_all(warp, true);
      consumers_sync();
    }
    if (tid < MAX_ROWS) {
      int token = IDLE_TOKEN;
      if (is_live(tid)) {
        token = work.chosen[tid];
        const u32 finite = __float_as_uint(from_ordered(work.greatest[tid])) & 0x7f800000u;
        if (finite == 0x7f800000u) token = FAILED_TOKEN;
        bool ends = token < 0;
        for (int i = 0; i < work.rows[tid].stop_count; i++) ends |= token == work.rows[tid].stop_ids[i];
        if (--work.left[tid] <= 0) work.active[tid] = ROW_PAUSED;
        work.token[tid] = max(token, 0);
        work.position[tid]++;
        if (ends) work.active[tid] = ROW_ENDED;
        work.noise[tid] = splitmix64(splitmix64(work.rows[tid].seed) ^ (u64)(work.position[tid] + 1));
      }
      if (sm == 0) tell_host(work, token);
    }
  }
};
