// The router's choice.

struct Router : Products {
  using Products::Products;

  __device__ __forceinline__ void await_logits(int layer, int r, uint4& low, uint4& high) const {
    const uint4* from = (const uint4*)((const uint2*)work.model.router_logits + r * EXPERTS) + lane * 2;
    const u32 version = this->version(layer);
    u64 since = 0;
    for (int tries = 1; keep_asking(tries, since, layer, GATE_ROUTED); tries++) {
      if (lane * 4 < EXPERTS) low = load_fresh4(from), high = load_fresh4(from + 1);
      const bool there = low.y == version && low.w == version && high.y == version && high.w == version;
      if (!__any_sync(~0u, lane * 4 < EXPERTS && !there)) break;
    }
  }
  // The experts of row r and their weights, by one warp: the greatest logits first, of equal ones the lower expert.
  __device__ __forceinline__ void choose(int layer, int r) {
    int forced = -1;
    if (work.model.forced && lane < TOP_K)
      forced = ((const int*)work.model.forced)[(((work.epoch % work.model.forced_steps) * LAYERS + layer) * MAX_ROWS + r) *
                                                   TOP_K + lane];
    uint4 low = {}, high = {};  // four logits a lane, each with its version
    PROFILED(data_wait, await_logits(layer, r, low, high));
    u32 key[4] = {};
    float4 four = {0, 0, 0, 0};
    if (lane * 4 < EXPERTS) {
      four = make_float4(__uint_as_float(low.x), __uint_as_float(low.z), __uint_as_float(high.x), __uint_as_float(high.z));
      key[0] = ordered(four.x), key[1] = ordered(four.y), key[2] = ordered(four.z), key[3] = ordered(four.w);
    }
    int mine = 0;
    float logit = 0;
#pragma unroll
    for (int j = 0; j < TOP_K; j++) {
      const u32 local = max(max(key[0], key[1]), max(key[2], key[3]));
      const u32 greatest = __reduce_max_sync(~0u, local);
      const int winner = __ffs(__ballot_sync(~0u, local == greatest)) - 1;
      const int i = key[0] == local ? 0 : key[1] == local ? 1 : key[2] == local ? 2 : 3;
      const int expert = __shfl_sync(~0u, lane * 4 + i, winner);
      if (lane == winner) {  // without an index: the keys are registers
        key[0] = i == 0 ? 0 : key[0], key[1] = i == 1 ? 0 : key[1];
        key[2] = i == 2 ? 0 : key[2], key[3] = i == 3 ? 0 : key[3];
      }
      if (lane == j) mine = expert, logit = from_ordered(greatest);
    }
    if (work.model.forced) {
      const float x = __shfl_sync(~0u, four.x, forced >> 2), y = __shfl_sync(~0u, four.y, forced >> 2);
      const float z = __shfl_sync(~0u, four.z, forced >> 2), w = __shfl_sync(~0u, four.w, forced >> 2);
      mine = forced;
      logit = forced & 2 ? (forced & 1 ? w : z) : (forced & 1 ? y : x);
    }
    float weight = 0;
    if (lane < TOP_K) weight = ROUTER_SOFTMAX ? expf(logit - __shfl_sync((1u << TOP_K) - 1, logit, 0)) : 1 / (1 + expf(-logit));
    float total = weight;
    for (int i = 16; i; i >>= 1) total += __shfl_xor_sync(~0u, total, i);
    if (ROUTER_SOFTMAX || ROUTER_RENORMALISED) weight /= total;
    if (lane < TOP_K) {
      work.rank[r][mine] = lane;
      work.expert_weight[r][lane] = weight;
    }
  }

  // Warp r chooses for row r; then the distinct experts are listed. The producer waits for nothing else of this step.
  __device__ void route(const ShortTask& task) {
    ((int*)work.rank[warp])[lane] = -1;
    __syncwarp();
    if (is_live(warp)) choose(task.layer(), warp);
    consumers_sync();
    bool used = false;
    if (tid < 128) {
#pragma unroll
      for (int r = 0; r < MAX_ROWS; r++) used |= work.rank[r][tid] >= 0;
    }
    const u32 mask = __ballot_sync(~0u, used);
    if (lane == 0 && warp < 4) work.used[warp] = mask;
    consumers_sync();
    if (warp >= 4) return;
    int before = __popc(mask & ((1u << lane) - 1)), total = 0;
#pragma unroll
    for (int w = 0; w < 4; w++) {
      if (w < warp) before += __popc(work.used[w]);
      total += __popc(work.used[w]);
    }
    if (used) work.experts[before] = tid;
    if (tid == 0) work.distinct = total;
#ifdef EACH_THREAD_ARRIVES
    barrier_arrive(&work.routed);
#else
    __syncwarp();
    if (lane == 0) barrier_arrive(&work.routed);
#endif
  }
};
