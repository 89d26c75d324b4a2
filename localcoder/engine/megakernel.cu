// One persistent kernel that runs whole decode steps: one block per SM, resident for up to LAUNCH_STEPS steps of up to
// MAX_ROWS sequences. Constants and structures come from `megakernel/abi.py`, the task lists from `megakernel/tasks.py`;
// both are compiled or copied in, never repeated here. `docs/megakernel.md` explains design, memory ordering and figures.
//
// One layer, as its tasks see it (=> a counter: all SMs; -> stays with the SM):
//
//   x[layer] => QKV ----q, k, v------=> ATTEND =parts=> COMBINE =heads=> OUTPUT -> DOWN => x[layer + 1]
//                 \--router logits---=> ROUTE -> UP ======activations============/
//
// Two roles. One warp produces: it copies weights and cached keys and values through a ring of slots in shared memory, in
// exactly the order in which the other warps consume them, and runs ahead of them over tasks and layers. Only the experts'
// weights wait, for the router. Sixteen warps consume: all of them work on each slot, a slice of its columns each, and add
// up their partial sums through shared memory at the end of a few units. Every sum has one owner and one order.

typedef unsigned long long u64;
typedef unsigned int u32;
typedef unsigned short u16;

constexpr int CONSUMERS = CONSUMER_WARPS * 32;
constexpr int THREADS = CONSUMERS + 32;
constexpr int ROW_PAD = 64;  // bytes between rows of a slot: 16-byte reads of 8 rows then touch every bank once
constexpr int HIDDEN_CHUNKS = HIDDEN / HIDDEN_CHUNK;
constexpr int HIDDEN_STEPS = HIDDEN_CHUNK / 32 / CONSUMER_WARPS;  // 32-column steps of one warp in one slot
constexpr int QUERY_CHUNKS = QUERY_SIZE / QUERY_CHUNK;
constexpr int QUERY_STEPS = QUERY_CHUNK / 32 / CONSUMER_WARPS;
constexpr int SUMS = 256;                                           // partial sums of one warp between two joins
constexpr int CHUNK_GROUPS = 4;                                     // 16-token tiles in one slot
constexpr int CHUNK_TOKENS = CHUNK_GROUPS * GROUP_TOKENS;
constexpr int TILE_BYTES = GROUP_TOKENS * HEAD_DIM * 2;
constexpr int SCORE_STRIDE = CHUNK_TOKENS + 4;
constexpr int WEIGHT_STRIDE = CHUNK_TOKENS + 8;
constexpr int QUARTER_DIM = HEAD_DIM / COMBINE_QUARTERS;
constexpr int MAX_DISTINCT = MAX_ROWS * (TOP_K > 0 ? TOP_K : 1);
constexpr float SCORE_SCALE = 1.4426950408889634f * 0.08838834764831845f;  // log2(e) / sqrt(HEAD_DIM)
constexpr float NOTHING = -1e30f;  // a score that no token has
static_assert(HEAD_DIM == 128 && GROUP_HEADS == 8 && MAX_ROWS == 8 && UNIT_ROWS == 8 && BLOCK_TOKENS == 64);
static_assert(HIDDEN_STEPS >= 1 && QUERY_STEPS >= 1);

struct Task {
  int kind, layer, first, count, waits, target, signals, flags;
};

// ---------------------------------------------------------------------------------------------- instructions by name

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
__device__ __forceinline__ bool barrier_passed(u64* b, u32 parity) {
  u32 passed;
  asm volatile(
      "{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}"
      : "=r"(passed) : "r"(shared_address(b)), "r"(parity) : "memory");
  return passed;
}
// Copies land out of order; the barrier counts their bytes.
__device__ __forceinline__ void copy_row(void* to, const void* from, u32 bytes, u64* landed) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   shared_address(to)), "l"(from), "r"(bytes), "r"(shared_address(landed)) : "memory");
}
// 16 cached tokens x 128: two halves of 64 columns, each 16 rows of 128 bytes, swizzled
__device__ __forceinline__ void copy_tile(void* to, u64 map, int row, u64* landed) {
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4}], [%5];" ::"r"(
          shared_address(to)), "l"(map), "r"(0), "r"(row), "r"(0), "r"(shared_address(landed)) : "memory");
}
// Orders ordinary writes before later reads by the copy engine, and the other way round.
__device__ __forceinline__ void fence_copies() { asm volatile("fence.proxy.async;" ::: "memory"); }
__device__ __forceinline__ u32 load_acquire(const u32* p) {
  u32 v;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
  return v;
}
__device__ __forceinline__ void add_release(u32* p) {
  asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(p) : "memory");
}
__device__ __forceinline__ void add_u64(u64* p, u64 v) {
  asm volatile("red.relaxed.gpu.global.add.u64 [%0], %1;" ::"l"(p), "l"(v) : "memory");
}
__device__ __forceinline__ void store_host(u64* p, u64 v) {
  asm volatile("st.relaxed.sys.global.u64 [%0], %1;" ::"l"(p), "l"(v) : "memory");
}
__device__ __forceinline__ void consumers_sync() { asm volatile("bar.sync 1, %0;" ::"n"(CONSUMERS) : "memory"); }
__device__ __forceinline__ u64 nanoseconds() {
  u64 t;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t));
  return t;
}
// What other SMs wrote in this launch is read past the first-level cache, which is not coherent.
__device__ __forceinline__ float4 load_fresh4(const float* p) {
  float4 v;
  asm volatile("ld.global.cg.v4.f32 {%0,%1,%2,%3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(p) : "memory");
  return v;
}
__device__ __forceinline__ uint4 load_fresh4(const u16* p) {
  uint4 v;
  asm volatile("ld.global.cg.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p) : "memory");
  return v;
}
__device__ __forceinline__ uint2 load_fresh2(const u16* p) {
  uint2 v;
  asm volatile("ld.global.cg.v2.u32 {%0,%1}, [%2];" : "=r"(v.x), "=r"(v.y) : "l"(p) : "memory");
  return v;
}
__device__ __forceinline__ u32 load_fresh(const u16* p) {
  u32 v;
  asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
  return v;
}
__device__ __forceinline__ float load_fresh(const float* p) {
  float v;
  asm volatile("ld.global.cg.f32 %0, [%1];" : "=f"(v) : "l"(p) : "memory");
  return v;
}
__device__ __forceinline__ u64 load_fresh(const u64* p) {
  u64 v;
  asm volatile("ld.global.cg.u64 %0, [%1];" : "=l"(v) : "l"(p) : "memory");
  return v;
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
__device__ __forceinline__ float low_half(u32 v) { return __uint_as_float(v << 16); }
__device__ __forceinline__ float high_half(u32 v) { return __uint_as_float(v & 0xffff0000u); }
// sum[token lane/4][row 2c, 2c+1] += a[8 tokens x 16] * b[16 x 8 weight rows]. Tokens 8..15 of the instruction stay zero.
__device__ __forceinline__ void multiply(float (&sum)[4], u32 a0, u32 a1, u32 b0, u32 b1) {
  asm(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%5}, {%7,%8}, {%0,%1,%2,%3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3]) : "r"(a0), "r"(0), "r"(a1), "r"(b0), "r"(b1));
}
__device__ __forceinline__ void multiply(float (&sum)[4], const u32 (&a)[4], u32 b0, u32 b1) {
  asm(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
__device__ __forceinline__ void load_matrices(u32 (&a)[4], u32 address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3]) : "r"(address) : "memory");
}
__device__ __forceinline__ void load_matrices_transposed(u32 (&a)[4], u32 address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3]) : "r"(address) : "memory");
}

// ------------------------------------------------------------------------------------------------- pure definitions

// This SM's share of `total`, equal to within one (`tasks.py`: _share).
__device__ __forceinline__ int share_start(int total, int sm) { return (int)((long long)total * sm / SMS); }

