// The heads' outputs from the attention's parts, by a warp of its own: the consumers go on with the experts meanwhile.

struct Combiner {
  Work& work;
  const int lane;

  __device__ Combiner(Work& work) : work(work), lane(threadIdx.x & 31) {}

  // A quarter of one head for row r. The lanes are four parts by eight times four dimensions; the step's own token is the
  // last part.
  __device__ __forceinline__ void combine(int layer, int item, int r) const {
    const int sub = lane >> 3, d = lane & 7;
    const int head = item / COMBINE_QUARTERS, key_head = head / GROUP_HEADS;
    const int dim = item % COMBINE_QUARTERS * QUARTER_DIM + d * 4;
    const int parts = Split(work.position[r], work.layers[layer].window).parts();
    const long long first = (long long)(r * KV_HEADS + key_head) * PARTS * GROUP_HEADS + head % GROUP_HEADS;
    // All loads first: they take one trip to the second-level cache together.
    const uint2 q = load_fresh2((const u16*)work.model.q + r * QUERY_SIZE + head * HEAD_DIM + lane * 4);
    const uint2 k = load_fresh2((const u16*)work.model.new_kv + r * KV_SIZE + key_head * HEAD_DIM + lane * 4);
    const uint2 v = load_fresh2((const u16*)work.model.new_kv + (MAX_ROWS + r) * KV_SIZE + key_head * HEAD_DIM + dim);
    u64 stats[2];
#pragma unroll
    for (int i = 0; i < 2; i++) {
      stats[i] = __float_as_uint(NOTHING);
      if (lane + i * 32 < parts) stats[i] = load_fresh((const u64*)work.model.part_stats + first + (lane + i * 32) * GROUP_HEADS);
    }
    float4 out[(PARTS + 3) / 4];
#pragma unroll
    for (int i = 0; i < (PARTS + 3) / 4; i++) {
      out[i] = make_float4(0, 0, 0, 0);
      if (i * 4 + sub < parts)
        out[i] = load_fresh4((const float*)work.model.part_out + (first + (i * 4 + sub) * GROUP_HEADS) * HEAD_DIM + dim);
    }
    float score = low_half(q.x) * low_half(k.x) + high_half(q.x) * high_half(k.x) + low_half(q.y) * low_half(k.y) +
                  high_half(q.y) * high_half(k.y);
    const float top0 = __uint_as_float((u32)stats[0]), top1 = __uint_as_float((u32)stats[1]);
    float top = fmaxf(top0, top1);
    for (int i = 16; i; i >>= 1) {
      score += __shfl_xor_sync(~0u, score, i);
      top = fmaxf(top, __shfl_xor_sync(~0u, top, i));
    }
    score *= SCORE_SCALE;
    top = fmaxf(top, score);
    const float weight0 = exp2_fast(top0 - top), weight1 = exp2_fast(top1 - top), own = exp2_fast(score - top);
    float all = __uint_as_float((u32)(stats[0] >> 32)) * weight0 + __uint_as_float((u32)(stats[1] >> 32)) * weight1;
    for (int i = 16; i; i >>= 1) all += __shfl_xor_sync(~0u, all, i);
    float4 sum = {0, 0, 0, 0};
#pragma unroll
    for (int i = 0; i < (PARTS + 3) / 4; i++) {
      const float weight = __shfl_sync(~0u, i < 8 ? weight0 : weight1, (i * 4 + sub) & 31);
      sum.x += out[i].x * weight, sum.y += out[i].y * weight, sum.z += out[i].z * weight, sum.w += out[i].w * weight;
    }
    for (int i = 8; i <= 16; i <<= 1) {
      sum.x += __shfl_xor_sync(~0u, sum.x, i), sum.y += __shfl_xor_sync(~0u, sum.y, i);
      sum.z += __shfl_xor_sync(~0u, sum.z, i), sum.w += __shfl_xor_sync(~0u, sum.w, i);
    }
    if (sub) return;
    const float scale = 1 / (all + own);
    uint2 to;
    to.x = pack((sum.x + own * low_half(v.x)) * scale, (sum.y + own * high_half(v.x)) * scale);
    to.y = pack((sum.z + own * low_half(v.y)) * scale, (sum.w + own * high_half(v.y)) * scale);
    *(uint2*)((u16*)work.model.attended + r * QUERY_SIZE + head * HEAD_DIM + dim) = to;
  }

  // Whether the warp goes on; its first lane knows.
  __device__ __forceinline__ bool agreed(bool here) const { return __shfl_sync(~0u, here, 0); }

  __device__ void run(const Task* tasks) {
    for (int step = 0; step < work.steps; step++) {
      if (lane == 0 && step) wait_barrier(work, &work.stepped, (step - 1) & 1, WAIT_STEP, step);
      __syncwarp();
      const u32 live = active_mask(work);
      if (!agreed(live && !work.dead)) return;
      for (int i = 0; work.tasks[i].kind >= 0; i++) {
        const ShortTask task = work.tasks[i];
        if (task.kind != TASK_COMBINE) continue;
#ifdef PROFILE
        const u64 started = clock64();
#endif
        if (lane == 0) wait_ready(work, i);
        if (!agreed(!work.dead)) return;
#ifdef PROFILE
        const u64 ready = clock64();
#endif
        for (int item = task.first; item < task.first + task.count; item++)
#pragma unroll 1
          for (int r = 0; r < MAX_ROWS; r++)
            if (live >> r & 1) combine(task.layer(), item, r);
        __syncwarp();
        if (lane == 0) add_release((u32*)work.model.counters + tasks[i].signals * 32);
#ifdef PROFILE
        if (lane == 0) {
          u64* noted = profile_entry(work, i);
          noted[0] = started, noted[1] = ready, noted[2] = clock64(), noted[3] = 0;
        }
#endif
      }
    }
  }
};
