// Tasks that multiply weights: projections, gate and up, the head; attention output and the experts' way down.

struct Products : Reader {
  using Reader::Reader;

  u32 input[HIDDEN_STEPS][4];  // this lane's columns of the layer's normed input, from QKV to UP
  // To tell the compiler that nobody needs them: else they take registers from tasks in which they are idle.
  __device__ __forceinline__ void forget_input() {
#pragma unroll
    for (int s = 0; s < HIDDEN_STEPS; s++) input[s][0] = input[s][1] = input[s][2] = input[s][3] = 0;
  }

  // One SM's units of 8 rows against the normed hidden state: of the projections, of gate and up, of the head. Sums are
  // joined every few units; `places` decides how many, not in which order anything is summed.
  __device__ void normed_product(const ShortTask& task) {
    int first = task.first, count = task.count;
    if (EXPERTS > 0 && task.kind == TASK_UP) {
      const UpShare share(work.distinct, sm);
      first = share.first, count = share.end - share.first;
    }
    constexpr int SLOTS = unit_slots(HIDDEN);
    Best best;
    if (count <= 0) {
      if (task.kind == TASK_HEAD) finish_best(0, best);
      return;
    }
    // Each SM has a QKV task in each layer, which reads the input and finds 1 / rms for those that follow it there too.
    if (task.kind == TASK_QKV || task.kind == TASK_HEAD) {
      float squares;
      PROFILED(data_wait, squares = await_input(input, task.layer(), is_live(warp)));
      if (lane == 0) work.inverse_rms[warp] = rsqrtf(squares / HIDDEN + NORM_EPS);
    }
    const int places = covered(), together = SUMS / UNIT_ROWS / places;
    const int my_unit = tid / UNIT_ROWS / places, my_token = tid / UNIT_ROWS % places, my_row = tid % UNIT_ROWS;
    for (int u = 0; u < count; u += 2) {
      float sum[CHAINS][4] = {};
      const int slots = u + 1 < count ? 2 * SLOTS : SLOTS;  // of two units, or of the last one
      const u32 taken = take<2 * SLOTS>(slots);
      multiply_steps(sum, input, weight_row<HIDDEN>(taken, slots, 0), weight_row<HIDDEN>(taken, slots, slots > SLOTS));
      release(taken, slots);
      const int j = u & (together - 1);
      store_sums<HIDDEN>(&work.sums[warp][j * places * UNIT_ROWS], sum, places, slots);
      const bool last = u + 2 >= count;
      if (j < together - 2 && !last) continue;
      consumers_sync();
      float value = 0;
#pragma unroll
      for (int w = 0; w < CONSUMER_WARPS; w++) value += work.sums[w][tid];
      value *= work.inverse_rms[my_token];
      const int unit = min(u - j + my_unit, count - 1);
      const bool valid = u - j + my_unit == unit && my_unit <= j + 1 && is_live(my_token);
      switch (task.kind) {
        case TASK_QKV: finish_qkv(task.layer(), first + unit, my_token, my_row, value, valid); break;
        case TASK_HEAD: finish_head(first + unit, my_token, my_row, value, valid, best); break;
        default: finish_up(task.kind, first + unit, my_token, my_row, value, valid);
      }
      if (!last) consumers_sync();
    }
    if (task.kind == TASK_HEAD) finish_best(my_token, best);
  }