// How a row's attention is split: from its own length alone (`geometry.py`: part_of).
struct Split {
  int visible, first, end, size;
  __device__ __forceinline__ Split(int old_tokens, int window) {
    visible = window ? max(0, old_tokens + 1 - window) : 0;
    first = visible / GROUP_TOKENS;
    end = (old_tokens + GROUP_TOKENS - 1) / GROUP_TOKENS;
    if (visible >= old_tokens) end = first;
    size = max(MIN_PART_GROUPS, (end - first + PARTS - 1) / PARTS);
  }
  __device__ __forceinline__ int parts() const { return (end - first + size - 1) / size; }
};

// A float as an unsigned integer of the same order; NaN comes out greatest.
__device__ __forceinline__ u32 ordered(float f) {
  const u32 bits = __float_as_uint(f);
  return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}
__device__ __forceinline__ float from_ordered(u32 v) {
  return __uint_as_float(v & 0x80000000u ? v & 0x7fffffffu : ~v);
}
// The greater score wins, then the lower token.
__device__ __forceinline__ u64 candidate(float score, int token) { return (u64)ordered(score) << 32 | (u32)~token; }
__device__ __forceinline__ int token_of(u64 candidate) { return (int)~(u32)candidate; }

// Gumbel noise as `engine/sampling.py` defines it.
__device__ __forceinline__ u64 splitmix64(u64 v) {
  v += 0x9E3779B97F4A7C15ull;
  v = (v ^ (v >> 30)) * 0xBF58476D1CE4E5B9ull;
  v = (v ^ (v >> 27)) * 0x94D049BB133111EBull;
  return v ^ (v >> 31);
}
__device__ __forceinline__ u32 mix32(u32 v) {
  v = (v ^ (v >> 16)) * 0x7FEB352Du;
  v = (v ^ (v >> 15)) * 0x846CA68Bu;
  return v ^ (v >> 16);
}
__device__ __forceinline__ float gumbel(u64 key, int token) {
  const u32 bits = mix32(mix32((u32)token ^ (u32)key) ^ (u32)(key >> 32));
  const float uniform = fminf(__fmul_rn(__fadd_rn((float)bits, 0.5f), 2.3283064365386963e-10f), 1.0f - 5.9604644775390625e-08f);
  return -logf(-log1pf(-uniform));
}

// ---------------------------------------------------------------------------------------------- the block's own memory

struct Work {
  union {
    float sums[CONSUMER_WARPS][SUMS];  // partial sums on their way to a join
    struct {
      float scores[4][GROUP_HEADS][SCORE_STRIDE];  // by quarter of the dimensions
      u16 weights[GROUP_HEADS][WEIGHT_STRIDE];
      float rescale[GROUP_HEADS];
      float out[8][4][32];
    } attend;
    float4 combine[MAX_ROWS][8];
    u64 bins[SEARCH_BINS];
  };
  u64 full[RING_SLOTS], empty[RING_SLOTS], routed, stepped;
  Layer layers[LAYERS];
  Model model;
  Row rows[MAX_ROWS];
  u64 noise[MAX_ROWS];  // this step's key of a row's Gumbel noise
  u64 best[MAX_ROWS];
  u64 wanted[MAX_ROWS];  // what a threshold search still looks for
  u32 greatest[MAX_ROWS];
  u32 limit[MAX_ROWS], prefix[MAX_ROWS];
  int token[MAX_ROWS], position[MAX_ROWS], left[MAX_ROWS], active[MAX_ROWS];
  int chosen[MAX_ROWS];
  float squares[CONSUMER_WARPS][MAX_ROWS];
  float expert_weight[MAX_ROWS][8];
  __align__(16) signed char rank[MAX_ROWS][128];  // of an expert among a row's, -1 where it is not
  unsigned char experts[MAX_DISTINCT];  // the distinct experts of the active rows, ascending
  int distinct;
  u32 used[4];
  u64 deadline_ns;
  Report* report;
  State* state;
  int task[2];  // of consumers and producer
  int step;
  volatile int dead;
  int leave[2];
};
static_assert(sizeof(Work) <= WORK_BYTES);

__device__ __noinline__ bool give_up(Work& work, u64& began, int role, int what, u32 value, u32 wanted) {
  if (work.dead) return true;
  u32 failed;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(failed) : "l"(&work.state->failed) : "memory");
  if (!failed) {
    const u64 now = nanoseconds();
    if (!began) began = now;
    if (!work.deadline_ns || now - began <= work.deadline_ns) return false;
    if (atomicCAS(&work.state->failed, 0u, 1u) == 0) {
      volatile Report* report = work.report;
      report->sm = blockIdx.x;
      report->task = work.task[role == WAIT_FULL || role == WAIT_COUNTER || role == WAIT_ROUND ? 0 : 1];
      report->role = role;
      report->counter = what;
      report->value = value;
      report->wanted = wanted;
      report->step = work.step;
      __threadfence_system();
      report->failed = 1;
    }
  }
  work.dead = 1;
  return true;
}

// All waits end: past the deadline the whole grid leaves, and the host reads in the report who waited for what.
__device__ __forceinline__ void wait_barrier(Work& work, u64* barrier, u32 parity, int role, int what) {
  u64 began = 0;
  int tries = 0;
  while (!barrier_passed(barrier, parity))
    if ((++tries & 63) == 0 && give_up(work, began, role, what, parity, 0)) return;
}
__device__ __forceinline__ void wait_counter(Work& work, int counter, u32 wanted, int role) {
  const u32* p = (const u32*)work.model.counters + counter * 32;
  u64 began = 0;
  u32 value;
  int tries = 0;
  while ((int)((value = load_acquire(p)) - wanted) < 0)
    if ((++tries & 1023) == 0 && give_up(work, began, role, counter, value, wanted)) return;
}

__device__ __forceinline__ bool wants_search(const Row& row) {
  return row.temperature > 0 && (row.top_k > 0 || row.top_p < 1 || row.min_p > 0);
}
__device__ __forceinline__ u32 active_mask(const Work& work) {
  u32 mask = 0;
#pragma unroll
  for (int r = 0; r < MAX_ROWS; r++) mask |= (u32)(work.active[r] == ROW_ACTIVE) << r;
  return mask;
}

// -------------------------------------------------------------------------------------------------------- the producer

struct Producer {
  Work& work;
  unsigned char* ring;
  const int lane;
  u32 slot = 0, lap = 0;    // the next slot, and the parity of its laps
  u32 behind = 0, behind_lap = 0;  // the load that must have landed before the next one starts
  int issued = 0;

  __device__ Producer(Work& work, unsigned char* ring) : work(work), ring(ring), lane(threadIdx.x & 31) {}

  // A free slot, with no more than IN_FLIGHT loads under way: more would delay every small access behind bulk data.
  __device__ __forceinline__ unsigned char* begin(u32 bytes) {
    wait_barrier(work, &work.empty[slot], lap ^ 1, WAIT_EMPTY, slot);
    if (issued >= IN_FLIGHT) {
      wait_barrier(work, &work.full[behind], behind_lap, WAIT_LANDED, behind);
      if (++behind == RING_SLOTS) behind = 0, behind_lap ^= 1;
    }
    issued++;
    if (lane == 0) barrier_expect(&work.full[slot], bytes);
    __syncwarp();
    return ring + slot * SLOT_BYTES;
  }
  __device__ __forceinline__ void end() {
    if (++slot == RING_SLOTS) slot = 0, lap ^= 1;
  }
  // Eight rows of COLUMNS; `row` is this lane's (lanes 0..7).
  template <int COLUMNS> __device__ __forceinline__ void rows(const u16* row) {
    unsigned char* to = begin(UNIT_ROWS * COLUMNS * 2);
    if (lane < UNIT_ROWS) copy_row(to + lane * (COLUMNS * 2 + ROW_PAD), row, COLUMNS * 2, &work.full[slot]);
    end();
  }

