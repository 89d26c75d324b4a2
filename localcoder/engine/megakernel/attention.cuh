// Attention over the cached tokens, and the heads' outputs from its parts.

struct Attention : Router {
  using Router::Router;

  __device__ __forceinline__ u32 tiles_of(u32 s) const { return shared_address(ring) + s * SLOT_BYTES; }

  // ---- a chunk of up to 128 tokens, from group `g` on. Barriers of all consumers separate the three parts.
  // Its scores: warp w has tokens 16w to 16w + 15, of all 8 heads.
  __device__ __forceinline__ void score_chunk(const u32 (&query)[8][2], int tiles, int slots) {
    auto& scratch = work.attend;
    const u32 first = take<2>(slots);
    const u32 low = tiles_of(first), high = tiles_of(wrapped(first + slots - 1));  // tiles 0..3 and 4..7
    if (warp < tiles) {
      float score[2][4] = {};
      const int token = (lane & 7) + (lane & 8);
      const u32 keys = (warp < SLOT_TILES ? low : high) + warp % SLOT_TILES * TILE_BYTES + token * 128;
      u32 k[8][4];
#pragma unroll
      for (int s = 0; s < 8; s++)
        load_matrices(k[s], keys + (s >> 2) * (TILE_BYTES / 2) + ((((s & 3) * 2 + (lane >> 4)) ^ (token & 7)) << 4));
#pragma unroll
      for (int s = 0; s < 8; s++) multiply(score[s & 1], k[s][0], k[s][1], k[s][2], k[s][3], query[s][0], query[s][1]);
      float* to = &scratch.scores[column * 2][warp * GROUP_TOKENS + row];
      to[0] = score[0][0] + score[1][0], to[SCORE_STRIDE] = score[0][1] + score[1][1];
      to[8] = score[0][2] + score[1][2], to[SCORE_STRIDE + 8] = score[0][3] + score[1][3];
    }
    release(first, slots);
  }
  // Its weights: warp w has head w, whose `greatest` score and `total` weight (this lane's share) go on.
  __device__ __forceinline__ void weigh_chunk(int g, int tiles, int visible, int old_tokens, float& greatest, float& total) {
    auto& scratch = work.attend;
    float weight[4], top = greatest;
#pragma unroll
    for (int i = 0; i < 4; i++) {
      const int t = lane + i * 32, at = g * GROUP_TOKENS + t;
      weight[i] = NOTHING;
      if (t < tiles * GROUP_TOKENS && at >= visible && at < old_tokens) weight[i] = scratch.scores[warp][t] * SCORE_SCALE;
      top = fmaxf(top, weight[i]);
    }
    for (int i = 16; i; i >>= 1) top = fmaxf(top, __shfl_xor_sync(~0u, top, i));
    const float shrink = exp2_fast(greatest - top);
    total *= shrink;
    greatest = top;
#pragma unroll
    for (int i = 0; i < 4; i++) {
      weight[i] = exp2_fast(weight[i] - top);
      total += weight[i];
      scratch.weights[warp][lane + i * 32] = (u16)pack(weight[i], 0);
    }
    if (lane == 0) scratch.rescale[warp] = shrink;
  }
  // Its values, weighted and added: warp w has dimensions 16w to 16w + 15, of all 8 heads.
  __device__ __forceinline__ void add_chunk(float (&out)[4], int g, int tiles, int slots, int visible, int old_tokens) {
    auto& scratch = work.attend;
    const u32 first = take<2>(slots);
    const u32 low = tiles_of(first), high = tiles_of(wrapped(first + slots - 1));
    // All eight tiles, without a branch: one that is not there counts as the first, with weight 0.
    u32 v[CHUNK_GROUPS][4];
    const int token = (lane & 7) + (lane >> 4) * 8, chunk = warp * 2 + (lane >> 3 & 1);
    const u32 place = (chunk >> 3) * (TILE_BYTES / 2) + token * 128 + (((chunk & 7) ^ (token & 7)) << 4);
#pragma unroll
    for (int s = 0; s < CHUNK_GROUPS; s++)
      load_matrices_transposed(v[s], (s >= tiles ? low : (s < SLOT_TILES ? low : high) + s % SLOT_TILES * TILE_BYTES) + place);
    // What lies beyond the row's own tokens may be anything, and 0 * NaN is NaN.
    if (g * GROUP_TOKENS < visible || (g + tiles) * GROUP_TOKENS > old_tokens) {
#pragma unroll
      for (int s = 0; s < CHUNK_GROUPS; s++)
#pragma unroll
        for (int i = 0; i < 4; i++) {
          const int t = (g + (s < tiles ? s : 0)) * GROUP_TOKENS + column * 2 + (i >> 1) * 8;
          if (t < visible || t >= old_tokens) v[s][i] &= 0xffff0000u;
          if (t + 1 < visible || t + 1 >= old_tokens) v[s][i] &= 0x0000ffffu;
        }
    }
    float added[2][4] = {};
#pragma unroll
    for (int s = 0; s < CHUNK_GROUPS; s++) {
      const u16* w = &scratch.weights[row][s * GROUP_TOKENS + column * 2];
      multiply(added[s & 1], v[s][0], v[s][1], v[s][2], v[s][3], *(const u32*)w, *(const u32*)(w + 8));
    }
    release(first, slots);
    const float shrinks[2] = {scratch.rescale[column * 2], scratch.rescale[column * 2 + 1]};
#pragma unroll
    for (int i = 0; i < 4; i++) out[i] = out[i] * shrinks[i & 1] + (added[0][i] + added[1][i]);
  }