  // Whole warps come here, for the shuffles, with values that may be nobody's: then `valid` is false.
  __device__ __forceinline__ void finish_qkv(int layer, int unit, int token, int n, float value, bool valid) {
    const int r = unit * UNIT_ROWS + n;
    const float other = __shfl_xor_sync(~0u, value, 1);
    if (valid && r >= QKV_ROWS)
      store_pair((uint2*)work.model.router_logits + token * EXPERTS + r - QKV_ROWS, __float_as_uint(value), version(layer));
    if (work.layers[layer].rope && r < QUERY_SIZE + KV_SIZE) {
      const float2 turn = work.rotary[token][r % HEAD_DIM / 2];
      value = n & 1 ? value * turn.x + other * turn.y : value * turn.x - other * turn.y;
    }
    const float next = __shfl_xor_sync(~0u, value, 1);
    if (!valid || n & 1 || r >= QKV_ROWS) return;
    const u32 pair = pack(value, next);
    if (r < QUERY_SIZE) {
      *(u32*)((u16*)work.model.q + token * QUERY_SIZE + r) = pair;
      return;
    }
    const int kind = r >= QUERY_SIZE + KV_SIZE, at = r - QUERY_SIZE - kind * KV_SIZE;
    *(u32*)((u16*)work.model.new_kv + (kind * MAX_ROWS + token) * KV_SIZE + at) = pair;
    const long long cached = ((long long)(layer * 2 + kind) * KV_HEADS + at / HEAD_DIM) * work.model.slots + work.cache_slot[token];
    *(u32*)((u16*)work.model.cache + cached * HEAD_DIM + at % HEAD_DIM) = pair;
    fence_copies();
  }
  // silu(gate) * up, times the router's weight: rows 0..3 of a unit are gate rows, 4..7 the up rows beside them.
  __device__ __forceinline__ void finish_up(int kind, int unit, int token, int n, float value, bool valid) {
    float weight = 1;
    u16* to = (u16*)work.model.activated + token * DENSE_FF + unit * 4;
    if (EXPERTS > 0 && kind == TASK_UP) {
      const int rank = work.rank[token][work.experts[unit / UP_UNITS]];
      valid &= rank >= 0;
      weight = work.expert_weight[token][max(rank, 0)];
      to = (u16*)work.model.activated + (token * TOP_K + rank) * EXPERT_FF + unit % UP_UNITS * 4;
    }
    const float up = __shfl_xor_sync(~0u, value, 4);
    const float h = value / (1 + exp2_fast(-1.4426950408889634f * value)) * up * weight;
    const float next = __shfl_xor_sync(~0u, h, 1);
    if (valid && (n & 5) == 0) *(u32*)(to + n) = pack(h, next);
  }
  struct Best {
    u64 token = 0;
    u32 greatest = NO_LOGIT;
  };
  __device__ __forceinline__ void finish_head(int unit, int token, int n, float value, bool valid, Best& best) {
    if (!valid) return;
    const Row& wish = work.rows[token];
    const int id = unit * UNIT_ROWS + n;
    value *= LOGIT_SCALE;
    best.greatest = max(best.greatest, ordered(value));
    const bool searched = wants_search(wish);
    if (wish.wants_logits || searched) ((float*)work.model.logits)[(long long)token * VOCAB + id] = value;
    if (searched) return;
    const float score = wish.temperature > 0 ? value / wish.temperature + gumbel(work.noise[token], id) : value;
    best.token = max(best.token, candidate(score, id));
  }
  __device__ __forceinline__ void finish_best(int token, const Best& best) {
    consumers_sync();
    if (tid < MAX_ROWS) work.best[tid] = 0, work.greatest[tid] = NO_LOGIT;
    consumers_sync();
    if (is_live(token)) {
      atomicMax(&work.best[token], best.token);
      atomicMax(&work.greatest[token], best.greatest);
    }
    consumers_sync();
    if (tid < MAX_ROWS && is_live(tid)) {
      ((u64*)work.model.best)[tid * SMS + sm] = work.best[tid];
      ((float*)work.model.greatest)[tid * SMS + sm] = from_ordered(work.greatest[tid]);
    }
  }

  // ---- tasks
  // What every task of a step needs of a row's position. In turns and in double, a far position's angle keeps its digits.
  __device__ void begin_step() {
    for (int i = tid; i < MAX_ROWS * HEAD_DIM / 2; i += CONSUMERS) {
      const int r = i / (HEAD_DIM / 2), pair = i % (HEAD_DIM / 2);
      const double turns = (double)work.position[r] * ((const double*)work.model.turns)[pair];
      float sine, cosine;
      sincospif(2.0f * (float)(turns - floor(turns)), &sine, &cosine);
      work.rotary[r][pair] = make_float2(cosine, sine);
    }
    if (tid < MAX_ROWS && is_live(tid)) {
      const int position = work.position[tid];
      work.cache_slot[tid] = work.tables[tid * work.table_stride + position / BLOCK_TOKENS] * BLOCK_TOKENS + position % BLOCK_TOKENS;
    }
  }

  __device__ void embed(const ShortTask& task) {
    const int token = tid / SLICE_COLUMNS, c = tid % SLICE_COLUMNS;
    if (tid >= MAX_ROWS * SLICE_COLUMNS) return;
    for (int s = task.first; s < task.first + task.count; s++) {
      const int at = s * SLICE_COLUMNS + c;
      float x = 0;
      if (is_live(token)) {
        x = __uint_as_float((u32)((const u16*)work.model.embedding)[(u64)work.token[token] * HIDDEN + at] << 16);
        ((float*)work.model.x)[token * HIDDEN + at] = x;
      }
      publish(0, token, at, x, norm_weight(0, at));
    }
  }