  __device__ void qkv(const Task& task) {
    const Layer& layer = work.layers[task.layer];
    for (int u = task.first; u < task.first + task.count; u++) {
      const int r = u * UNIT_ROWS + (lane & 7);
      const u16* row = r < QKV_ROWS ? (const u16*)layer.qkv + (u64)r * HIDDEN
                                    : (const u16*)layer.router + (u64)(r - QKV_ROWS) * HIDDEN;
      for (int k = 0; k < HIDDEN; k += HIDDEN_CHUNK) rows<HIDDEN_CHUNK>(row + k);
    }
  }

  __device__ void attend(const Task& task, const int* tables, int table_stride) {
    const Layer& layer = work.layers[task.layer];
    const int head = task.first / PARTS, part = task.first % PARTS;
    const long long keys = ((long long)(task.layer * 2) * KV_HEADS + head) * work.model.slots;
    const long long values = keys + KV_HEADS * work.model.slots;
    for (int r = 0; r < MAX_ROWS; r++) {
      if (work.active[r] != ROW_ACTIVE) continue;
      const Split split(work.position[r], layer.window);
      const int begin_group = split.first + part * split.size, end_group = min(split.end, begin_group + split.size);
      for (int g = begin_group; g < end_group; g += CHUNK_GROUPS) {
        const int tiles = min(CHUNK_GROUPS, end_group - g);
        int row = 0;
        if (lane < tiles) {
          const int group = g + lane;
          row = tables[r * table_stride + group / (BLOCK_TOKENS / GROUP_TOKENS)] * BLOCK_TOKENS +
                group % (BLOCK_TOKENS / GROUP_TOKENS) * GROUP_TOKENS;
        }
        for (int kind = 0; kind < 2; kind++) {
          unsigned char* to = begin(tiles * TILE_BYTES);
          if (lane < tiles)
            copy_tile(to + lane * TILE_BYTES, work.model.cache_map, (int)(kind ? values : keys) + row, &work.full[slot]);
          end();
        }
      }
    }
  }

  // Four gate rows and the four up rows beside them are one unit.
  template <int FF> __device__ __forceinline__ void up_unit(const u16* gate_up, int unit) {
    const int r = unit * 4 + (lane & 3) + (lane & 4 ? FF : 0);
    for (int k = 0; k < HIDDEN; k += HIDDEN_CHUNK) rows<HIDDEN_CHUNK>(gate_up + (u64)r * HIDDEN + k);
  }
  __device__ void up(const Task& task) {
    constexpr int UNITS = EXPERT_FF / 4;
    const int total = work.distinct * UNITS;
    const int a = share_start(total, blockIdx.x), b = share_start(total, blockIdx.x + 1), middle = (a + b) / 2;
    for (int u = task.first ? middle : a; u < (task.first ? b : middle); u++) {
      const int expert = work.experts[u / UNITS];
      up_unit<EXPERT_FF>((const u16*)work.layers[task.layer].gate_up + (u64)expert * 2 * EXPERT_FF * HIDDEN, u % UNITS);
    }
  }
  __device__ void dense_up(const Task& task) {
    for (int u = task.first; u < task.first + task.count; u++)
      up_unit<DENSE_FF>((const u16*)work.layers[task.layer].gate_up, u);
  }

  // Both units of a slice, chunk by chunk.
  template <int COLUMNS, int CHUNK> __device__ __forceinline__ void slice(const u16* matrix, int index) {
    const u16* row = matrix + (u64)(index * SLICE_COLUMNS + (lane & 7)) * COLUMNS;
    for (int k = 0; k < COLUMNS; k += CHUNK)
      for (int unit = 0; unit < 2; unit++) rows<CHUNK>(row + (u64)unit * UNIT_ROWS * COLUMNS + k);
  }
  __device__ void down(const Task& task) {
    for (int i = 0; i < work.distinct; i++)
      slice<EXPERT_FF, EXPERT_CHUNK>(
          (const u16*)work.layers[task.layer].down + (u64)work.experts[i] * HIDDEN * EXPERT_FF, task.first);
  }
  __device__ void head(const Task& task) {
    for (int u = task.first; u < task.first + task.count; u++)
      for (int k = 0; k < HIDDEN; k += HIDDEN_CHUNK)
        rows<HIDDEN_CHUNK>((const u16*)work.model.head + (u64)(u * UNIT_ROWS + (lane & 7)) * HIDDEN + k);
  }

  __device__ void run(const Task* tasks, const Launch& launch) {
    u32 routes = 0;
    for (int step = 0; step < launch.steps; step++) {
      if (step) wait_barrier(work, &work.stepped, (step - 1) & 1, WAIT_STEP, step);
      if (!active_mask(work) || work.dead) break;
      fence_copies();  // keys and values that the step before appended are read by copies from now on
      Task next = tasks[0];
      for (int i = 0; next.kind >= 0 && !work.dead; i++) {
        const Task task = next;
        next = tasks[i + 1];
        if (lane == 0) work.task[1] = i;
        switch (task.kind) {
          case TASK_QKV: qkv(task); break;
          case TASK_ATTEND: attend(task, (const int*)launch.tables, launch.table_stride); break;
          case TASK_UP:
            if (EXPERTS && task.first == 0) wait_barrier(work, &work.routed, routes++ & 1, WAIT_ROUTE, task.layer);
            if (EXPERTS) up(task);
            break;
          case TASK_DENSE_UP: dense_up(task); break;
          case TASK_OUTPUT: slice<QUERY_SIZE, QUERY_CHUNK>((const u16*)work.layers[task.layer].output, task.first); break;
          case TASK_DOWN: if (EXPERTS) down(task); break;
          case TASK_DENSE_DOWN: slice<DENSE_FF, DENSE_CHUNK>((const u16*)work.layers[task.layer].down, task.first); break;
          case TASK_HEAD: head(task); break;
        }
      }
    }
    // A block must not end while copies into its memory are under way.
    for (int i = 0; i < RING_SLOTS && i < issued; i++) {
      slot = slot ? slot - 1 : RING_SLOTS - 1;
      if (slot == RING_SLOTS - 1) lap ^= 1;
      const u64 since = nanoseconds();
      while (!barrier_passed(&work.full[slot], lap) && nanoseconds() - since < 1000000000ull) {}
    }
  }
};

// ------------------------------------------------------------------------------------------------------- the consumers

struct Consumer {
  Work& work;
  const unsigned char* ring;
  const int tid, warp, lane, row, column;  // of the matrix instruction: token or weight row, and column pair
  const int sm;
  u32 slot = 0, lap = 0;
  u32 live = 0;      // the active rows
  int places = 1;    // 1, 2, 4 or 8: covers them
  u32 epoch = 0;
  int step = 0;

  __device__ Consumer(Work& work, const unsigned char* ring)
      : work(work), ring(ring), tid(threadIdx.x), warp(threadIdx.x >> 5), lane(threadIdx.x & 31),
        row((threadIdx.x & 31) >> 2), column(threadIdx.x & 3), sm(blockIdx.x) {}

  __device__ __forceinline__ bool is_live(int r) const { return live >> r & 1; }

  // ---- the ring: every warp passes every slot, so that none can be a lap ahead of the copies
  __device__ __forceinline__ const unsigned char* take() {
    wait_barrier(work, &work.full[slot], lap, WAIT_FULL, slot);
    return ring + slot * SLOT_BYTES;
  }
  __device__ __forceinline__ void release() {
    __syncwarp();
    if (lane == 0) barrier_arrive(&work.empty[slot]);
    if (++slot == RING_SLOTS) slot = 0, lap ^= 1;
  }