  // ---- tasks
  // One part over one key head, row by row, chunk by chunk.
  __device__ void attend(const ShortTask& task) {
    const int head = task.first / PARTS, part = task.first % PARTS, window = work.layers[task.layer()].window;
    auto& scratch = work.attend;
    int begin = 0, end = 0;
    auto next_row = [&](int r) {  // with a part for this SM
#pragma unroll 1
      for (; r < MAX_ROWS; r++) {
        if (!is_live(r)) continue;
        const Split split(work.position[r], window);
        begin = split.first + part * split.size, end = min(split.end, begin + split.size);
        if (begin < end) break;
      }
      return r;
    };
    // The heads' queries come once for the block: its warps all need them, and so do the SMs of the other parts.
    auto load_query = [&](int r) {
      return load_fresh2((const u16*)work.model.q + r * QUERY_SIZE + (head * GROUP_HEADS + warp) * HEAD_DIM + lane * 4);
    };
    uint2 upcoming = {0, 0};
    int next = next_row(0);
    if (next < MAX_ROWS) upcoming = load_query(next);
    while (next < MAX_ROWS) {
      const int r = next, first_group = begin, end_group = end, old_tokens = work.position[r];
      const int visible = window ? max(0, old_tokens + 1 - window) : 0;
      *(uint2*)&scratch.query[warp][lane * 4] = upcoming;
      next = next_row(r + 1);
      if (next < MAX_ROWS) upcoming = load_query(next);
      consumers_sync();
      u32 query[8][2];
#pragma unroll
      for (int s = 0; s < 8; s++) {
        query[s][0] = *(const u32*)&scratch.query[row][s * 16 + column * 2];
        query[s][1] = *(const u32*)&scratch.query[row][s * 16 + column * 2 + 8];
      }
      float greatest = NOTHING, total = 0;  // of head `warp`; the sum is this lane's share
      float out[4] = {};
      for (int g = first_group; g < end_group; g += CHUNK_GROUPS) {
        const int tiles = min(CHUNK_GROUPS, end_group - g), slots = tiles > SLOT_TILES ? 2 : 1;
        score_chunk(query, tiles, slots);
        consumers_sync();
        weigh_chunk(g, tiles, visible, old_tokens, greatest, total);
        consumers_sync();
        add_chunk(out, g, tiles, slots, visible, old_tokens);
      }
      const int at = ((r * KV_HEADS + head) * PARTS + part) * GROUP_HEADS;
      float* to = (float*)work.model.part_out + (long long)(at + column * 2) * HEAD_DIM + warp * 16 + row;
      to[0] = out[0], to[HEAD_DIM] = out[1], to[8] = out[2], to[HEAD_DIM + 8] = out[3];
      for (int i = 16; i; i >>= 1) total += __shfl_xor_sync(~0u, total, i);
      if (lane == 0) ((float2*)work.model.part_stats)[at + warp] = make_float2(greatest, total);
    }
  }
};