  // The two units of a slice. The warps' sums go to shared memory, where those of the down projection join them.
  __device__ __forceinline__ void output() {
    constexpr int AT_ONCE = QUERY_STEPS < 8 ? QUERY_STEPS : 8;  // all 16 would spill registers
    const u16* from = (const u16*)work.model.attended + row * QUERY_SIZE + warp * QUERY_STEPS * 32 + column * 8;
    u32 a[AT_ONCE][4];
    auto load = [&](int step) {
#pragma unroll
      for (int s = 0; s < AT_ONCE; s++) load_fresh_if(is_live(row), a[s], from + (step + s) * 32);
    };
    load(0);
    constexpr int SLOTS = 2 * unit_slots(QUERY_SIZE);
    const u32 first = take<SLOTS>(SLOTS);
    const unsigned char* one = weight_row<QUERY_SIZE>(first, SLOTS, 0);
    const unsigned char* two = weight_row<QUERY_SIZE>(first, SLOTS, 1);
    float sum[CHAINS][4] = {};
#pragma unroll 1
    for (int step = 0; step < QUERY_STEPS; step += AT_ONCE) {
      multiply_steps(sum, a, one + step * 64, two + step * 64);
      if (step + AT_ONCE < QUERY_STEPS) load(step + AT_ONCE);
    }
    release(first, SLOTS);
    store_sums<QUERY_SIZE>(work.sums[warp], sum, MAX_ROWS, SLOTS);
  }

  // `matrices` down projections of the same slice in turn, then the residual. `address(i, token)` is the token's activation
  // for matrix i, or null for none. A token's experts are added in the order of their numbers.
  template <int COLUMNS, class Address> __device__ __forceinline__ void down(const ShortTask& task, int matrices, Address address) {
    constexpr int GROUPS = column_groups(COLUMNS), STEPS = column_steps(COLUMNS);
    constexpr int AHEAD = STEPS <= 4 ? 4 : 1;  // matrices whose activations are under way while others are multiplied
    u32 a[AHEAD][STEPS][4];
    auto load = [&](u32(&to)[STEPS][4], int i) {
      load_columns(to, i < matrices && is_live(row) ? address(i, row) : nullptr, warp % GROUPS);
    };
#pragma unroll
    for (int j = 0; j < AHEAD; j++) load(a[j], j);
    // What the end needs, early: the residual (this SM wrote it) and the weight of the norm to come.
    const int token = tid / SLICE_COLUMNS, c = tid % SLICE_COLUMNS, at = task.first * SLICE_COLUMNS + c;
    const bool mine = tid < MAX_ROWS * SLICE_COLUMNS && is_live(token);
    float x = 0, weight = 0;
    if (mine) {
      x = ((const float*)work.model.x)[((task.layer() & 1) * MAX_ROWS + token) * HIDDEN + at];
      weight = norm_weight(task.layer() + 1, at);
    }
    float sum[CHAINS][4] = {};
    constexpr int SLOTS = 2 * unit_slots(COLUMNS);
    for (int i = 0; i < matrices; i += AHEAD) {
#pragma unroll
      for (int j = 0; j < AHEAD; j++) {
        if (i + j >= matrices) break;
        const u32 first = take<SLOTS>(SLOTS);
        if (GROUPS == CONSUMER_WARPS || warp < GROUPS)
          multiply_steps(sum, a[j], weight_row<COLUMNS>(first, SLOTS, 0), weight_row<COLUMNS>(first, SLOTS, 1));
        release(first, SLOTS);
        // Of the next four, not of the next two: under load these reads take two microseconds.
        load(a[j], i + j + AHEAD);
      }
    }
    store_sums<COLUMNS, true>(work.sums[warp], sum, MAX_ROWS, SLOTS);
    consumers_sync();
    if (tid >= MAX_ROWS * SLICE_COLUMNS) return;
    float added = 0;
#pragma unroll
    for (int w = 0; w < CONSUMER_WARPS; w++) added += work.sums[w][(c / UNIT_ROWS * MAX_ROWS + token) * UNIT_ROWS + c % UNIT_ROWS];
    x += added;
    if (mine) ((float*)work.model.x)[((task.layer() + 1 & 1) * MAX_ROWS + token) * HIDDEN + at] = x;
    publish(task.layer() + 1, token, at, x, weight);
  }
};