  // ---- matrix products: `a` holds this lane's 8 columns of its token in every 32-column step that the warp owns
  template <int COLUMNS, int STEPS>
  __device__ __forceinline__ void multiply_slot(float (&sum)[2][4], const u32 (&a)[STEPS][4], const unsigned char* from, int group) {
    const unsigned char* weights = from + row * (COLUMNS * 2 + ROW_PAD) + group * STEPS * 64 + column * 16;
#pragma unroll
    for (int s = 0; s < STEPS; s++) {
      const uint4 b = *(const uint4*)(weights + s * 64);
      multiply(sum[0], a[s][0], a[s][1], b.x, b.y);
      multiply(sum[1], a[s][2], a[s][3], b.z, b.w);
    }
  }

  // x * w in bf16 as the matrix instruction wants it. 1 / rms scales the products, so nothing waits for it: here the
  // squares are only summed.
  __device__ __forceinline__ void load_normed(u32 (&a)[HIDDEN_CHUNKS][HIDDEN_STEPS][4], const float* x, const u16* norm) {
    float squares = 0;
#pragma unroll
    for (int k = 0; k < HIDDEN_CHUNKS; k++)
#pragma unroll
      for (int s = 0; s < HIDDEN_STEPS; s++) {
        const int at = k * HIDDEN_CHUNK + (warp * HIDDEN_STEPS + s) * 32 + column * 8;
        float4 low = {0, 0, 0, 0}, high = {0, 0, 0, 0};
        if (is_live(row)) {
          low = load_fresh4(x + row * HIDDEN + at);
          high = load_fresh4(x + row * HIDDEN + at + 4);
        }
        const uint4 w = *(const uint4*)(norm + at);
        squares += low.x * low.x + low.y * low.y + low.z * low.z + low.w * low.w;
        squares += high.x * high.x + high.y * high.y + high.z * high.z + high.w * high.w;
        a[k][s][0] = pack(low.x * low_half(w.x), low.y * high_half(w.x));
        a[k][s][1] = pack(low.z * low_half(w.y), low.w * high_half(w.y));
        a[k][s][2] = pack(high.x * low_half(w.z), high.y * high_half(w.z));
        a[k][s][3] = pack(high.z * low_half(w.w), high.w * high_half(w.w));
      }
    squares += __shfl_xor_sync(~0u, squares, 1);
    squares += __shfl_xor_sync(~0u, squares, 2);
    if (column == 0) work.squares[warp][row] = squares;
  }
  __device__ __forceinline__ float inverse_rms(int token) const {
    float squares = 0;
#pragma unroll
    for (int w = 0; w < CONSUMER_WARPS; w++) squares += work.squares[w][token];
    return rsqrtf(squares / HIDDEN + NORM_EPS);
  }

  // `count` units of 8 rows against the normed hidden state. `finish(unit, token, row of the unit, value, valid)` runs in
  // whole warps, for shuffles; `places` decides how many units fit between two joins, not in which order anything is summed.
  template <class Finish>
  __device__ __forceinline__ void normed_product(const float* x, const u16* norm, int count, Finish finish) {
    u32 a[HIDDEN_CHUNKS][HIDDEN_STEPS][4];
    load_normed(a, x, norm);
    const int together = SUMS / UNIT_ROWS / places;
    const int my_unit = tid / UNIT_ROWS / places, my_token = tid / UNIT_ROWS % places, my_row = tid % UNIT_ROWS;
    float scale = 0;
    for (int u = 0; u < count; u++) {
      float sum[2][4] = {};
#pragma unroll
      for (int k = 0; k < HIDDEN_CHUNKS; k++) {
        const unsigned char* from = take();
        multiply_slot<HIDDEN_CHUNK, HIDDEN_STEPS>(sum, a[k], from, warp);
        release();
      }
      const int j = u & (together - 1);
      if (row < places)
        *(float2*)&work.sums[warp][(j * places + row) * UNIT_ROWS + column * 2] =
            make_float2(sum[0][0] + sum[1][0], sum[0][1] + sum[1][1]);
      const bool last = u == count - 1;
      if (j < together - 1 && !last) continue;
      consumers_sync();
      if (tid < SUMS) {
        if (scale == 0) scale = inverse_rms(my_token);
        float value = 0;
#pragma unroll
        for (int w = 0; w < CONSUMER_WARPS; w++) value += work.sums[w][tid];
        finish(u - j + my_unit, my_token, my_row, value * scale, my_unit <= j && is_live(my_token));
      }
      if (!last) consumers_sync();
    }
  }

  __device__ __forceinline__ const float* input(int layer) const {
    return (const float*)work.model.x + (layer & 1) * MAX_ROWS * HIDDEN;
  }

  // ---- tasks
  __device__ void embed(const Task& task) {
    const int token = tid / SLICE_COLUMNS, c = tid % SLICE_COLUMNS;
    if (tid >= MAX_ROWS * SLICE_COLUMNS || !is_live(token)) return;
    for (int s = task.first; s < task.first + task.count; s++) {
      const int at = s * SLICE_COLUMNS + c;
      const u32 bits = ((const u16*)work.model.embedding)[(u64)work.token[token] * HIDDEN + at];
      ((float*)work.model.x)[token * HIDDEN + at] = __uint_as_float(bits << 16);
    }
  }

  __device__ void qkv(const Task& task, const int* tables, int table_stride) {
    const Layer& layer = work.layers[task.layer];
    normed_product(input(task.layer), (const u16*)layer.norm, task.count, [&](int unit, int token, int n, float value, bool valid) {
      const int r = (task.first + unit) * UNIT_ROWS + n;
      const float other = __shfl_xor_sync(~0u, value, 1);
      if (valid && r >= QKV_ROWS) ((float*)work.model.router_logits)[token * EXPERTS + r - QKV_ROWS] = value;
      if (layer.rope && r < QUERY_SIZE + KV_SIZE) {
        // In turns and in double: the angle of a far position keeps its digits.
        const double turns = (double)work.position[token] * ((const double*)work.model.turns)[r % HEAD_DIM / 2];
        float sine, cosine;
        sincospif(2.0f * (float)(turns - floor(turns)), &sine, &cosine);
        value = n & 1 ? value * cosine + other * sine : value * cosine - other * sine;
      }
      const float next = __shfl_xor_sync(~0u, value, 1);
      if (!valid || n & 1 || r >= QKV_ROWS) return;
      const u32 pair = pack(value, next);
      if (r < QUERY_SIZE) {
        *(u32*)((u16*)work.model.q + token * QUERY_SIZE + r) = pair;
        return;
      }
      const int kind = r >= QUERY_SIZE + KV_SIZE, at = r - QUERY_SIZE - kind * KV_SIZE, position = work.position[token];
      *(u32*)((u16*)work.model.new_kv + (kind * MAX_ROWS + token) * KV_SIZE + at) = pair;
      const long long cached = ((long long)(task.layer * 2 + kind) * KV_HEADS + at / HEAD_DIM) * work.model.slots +
                               (long long)tables[token * table_stride + position / BLOCK_TOKENS] * BLOCK_TOKENS + position % BLOCK_TOKENS;
      *(u32*)((u16*)work.model.cache + cached * HEAD_DIM + at % HEAD_DIM) = pair;
      fence_copies();
    });
  }

  // Warp r chooses for row r; then the distinct experts are listed. The producer waits for nothing else.
  __device__ void route(const Task& task) {
    if (warp < MAX_ROWS) {
      const int r = warp;
      ((int*)work.rank[r])[lane] = -1;
      __syncwarp();
      if (is_live(r)) {
        const float* logits = (const float*)work.model.router_logits + r * EXPERTS;
        u32 key[4] = {};
        if (lane * 4 < EXPERTS) {
          const float4 four = load_fresh4(logits + lane * 4);
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
          if (lane == winner) key[0] = i == 0 ? 0 : key[0], key[1] = i == 1 ? 0 : key[1], key[2] = i == 2 ? 0 : key[2], key[3] = i == 3 ? 0 : key[3];
          if (lane == j) mine = expert, logit = from_ordered(greatest);
        }
        if (work.model.forced && lane < TOP_K) {
          mine = ((const int*)work.model.forced)[(((epoch % work.model.forced_steps) * LAYERS + task.layer) * MAX_ROWS + r) * TOP_K + lane];
          logit = load_fresh(logits + mine);
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
    }
    consumers_sync();
    if (warp >= 4) return;
    bool used = false;
#pragma unroll
    for (int r = 0; r < MAX_ROWS; r++) used |= work.rank[r][tid] >= 0;
    const u32 mask = __ballot_sync(~0u, used);
    if (lane == 0) work.used[warp] = mask;
    asm volatile("bar.sync 2, 128;" ::: "memory");
    int before = __popc(mask & ((1u << lane) - 1)), total = 0;
#pragma unroll
    for (int w = 0; w < 4; w++) {
      if (w < warp) before += __popc(work.used[w]);
      total += __popc(work.used[w]);
    }
    if (used) work.experts[before] = tid;
    if (tid == 0) work.distinct = total;
    __syncwarp();
    if (lane == 0) barrier_arrive(&work.routed);
  }

  // One part over one key head, row by row, 64 tokens at a time. Scores: warp = (tile of 16 tokens, quarter of the
  // dimensions). Weights: warp = head. Sums: warp = (16 dimensions, half of the tokens).
  __device__ void attend(const Task& task) {
    const int head = task.first / PARTS, part = task.first % PARTS, window = work.layers[task.layer].window;
    const int tile = warp & 3, quarter = warp >> 2, dims = warp & 7, half = warp >> 3;
    auto& scratch = work.attend;
    for (int r = 0; r < MAX_ROWS; r++) {
      if (!is_live(r)) continue;
      const int old_tokens = work.position[r];
      const Split split(old_tokens, window);
      const int begin = split.first + part * split.size, end = min(split.end, begin + split.size);
      if (begin >= end) continue;
      u32 query[2][2];
      const u16* q = (const u16*)work.model.q + r * QUERY_SIZE + (head * GROUP_HEADS + row) * HEAD_DIM + quarter * 32 + column * 2;
#pragma unroll
      for (int s = 0; s < 2; s++) query[s][0] = load_fresh(q + s * 16), query[s][1] = load_fresh(q + s * 16 + 8);
      float greatest = NOTHING, total = 0;  // of head `warp`
      float out[4] = {};
      for (int g = begin; g < end; g += CHUNK_GROUPS) {
        const int tiles = min(CHUNK_GROUPS, end - g);
        const unsigned char* keys = take();
        if (tile < tiles) {
          float score[4] = {};
          const int token = (lane & 7) + (lane & 8), part8 = lane >> 4;
#pragma unroll
          for (int s = 0; s < 2; s++) {
            const int chunk = quarter * 4 + s * 2 + part8;
            u32 k[4];
            load_matrices(k, shared_address(keys) + tile * TILE_BYTES + (chunk >> 3) * (TILE_BYTES / 2) + token * 128 + (((chunk & 7) ^ (token & 7)) << 4));
            multiply(score, k, query[s][0], query[s][1]);
          }
          float* to = &scratch.scores[quarter][column * 2][tile * GROUP_TOKENS + row];
          to[0] = score[0], to[SCORE_STRIDE] = score[1], to[8] = score[2], to[SCORE_STRIDE + 8] = score[3];
        }
        release();
        consumers_sync();
        if (warp < GROUP_HEADS) {
          float s[2];
#pragma unroll
          for (int i = 0; i < 2; i++) {
            const int t = lane + i * 32, at = g * GROUP_TOKENS + t;
            s[i] = NOTHING;
            if (t < tiles * GROUP_TOKENS && at >= split.visible && at < old_tokens)
              s[i] = (scratch.scores[0][warp][t] + scratch.scores[1][warp][t] + scratch.scores[2][warp][t] + scratch.scores[3][warp][t]) * SCORE_SCALE;
          }
          float top = fmaxf(s[0], s[1]);
          for (int i = 16; i; i >>= 1) top = fmaxf(top, __shfl_xor_sync(~0u, top, i));
          top = fmaxf(top, greatest);
          const float w0 = exp2_fast(s[0] - top), w1 = exp2_fast(s[1] - top), shrink = exp2_fast(greatest - top);
          float added = w0 + w1;
          for (int i = 16; i; i >>= 1) added += __shfl_xor_sync(~0u, added, i);
          total = total * shrink + added;
          greatest = top;
          scratch.weights[warp][lane] = (u16)pack(w0, 0);
          scratch.weights[warp][lane + 32] = (u16)pack(w1, 0);
          if (lane == 0) scratch.rescale[warp] = shrink;
        }
        consumers_sync();
        const unsigned char* values = take();
        const float shrink0 = scratch.rescale[column * 2], shrink1 = scratch.rescale[column * 2 + 1];
        out[0] *= shrink0, out[1] *= shrink1, out[2] *= shrink0, out[3] *= shrink1;
#pragma unroll
        for (int s = 0; s < 2; s++) {
          const int group = half * 2 + s;
          if (group >= tiles) break;
          const int token = (lane & 7) + (lane >> 4) * 8, chunk = dims * 2 + (lane >> 3 & 1);
          u32 v[4];
          load_matrices_transposed(v, shared_address(values) + group * TILE_BYTES + (chunk >> 3) * (TILE_BYTES / 2) + token * 128 + (((chunk & 7) ^ (token & 7)) << 4));
          // What lies beyond the row's own tokens may be anything, and 0 * NaN is NaN.
          const int at = (g + group) * GROUP_TOKENS;
          if (at < split.visible || at + GROUP_TOKENS > old_tokens) {
#pragma unroll
            for (int i = 0; i < 4; i++) {
              const int t = at + column * 2 + (i >> 1) * 8;
              if (t < split.visible || t >= old_tokens) v[i] &= 0xffff0000u;
              if (t + 1 < split.visible || t + 1 >= old_tokens) v[i] &= 0x0000ffffu;
            }
          }
          const u16* w = &scratch.weights[row][group * GROUP_TOKENS + column * 2];
          multiply(out, v, *(const u32*)w, *(const u32*)(w + 8));
        }
        release();
      }
      const int place = ((r * KV_HEADS + head) * PARTS + part) * GROUP_HEADS;
      if (half)
#pragma unroll
        for (int i = 0; i < 4; i++) scratch.out[dims][i][lane] = out[i];
      consumers_sync();
      if (!half) {
        float* to = (float*)work.model.part_out + (long long)(place + column * 2) * HEAD_DIM + dims * 16 + row;
        to[0] = out[0] + scratch.out[dims][0][lane];
        to[HEAD_DIM] = out[1] + scratch.out[dims][1][lane];
        to[8] = out[2] + scratch.out[dims][2][lane];
        to[HEAD_DIM + 8] = out[3] + scratch.out[dims][3][lane];
      }
      if (warp < GROUP_HEADS && lane == 0) ((float2*)work.model.part_stats)[place + warp] = make_float2(greatest, total);
    }
  }

  // Warps 2r and 2r + 1 take the parts of row r, eight at a time; the step's own token is the last part.
  __device__ void combine(const Task& task) {
    const int r = warp >> 1, half = warp & 1, sub = lane >> 3, d = lane & 7;
    for (int item = task.first; item < task.first + task.count; item++) {
      const int head = item / COMBINE_QUARTERS, key_head = head / GROUP_HEADS;
      const int dim = item % COMBINE_QUARTERS * QUARTER_DIM + d * 4;
      float4 sum = {0, 0, 0, 0};
      float all = 0, own = 0;
      if (is_live(r)) {
        const Split split(work.position[r], work.layers[task.layer].window);
        const int parts = split.parts();
        const long long first = (long long)(r * KV_HEADS + key_head) * PARTS * GROUP_HEADS + head % GROUP_HEADS;
        const uint2 q = load_fresh2((const u16*)work.model.q + r * QUERY_SIZE + head * HEAD_DIM + lane * 4);
        const uint2 k = load_fresh2((const u16*)work.model.new_kv + r * KV_SIZE + key_head * HEAD_DIM + lane * 4);
        float2 stats[2];
#pragma unroll
        for (int i = 0; i < 2; i++) {
          stats[i] = make_float2(NOTHING, 0);
          if (lane + i * 32 < parts) {
            const u64 bits = load_fresh((const u64*)work.model.part_stats + first + (lane + i * 32) * GROUP_HEADS);
            stats[i] = make_float2(__uint_as_float((u32)bits), __uint_as_float((u32)(bits >> 32)));
          }
        }
        float score = low_half(q.x) * low_half(k.x) + high_half(q.x) * high_half(k.x) + low_half(q.y) * low_half(k.y) + high_half(q.y) * high_half(k.y);
        float top = fmaxf(stats[0].x, stats[1].x);
        for (int i = 16; i; i >>= 1) {
          score += __shfl_xor_sync(~0u, score, i);
          top = fmaxf(top, __shfl_xor_sync(~0u, top, i));
        }
        score *= SCORE_SCALE;
        top = fmaxf(top, score);
        const float weight0 = exp2_fast(stats[0].x - top), weight1 = exp2_fast(stats[1].x - top);
        all = stats[0].y * weight0 + stats[1].y * weight1;
        for (int i = 16; i; i >>= 1) all += __shfl_xor_sync(~0u, all, i);
        own = exp2_fast(score - top);
        all += own;
#pragma unroll
        for (int i = 0; i < (PARTS + 7) / 8; i++) {
          const int p = i * 8 + half * 4 + sub;
          const float weight = __shfl_sync(~0u, i < 4 ? weight0 : weight1, p & 31);
          if (p < parts) {
            const float4 v = load_fresh4((const float*)work.model.part_out + (first + p * GROUP_HEADS) * HEAD_DIM + dim);
            sum.x += v.x * weight, sum.y += v.y * weight, sum.z += v.z * weight, sum.w += v.w * weight;
          }
        }
        for (int i = 8; i <= 16; i <<= 1) {
          sum.x += __shfl_xor_sync(~0u, sum.x, i), sum.y += __shfl_xor_sync(~0u, sum.y, i);
          sum.z += __shfl_xor_sync(~0u, sum.z, i), sum.w += __shfl_xor_sync(~0u, sum.w, i);
        }
        if (half && sub == 0) work.combine[r][d] = sum;
      }
      consumers_sync();
      if (is_live(r) && !half && sub == 0) {
        const float4 rest = work.combine[r][d];
        const uint2 v = load_fresh2((const u16*)work.model.new_kv + (MAX_ROWS + r) * KV_SIZE + key_head * HEAD_DIM + dim);
        const float scale = 1 / all;
        uint2 out;
        out.x = pack((sum.x + rest.x + own * low_half(v.x)) * scale, (sum.y + rest.y + own * high_half(v.x)) * scale);
        out.y = pack((sum.z + rest.z + own * low_half(v.y)) * scale, (sum.w + rest.w + own * high_half(v.y)) * scale);
        *(uint2*)((u16*)work.model.attended + r * QUERY_SIZE + head * HEAD_DIM + dim) = out;
      }
      if (item + 1 < task.first + task.count) consumers_sync();
    }
  }

  // silu(gate) * up, times `weight`, for rows 0..3 of a unit that holds four gate and four up rows; pairs are stored.
  __device__ __forceinline__ void activate(float value, int n, float weight, bool valid, u16* to) {
    const float up = __shfl_xor_sync(~0u, value, 4);
    const float h = value / (1 + exp2_fast(-1.4426950408889634f * value)) * up * weight;
    const float next = __shfl_xor_sync(~0u, h, 1);
    if (valid && (n & 5) == 0) *(u32*)(to + n) = pack(h, next);
  }
  __device__ void up(const Task& task) {
    constexpr int UNITS = EXPERT_FF / 4;
    const int total = work.distinct * UNITS;
    const int a = share_start(total, sm), b = share_start(total, sm + 1), middle = (a + b) / 2;
    const int first = task.first ? middle : a, count = (task.first ? b : middle) - first;
    if (!count) return;
    normed_product(input(task.layer), (const u16*)work.layers[task.layer].norm, count, [&](int unit, int token, int n, float value, bool valid) {
      const int u = min(first + unit, total - 1), expert = work.experts[u / UNITS], rank = work.rank[token][expert];
      const float weight = rank < 0 ? 0 : work.expert_weight[token][rank];
      u16* to = (u16*)work.model.activated + (token * TOP_K + rank) * EXPERT_FF + u % UNITS * 4;
      activate(value, n, weight, valid && rank >= 0, to);
    });
  }
  __device__ void dense_up(const Task& task) {
    if (!task.count) return;
    normed_product(input(task.layer), (const u16*)work.layers[task.layer].norm, task.count, [&](int unit, int token, int n, float value, bool valid) {
      activate(value, n, 1, valid, (u16*)work.model.activated + token * DENSE_FF + (task.first + unit) * 4);
    });
  }

  // The two units of a slice; sum[0] and sum[1] stay in registers for the task that follows.
  __device__ __forceinline__ void output(float (&sum)[2][4]) {
    u32 a[QUERY_CHUNKS][QUERY_STEPS][4];
#pragma unroll
    for (int k = 0; k < QUERY_CHUNKS; k++)
#pragma unroll
      for (int s = 0; s < QUERY_STEPS; s++) {
        uint4 v = {0, 0, 0, 0};
        if (is_live(row)) v = load_fresh4((const u16*)work.model.attended + row * QUERY_SIZE + k * QUERY_CHUNK + (warp * QUERY_STEPS + s) * 32 + column * 8);
        a[k][s][0] = v.x, a[k][s][1] = v.y, a[k][s][2] = v.z, a[k][s][3] = v.w;
      }
#pragma unroll
    for (int k = 0; k < QUERY_CHUNKS; k++)
#pragma unroll
      for (int unit = 0; unit < 2; unit++) {
        float part[2][4] = {};
        const unsigned char* from = take();
        multiply_slot<QUERY_CHUNK, QUERY_STEPS>(part, a[k], from, warp);
        release();
        sum[unit][0] += part[0][0] + part[1][0], sum[unit][1] += part[0][1] + part[1][1];
      }
  }

  // `matrices` down projections in turn; `address(i, token)` is the token's activation for matrix i, or null for none.
  template <int COLUMNS, int CHUNK, int GROUPS, class Address>
  __device__ __forceinline__ void down(float (&sum)[2][4], int matrices, Address address) {
    constexpr int CHUNKS = COLUMNS / CHUNK, STEPS = CHUNK / 32 / GROUPS;
    const int group = warp % GROUPS, my_unit = warp / GROUPS;
    u32 next[CHUNKS][STEPS][4];
    auto load = [&](int i) {
      const u16* from = i < matrices && is_live(row) ? address(i, row) : nullptr;
#pragma unroll
      for (int k = 0; k < CHUNKS; k++)
#pragma unroll
        for (int s = 0; s < STEPS; s++) {
          uint4 v = {0, 0, 0, 0};
          if (from) v = load_fresh4(from + k * CHUNK + (group * STEPS + s) * 32 + column * 8);
          next[k][s][0] = v.x, next[k][s][1] = v.y, next[k][s][2] = v.z, next[k][s][3] = v.w;
        }
    };
    load(0);
    float part[2][2][4] = {};
    for (int i = 0; i < matrices; i++) {
      u32 a[CHUNKS][STEPS][4];
#pragma unroll
      for (int k = 0; k < CHUNKS; k++)
#pragma unroll
        for (int s = 0; s < STEPS; s++)
#pragma unroll
          for (int j = 0; j < 4; j++) a[k][s][j] = next[k][s][j];
      load(i + 1);  // in flight while this one is multiplied
#pragma unroll
      for (int k = 0; k < CHUNKS; k++)
#pragma unroll
        for (int unit = 0; unit < 2; unit++) {
          const unsigned char* from = take();
          if (GROUPS == CONSUMER_WARPS || my_unit == unit) multiply_slot<CHUNK, STEPS>(part[unit], a[k], from, group);
          release();
        }
    }
#pragma unroll
    for (int unit = 0; unit < 2; unit++)
#pragma unroll
      for (int i = 0; i < 2; i++) sum[unit][i] += part[unit][0][i] + part[unit][1][i];
  }

  // Joins the warps' sums of a slice and adds the residual: the next layer's input.
  __device__ __forceinline__ void residual(const Task& task, const float (&sum)[2][4]) {
    const int unit = tid / 64, token = tid / 8 % 8, at = task.first * SLICE_COLUMNS + unit * UNIT_ROWS + tid % 8;
    float value = 0;
    if (tid < 128 && is_live(token)) value = load_fresh(input(task.layer) + token * HIDDEN + at);
#pragma unroll
    for (int u = 0; u < 2; u++)
      *(float2*)&work.sums[warp][(u * MAX_ROWS + row) * UNIT_ROWS + column * 2] = make_float2(sum[u][0], sum[u][1]);
    consumers_sync();
    if (tid >= 128 || !is_live(token)) return;
    float added = 0;
#pragma unroll
    for (int w = 0; w < CONSUMER_WARPS; w++) added += work.sums[w][tid];
    ((float*)work.model.x)[((task.layer + 1) & 1) * MAX_ROWS * HIDDEN + token * HIDDEN + at] = value + added;
  }

  __device__ void head(const Task& task) {
    if (tid < MAX_ROWS) work.best[tid] = 0, work.greatest[tid] = 0;
    u64 best = 0;
    u32 greatest = 0;
    normed_product(input(LAYERS), (const u16*)work.model.final_norm, task.count, [&](int unit, int token, int n, float value, bool valid) {
      if (!valid) return;
      const Row& wish = work.rows[token];
      const int id = (task.first + unit) * UNIT_ROWS + n;
      value *= LOGIT_SCALE;
      greatest = max(greatest, ordered(value));
      const bool searched = wants_search(wish);
      if (wish.wants_logits || searched) ((float*)work.model.logits)[(long long)token * VOCAB + id] = value;
      if (searched) return;
      const float score = wish.temperature > 0 ? value / wish.temperature + gumbel(work.noise[token], id) : value;
      best = max(best, candidate(score, id));
    });
    consumers_sync();
    const int token = tid / UNIT_ROWS % places;
    if (tid < SUMS && is_live(token)) {
      atomicMax(&work.best[token], best);
      atomicMax(&work.greatest[token], greatest);
    }
    consumers_sync();
    if (tid < MAX_ROWS && is_live(tid)) {
      ((u64*)work.model.best)[tid * SMS + sm] = work.best[tid];
      ((float*)work.model.greatest)[tid * SMS + sm] = from_ordered(work.greatest[tid]);
    }
  }

  // ---- sampling
  __device__ __forceinline__ void best_of_all(int r, bool searched) {
    u64 best = 0;
    u32 greatest = 0;
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

  // All SMs have arrived as often as this one.
  __device__ __forceinline__ void round_trip(u32& rounds) {
    consumers_sync();
    rounds++;
    if (tid == 0) {
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
  __device__ void search(u32 searching, bool by_count, u32& rounds) {
    const int first = share_start(VOCAB / UNIT_ROWS, sm) * UNIT_ROWS, end = share_start(VOCAB / UNIT_ROWS, sm + 1) * UNIT_ROWS;
    for (int level = 0; level < 3; level++) {
      const int shift = level == 0 ? 21 : level == 1 ? 10 : 0, above = level == 0 ? 32 : level == 1 ? 21 : 10;
      u64* common = (u64*)work.model.histograms + (u64)(rounds % SEARCH_BUFFERS) * MAX_ROWS * SEARCH_BINS;
      u64* cleared = (u64*)work.model.histograms + (u64)((rounds + 1) % SEARCH_BUFFERS) * MAX_ROWS * SEARCH_BINS;
      for (int i = sm * CONSUMERS + tid; i < MAX_ROWS * SEARCH_BINS; i += SMS * CONSUMERS) cleared[i] = 0;
      for (int r = 0; r < MAX_ROWS; r++) {
        if (!(searching >> r & 1)) continue;
        for (int i = tid; i < SEARCH_BINS; i += CONSUMERS) work.bins[i] = 0;
        consumers_sync();
        for (int id = first + tid; id < end; id += CONSUMERS) {
          const u32 d = depth(load_fresh((const float*)work.model.logits + (long long)r * VOCAB + id), r);
          if (d > work.limit[r] || (level && d >> above != work.prefix[r])) continue;
          const u64 amount = by_count ? 1 : (u64)(expf(-__uint_as_float(d)) * 1099511627776.0f);
          if (amount) atomicAdd(&work.bins[d >> shift & (SEARCH_BINS - 1) & ((1u << (above - shift)) - 1)], amount);
        }
        consumers_sync();
        for (int i = tid; i < SEARCH_BINS; i += CONSUMERS)
          if (work.bins[i]) add_u64(common + r * SEARCH_BINS + i, work.bins[i]);
        consumers_sync();
      }
      round_trip(rounds);
      if (warp < MAX_ROWS && searching >> warp & 1) narrow(common + warp * SEARCH_BINS, warp, level, by_count);
      consumers_sync();
    }
  }
  // One warp finds the bin of a row's histogram in which `wanted` is reached.
  __device__ void narrow(const u64* common, int r, int level, bool by_count) {
    constexpr int EACH = SEARCH_BINS / 32;
    u64 mine = 0;
    for (int i = 0; i < EACH; i++) mine += load_fresh(common + lane * EACH + i);
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
    const u64 before = through - mine;
    if (before < wanted && wanted <= through) {
      u64 sum = before;
      int bin = lane * EACH;
      while (true) {
        const u64 amount = load_fresh(common + bin);
        if (sum + amount >= wanted) break;
        sum += amount, bin++;
      }
      work.wanted[r] = wanted - sum;
      work.prefix[r] = level == 0 ? bin : level == 1 ? work.prefix[r] << 11 | bin : work.prefix[r] << 10 | bin;
      if (level == 2) work.limit[r] = min(work.limit[r], work.prefix[r]);
    }
  }
  // The best token of this SM's logits, noise added, among those within the row's limit.
  __device__ void draw_within(int r) {
    const int first = share_start(VOCAB / UNIT_ROWS, sm) * UNIT_ROWS, end = share_start(VOCAB / UNIT_ROWS, sm + 1) * UNIT_ROWS;
    u64 best = 0;
    for (int id = first + tid; id < end; id += CONSUMERS) {
      const u32 d = depth(load_fresh((const float*)work.model.logits + (long long)r * VOCAB + id), r);
      if (d <= work.limit[r]) best = max(best, candidate(gumbel(work.noise[r], id) - __uint_as_float(d), id));
    }
    for (int i = 16; i; i >>= 1) best = max(best, __shfl_xor_sync(~0u, best, i));
    if (lane == 0) atomicMax(&work.best[r], best);
  }

  __device__ void sample(const Launch& launch, u32& rounds) {
    if (warp < MAX_ROWS && is_live(warp)) best_of_all(warp, false);
    if (tid < MAX_ROWS) {
      work.best[tid] = 0;
      const float min_p = work.rows[tid].min_p;
      work.limit[tid] = min_p > 0 ? __float_as_uint(fmaxf(-logf(min_p), 0.0f)) : 0x7f800000u;
    }
    consumers_sync();
    u32 searched = 0, by_count = 0, by_share = 0;
#pragma unroll
    for (int r = 0; r < MAX_ROWS; r++) {
      const Row& wish = work.rows[r];
      if (!is_live(r) || !wants_search(wish)) continue;
      searched |= 1u << r;
      by_count |= (u32)(wish.top_k > 0) << r;
      by_share |= (u32)(wish.top_p < 1) << r;
    }
    if (searched) {
      if (by_count) search(by_count, true, rounds);
      if (by_share) search(by_share, false, rounds);
      for (int r = 0; r < MAX_ROWS; r++)
        if (searched >> r & 1) draw_within(r);
      consumers_sync();
      if (tid < MAX_ROWS && searched >> tid & 1) ((u64*)work.model.best)[tid * SMS + sm] = work.best[tid];
      round_trip(rounds);
      if (warp < MAX_ROWS && searched >> warp & 1) best_of_all(warp, true);
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
      if (sm == 0) store_host((u64*)launch.tokens + step * MAX_ROWS + tid, (u64)(u32)launch.sequence << 32 | (u32)token);
    }
  }

  // ---- the list, step by step
  __device__ void run(const Task* tasks, const Launch& launch, u32 first_step, u32 rounds) {
    const int* tables = (const int*)launch.tables;
    int parity = 0;
    float sum[2][4] = {};
    for (step = 0; step < launch.steps; step++) {
      live = active_mask(work);
      if (!live) {
        if (sm == 0 && tid < MAX_ROWS)
          store_host((u64*)launch.tokens + step * MAX_ROWS + tid, (u64)(u32)launch.sequence << 32 | (u32)IDLE_TOKEN);
        break;
      }
      places = live >> 4 ? 8 : live >> 2 ? 4 : live >> 1 ? 2 : 1;
      epoch = first_step + step + 1;
      int waited = -1;
      Task next = tasks[0];
#ifdef PROFILE
      const u64 step_clock = clock64(), step_ns = nanoseconds();
#endif
      for (int i = 0;; i++) {
        const Task task = next;
        if (task.kind < 0) {
#ifdef PROFILE
          if (tid == 0) {
            u64* profile = (u64*)work.model.profile + ((u64)sm * work.model.task_stride + i) * 4;
            profile[0] = step_clock, profile[1] = step_ns, profile[2] = clock64(), profile[3] = nanoseconds();
          }
#endif
          break;
        }
        next = tasks[i + 1];
#ifdef PROFILE
        const u64 started = clock64();
#endif
        if (tid == 0) {
          work.task[0] = i, work.step = step;
          if (task.waits >= 0 && task.waits != waited) wait_counter(work, task.waits, epoch * task.target, WAIT_COUNTER);
          work.leave[parity] = work.dead;
        }
        waited = task.waits >= 0 ? task.waits : waited;
        consumers_sync();
        if (work.leave[parity]) return;
        parity ^= 1;
#ifdef PROFILE
        const u64 ready = clock64();
#endif
        switch (task.kind) {
          case TASK_EMBED: embed(task); break;
          case TASK_QKV: if (task.count) qkv(task, tables, launch.table_stride); break;
          case TASK_ROUTE: if constexpr (EXPERTS > 0) route(task); break;
          case TASK_ATTEND: attend(task); break;
          case TASK_UP: if constexpr (EXPERTS > 0) up(task); break;
          case TASK_DENSE_UP: dense_up(task); break;
          case TASK_COMBINE: combine(task); break;
          case TASK_OUTPUT:
#pragma unroll
            for (int i = 0; i < 4; i++) sum[0][i] = sum[1][i] = 0;
            output(sum);
            break;
          case TASK_DOWN:
            if constexpr (EXPERTS > 0) {
              down<EXPERT_FF, EXPERT_CHUNK, EXPERT_GROUPS>(sum, work.distinct, [&](int i, int token) -> const u16* {
                const int rank = work.rank[token][work.experts[i]];
                return rank < 0 ? nullptr : (const u16*)work.model.activated + (token * TOP_K + rank) * EXPERT_FF;
              });
              residual(task, sum);
            }
            break;
          case TASK_DENSE_DOWN:
            down<DENSE_FF, DENSE_CHUNK, DENSE_GROUPS>(sum, 1, [&](int, int token) -> const u16* {
              return (const u16*)work.model.activated + token * DENSE_FF;
            });
            residual(task, sum);
            break;
          case TASK_HEAD: head(task); break;
          case TASK_SAMPLE: sample(launch, rounds); break;
        }
        if (task.signals >= 0 || task.kind == TASK_SAMPLE) consumers_sync();
        if (tid == 0 && task.signals >= 0) add_release((u32*)work.model.counters + task.signals * 32);
        if (tid == 0 && task.kind == TASK_SAMPLE) barrier_arrive(&work.stepped);
#ifdef PROFILE
        if (tid == 0) {
          u64* profile = (u64*)work.model.profile + ((u64)sm * work.model.task_stride + i) * 4;
          profile[0] = started, profile[1] = ready, profile[2] = clock64(), profile[3] = work.distinct;
        }
#endif
      }
    }
    if (sm == 0 && tid < MAX_ROWS) {
      RowState& state = work.state->rows[tid];
      state.active = work.active[tid], state.token = work.token[tid], state.position = work.position[tid];
      if (tid == 0) work.state->steps = first_step + step, work.state->rounds = rounds;
    }
  }
};

// ----------------------------------------------------------------------------------------------------------- the kernel

extern "C" __global__ void __launch_bounds__(THREADS, 1) decode(const Model* model, const Launch* launch) {
  extern __shared__ __align__(1024) unsigned char memory[];
  Work& work = *(Work*)(memory + RING_SLOTS * SLOT_BYTES);
  const int tid = threadIdx.x;
  State* state = (State*)model->state;
  if (state->failed) return;
  const u32 first_step = state->steps, rounds = state->rounds;
  for (int i = tid; i < (int)(sizeof(Model) / 4); i += THREADS) ((int*)&work.model)[i] = ((const int*)model)[i];
  for (int i = tid; i < (int)(LAYERS * sizeof(Layer) / 4); i += THREADS) ((int*)work.layers)[i] = ((const int*)model->layers)[i];
  for (int i = tid; i < (int)(MAX_ROWS * sizeof(Row) / 4); i += THREADS) ((int*)work.rows)[i] = ((const int*)launch->rows)[i];
  if (tid < MAX_ROWS) {
    const Row& row = launch->rows[tid];
    const RowState& kept = state->rows[tid];
    const bool continues = row.mode == ROW_CONTINUES;
    work.active[tid] = row.mode == ROW_NEW || (continues && kept.active != ROW_ENDED) ? ROW_ACTIVE : ROW_ENDED;
    work.token[tid] = continues ? kept.token : row.token;
    work.position[tid] = continues ? kept.position : row.position;
    work.left[tid] = row.steps;
    work.noise[tid] = splitmix64(splitmix64(row.seed) ^ (u64)(work.position[tid] + 1));
  }
  if (tid == 0) {
    work.deadline_ns = launch->deadline_ns;
    work.report = (Report*)launch->report;
    work.state = state;
    work.dead = 0;
    work.distinct = 0;
    for (int i = 0; i < RING_SLOTS; i++) barrier_init(&work.full[i], 1), barrier_init(&work.empty[i], CONSUMER_WARPS);
    barrier_init(&work.routed, 4);
    barrier_init(&work.stepped, 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    fence_copies();
  }
  __syncthreads();
  const Task* tasks = (const Task*)model->tasks + (u64)blockIdx.x * model->task_stride;
  if (tid < CONSUMERS)
    Consumer(work, memory).run(tasks, *launch, first_step, rounds);
  else
    Producer(work, memory).run(tasks, *launch);
}
