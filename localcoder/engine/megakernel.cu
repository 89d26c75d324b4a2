// One persistent kernel that runs whole decode steps: one block per SM, resident for up to LAUNCH_STEPS steps of up to
// MAX_ROWS sequences. Constants and structures come from `megakernel/abi.py`, the task lists from `megakernel/tasks.py`;
// both are compiled or copied in, never repeated here. `docs/megakernel.md` explains design, memory ordering and figures.
//
// One layer, as its tasks see it (=> a counter: all SMs; -> stays with the SM):
//
//   x[layer] => QKV ----q, k, v------=> ATTEND =parts=> COMBINE =heads=> OUTPUT -> DOWN => x[layer + 1]
//                 \--router logits---=> ROUTE -> UP ======activations============/
//
// The roles. One thread produces: it copies weights and cached keys and values through a ring of slots in shared memory, in
// exactly the order in which the other warps consume them, and runs ahead of them over tasks and layers. Only the experts'
// weights wait, for the router. Eight warps consume: all of them work on each unit, a slice of its columns each, and add up
// their partial sums through shared memory at the end of a few units. Every sum has one owner and one order. One thread
// watches the counters and one tells other SMs what is done, so that no consumer waits for memory to say so.

typedef unsigned long long u64;
typedef unsigned int u32;
typedef unsigned short u16;

constexpr int SLICES = HIDDEN / SLICE_COLUMNS;
constexpr int CONSUMERS = CONSUMER_WARPS * 32;
constexpr int THREADS = CONSUMERS + AUXILIARY_WARPS * 32;
// A slot holds consecutive memory: as many whole weight rows as fit. A unit of 8 rows takes one slot or several.
constexpr int SLOT_LOAD = 16384;
constexpr int SKEW = 64;  // odd slots start so many bytes later: rows from neighbouring slots then lie in different banks
__device__ constexpr int slot_rows(int columns) { return columns <= 1024 ? 8 : columns <= 2048 ? 4 : columns <= 4096 ? 2 : 1; }
__device__ constexpr int unit_slots(int columns) { return UNIT_ROWS / slot_rows(columns); }
// Warps that share the columns of a unit; where it takes fewer than all, the others work on the next unit.
__device__ constexpr int column_groups(int columns) {
  int groups = CONSUMER_WARPS;
  while (columns / 32 % groups) groups /= 2;
  return groups;
}
__device__ constexpr int column_steps(int columns) { return columns / 32 / column_groups(columns); }  // of 32 columns, for one warp
constexpr int HIDDEN_STEPS = column_steps(HIDDEN);
constexpr int QUERY_STEPS = column_steps(QUERY_SIZE);
constexpr int SUMS = 256;                                           // partial sums of one warp between two joins
constexpr int CHAINS = 4;                                           // independent sums of a warp: one alone would wait
constexpr int SLOT_TILES = 4;  // of 16 cached tokens
constexpr int CHUNK_GROUPS = 2 * SLOT_TILES;
constexpr int CHUNK_TOKENS = CHUNK_GROUPS * GROUP_TOKENS;
constexpr int TILE_BYTES = GROUP_TOKENS * HEAD_DIM * 2;
constexpr int SCORE_STRIDE = CHUNK_TOKENS + 4;
constexpr int WEIGHT_STRIDE = CHUNK_TOKENS + 8;
constexpr int QUARTER_DIM = HEAD_DIM / COMBINE_QUARTERS;
constexpr int MAX_DISTINCT = MAX_ROWS * (TOP_K > 0 ? TOP_K : 1);
constexpr float SCORE_SCALE = 1.4426950408889634f * 0.08838834764831845f;  // log2(e) / sqrt(HEAD_DIM)
constexpr float NOTHING = -1e30f;  // a score that no token has
static_assert(HEAD_DIM == 128 && GROUP_HEADS == 8 && MAX_ROWS == 8 && UNIT_ROWS == 8 && BLOCK_TOKENS == 64);
static_assert(CONSUMER_WARPS == MAX_ROWS && CONSUMER_WARPS == GROUP_HEADS && CONSUMER_WARPS * 16 == HEAD_DIM);
static_assert(slot_rows(HIDDEN) >= 4);  // gate and up rows take turns in whole slots, or share one
static_assert(column_groups(HIDDEN) == CONSUMER_WARPS && column_groups(QUERY_SIZE) == CONSUMER_WARPS);

struct Task {
  int kind, layer, first, count, waits, target, signals, flags;
};
// A task as producer and consumers need it: the block keeps its list in shared memory.
struct ShortTask {
  int first;
  u16 count;
  signed char kind;  // -1 at the list's end
  unsigned char packed;
  __device__ __forceinline__ int layer() const { return packed & 63; }
  __device__ __forceinline__ bool waits() const { return packed & 64; }
  __device__ __forceinline__ bool signals() const { return packed & 128; }
};
constexpr int MAX_TASKS = LAYERS * (7 + 2 * ((SLICES + SMS - 1) / SMS)) + 8;

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
__device__ __forceinline__ void copy_bulk(void* to, const void* from, u32 bytes, u64* landed) {
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
// A fence behind a relaxed poll would cost a microsecond more.
__device__ __forceinline__ u32 load_acquire(const u32* p) {
  u32 v;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
  return v;
}
__device__ __forceinline__ void add_release(u32* p) {
  asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(p) : "memory");
}
// The same within the block, in shared memory.
__device__ __forceinline__ u32 load_acquire_block(const u32* p) {
  u32 v;
  asm volatile("ld.acquire.cta.shared::cta.u32 %0, [%1];" : "=r"(v) : "r"(shared_address(p)) : "memory");
  return v;
}
__device__ __forceinline__ void store_release_block(u32* p, u32 v) {
  asm volatile("st.release.cta.shared::cta.u32 [%0], %1;" ::"r"(shared_address(p)), "r"(v) : "memory");
}
__device__ __forceinline__ void add_release_block(u32* p) {
  asm volatile("red.release.cta.shared::cta.add.u32 [%0], 1;" ::"r"(shared_address(p)) : "memory");
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
__device__ __forceinline__ void load_fresh_if(bool wanted, u32 (&v)[4], const u16* p) {
  asm volatile(
      "{\n.reg .pred p;\nsetp.ne.u32 p, %5, 0;\nmov.b32 %0, 0;\nmov.b32 %1, 0;\nmov.b32 %2, 0;\nmov.b32 %3, 0;\n"
      "@p ld.global.cg.v4.u32 {%0,%1,%2,%3}, [%4];\n}"
      : "=&r"(v[0]), "=&r"(v[1]), "=&r"(v[2]), "=&r"(v[3]) : "l"(p), "r"((u32)wanted) : "memory");
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
// sum[row lane/4 (+ 8)][column 2c, 2c + 1] += a[16 x 16] * b[16 x 8], where c = lane % 4
__device__ __forceinline__ void multiply(float (&sum)[4], u32 a0, u32 a1, u32 a2, u32 a3, u32 b0, u32 b1) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3]) : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
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

// This SM's share of the chosen experts' units, in two halves (`balance.py`: up_range).
constexpr int UP_UNITS = EXPERT_FF / 4;
struct UpShare {
  int first, end;
  __device__ __forceinline__ UpShare(int distinct, int half, int sm) {
    const int a = share_start(distinct * UP_UNITS, sm), b = share_start(distinct * UP_UNITS, sm + 1), middle = (a + b) / 2;
    first = half ? middle : a;
    end = half ? b : middle;
  }
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
  ShortTask tasks[MAX_TASKS];
  union {
    float sums[CONSUMER_WARPS][SUMS];  // partial sums on their way to a join
    struct {
      float scores[GROUP_HEADS][SCORE_STRIDE];
      u16 query[GROUP_HEADS][HEAD_DIM + 8];
      u16 weights[GROUP_HEADS][WEIGHT_STRIDE];
      float rescale[GROUP_HEADS];
    } attend;
  };
  u64 full[RING_SLOTS], empty[RING_SLOTS], routed, stepped;
  u32 slot_bytes[RING_SLOTS];
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
  float inverse_rms[MAX_ROWS];
  float2 rotary[MAX_ROWS][HEAD_DIM / 2];  // cosine and sine of a row's position
  int cache_slot[MAX_ROWS];               // where its keys and values go
  float expert_weight[MAX_ROWS][8];
  __align__(16) signed char rank[MAX_ROWS][128];  // of an expert among a row's, -1 where it is not
  unsigned char experts[MAX_DISTINCT];  // the distinct experts of the active rows, ascending
  int distinct;
  u32 used[4];
  u64 deadline_ns;
  Report* report;
  State* state;
  u32 ready;     // tasks of this launch, in the order of the list and of the steps, whose counters have been seen
  u32 finished;  // warps that have finished a task that signals
  int task[3];   // of consumers, producer and watcher
  int step, steps;  // of this launch
  u32 epoch;        // steps since the first launch, this one included
  const int* tables;
  u64* host_tokens;
  int table_stride;
  u32 sequence;
  u32 rounds;    // of the threshold search, likewise
  volatile int dead;
  int leave[2];
};
static_assert(sizeof(Work) <= WORK_BYTES);

// The slow side of every wait: since when it lasts, or GONE once the grid is to leave. Past the deadline it is: the host
// reads in the report who waited for what.
constexpr u64 GONE = ~0ull;
__device__ __noinline__ u64 still_waiting(Work& work, u64 since, int role, int what, u32 value, u32 wanted) {
  if (work.dead) return GONE;
  u32 failed;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(failed) : "l"(&work.state->failed) : "memory");
  if (!failed) {
    const u64 now = nanoseconds();
    if (!since) return now;
    if (!work.deadline_ns || now - since <= work.deadline_ns) return since;
    if (atomicCAS(&work.state->failed, 0u, 1u) == 0) {
      volatile Report* report = work.report;
      report->sm = blockIdx.x;
      report->task = work.task[role == WAIT_COUNTER ? 2 : role == WAIT_FULL || role == WAIT_ROUND ? 0 : 1];
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
  return GONE;
}

__device__ __forceinline__ void wait_barrier(Work& work, u64* barrier, u32 parity, int role, int what) {
  u64 since = 0;
  for (int tries = 1; !barrier_passed(barrier, parity); tries++)
    if (((tries & 63) == 0 || work.dead) && (since = still_waiting(work, since, role, what, parity, 0)) == GONE) return;
}
__device__ __forceinline__ void wait_counter(Work& work, int counter, u32 wanted, int role) {
  const u32* p = (const u32*)work.model.counters + counter * 32;
  u64 since = 0;
  u32 value;
  for (int tries = 1; (int)((value = load_acquire(p)) - wanted) < 0; tries++)
    if ((tries & 1023) == 0 && (since = still_waiting(work, since, role, counter, value, wanted)) == GONE) return;
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

// ---------------------------------------------------------------------------------- the auxiliary roles, one thread each

// Every role passes the same tasks in the same order: `visit(task, its index, step)`.
template <class List, class Visit>
__device__ __forceinline__ void walk(Work& work, const List* tasks, int role, Visit visit) {
  for (int step = 0; step < work.steps; step++) {
    if (step) wait_barrier(work, &work.stepped, (step - 1) & 1, WAIT_STEP, step);
    if (!active_mask(work) || work.dead) return;
    List next = tasks[0];
    for (int i = 0; next.kind >= 0 && !work.dead; i++) {
      const List task = next;
      next = tasks[i + 1];
      if (role >= 0) work.task[role] = i;
      visit(task, i, step);
    }
  }
}

// Watches the counters, ahead of the consumers: what they need is usually seen before they ask.
__device__ void watch(Work& work, const Task* tasks, u32 first_step) {
  int waited = -1;
  walk(work, tasks, 2, [&](const Task& task, int i, int step) {
    if (i == 0) waited = -1;
    if (task.waits < 0) return;
    if (task.waits != waited) wait_counter(work, task.waits, (first_step + step + 1) * task.target, WAIT_COUNTER);
    waited = task.waits;
    store_release_block(&work.ready, step * work.model.task_stride + i + 1);
  });
}

// Tells other SMs that a task is done. To make its results visible takes a microsecond, in which the consumers go on.
__device__ void publish_done(Work& work, const Task* tasks) {
  u32 wanted = 0;
  walk(work, tasks, -1, [&](const Task& task, int, int) {
    if (task.signals < 0) return;
    wanted += CONSUMER_WARPS;
    while ((int)(load_acquire_block(&work.finished) - wanted) < 0)
      if (work.dead) return;
    add_release((u32*)work.model.counters + task.signals * 32);
  });
}

// -------------------------------------------------------------------------------------------------------- the producer

struct Producer {  // one thread
  Work& work;
  unsigned char* ring;
  u32 slot = 0, lap = 0;           // the next slot, and the parity of its laps
  u32 behind = 0, behind_lap = 0;  // the oldest load that may be under way
  u32 flying = 0;                  // bytes of the loads from there on,
  int pending = 0;                 // and how many they are
  int issued = 0;

  __device__ Producer(Work& work, unsigned char* ring) : work(work), ring(ring) {}

  // A free slot, with no more than IN_FLIGHT full slots under way: more would delay every small access behind bulk data.
  // What can be done before the wait is done before it: the copy starts as soon as an older one has landed.
  __device__ __forceinline__ unsigned char* begin(u32 bytes) {
    wait_barrier(work, &work.empty[slot], lap ^ 1, WAIT_EMPTY, slot);
    while (pending == RING_SLOTS) landed();
    if (work.dead) return nullptr;  // nothing may be on its way into a block that ends
    barrier_expect(&work.full[slot], bytes);
    while (flying + bytes > IN_FLIGHT * SLOT_LOAD) landed();
    work.slot_bytes[slot] = bytes;
    flying += bytes;
    issued++, pending++;
    return ring + slot * SLOT_BYTES;
  }
  __device__ __forceinline__ void landed() {
    const u32 bytes = work.slot_bytes[behind];
    wait_barrier(work, &work.full[behind], behind_lap, WAIT_LANDED, behind);
    flying -= bytes, pending--;
    if (++behind == RING_SLOTS) behind = 0, behind_lap ^= 1;
  }
  __device__ __forceinline__ void end() {
    if (++slot == RING_SLOTS) slot = 0, lap ^= 1;
  }
  __device__ __forceinline__ void copy(unsigned char* to, const u16* from, u32 bytes) {
    copy_bulk(to + (slot & 1) * SKEW, from, bytes, &work.full[slot]);
  }
  // What a task loads besides cached keys and values: `pieces` of `slots` slots each, from one place in memory or, for gate
  // and up rows, alternately from two.
  struct Piece {
    const u16 *from, *beside;
    int slots, bytes;
  };
  template <int COLUMNS> static __device__ __forceinline__ Piece rows(u64 matrix, int row, int count) {
    const u16* from = (const u16*)matrix + (u64)row * COLUMNS;
    return {from, nullptr, count / slot_rows(COLUMNS), slot_rows(COLUMNS) * COLUMNS * 2};
  }
  // Units of four gate rows and the four up rows that belong to them.
  template <int FF> static __device__ __forceinline__ Piece gated(u64 matrix, int unit, int count) {
    const u16* from = (const u16*)matrix + (u64)unit * 4 * HIDDEN;
    return {from, from + (u64)FF * HIDDEN, count * unit_slots(HIDDEN), slot_rows(HIDDEN) * HIDDEN * 2};
  }
  __device__ __forceinline__ int pieces(const ShortTask& task) const {
    switch (task.kind) {
      case TASK_QKV: return 2;
      case TASK_UP: {
        const UpShare share(work.distinct, task.first, blockIdx.x);
        return share.end > share.first ? (share.end - 1) / UP_UNITS - share.first / UP_UNITS + 1 : 0;
      }
      case TASK_DOWN: return work.distinct;
      case TASK_DENSE_UP:
      case TASK_OUTPUT:
      case TASK_DENSE_DOWN:
      case TASK_HEAD: return 1;
    }
    return 0;
  }
  __device__ __forceinline__ Piece piece(const ShortTask& task, int i) const {
    const Layer& layer = work.layers[task.layer()];
    const int first = task.first * UNIT_ROWS, end = first + task.count * UNIT_ROWS, slice = task.first * SLICE_COLUMNS;
    switch (task.kind) {
      case TASK_QKV:
        if (i == 0) return rows<HIDDEN>(layer.qkv, first, max(0, min(end, QKV_ROWS) - first));
        return rows<HIDDEN>(layer.router, max(first, QKV_ROWS) - QKV_ROWS, max(0, end - max(first, QKV_ROWS)));
      case TASK_UP: {
        const UpShare share(work.distinct, task.first, blockIdx.x);
        const int at = share.first / UP_UNITS + i, from = max(share.first, at * UP_UNITS), to = min(share.end, (at + 1) * UP_UNITS);
        return gated<EXPERT_FF>(layer.gate_up + (u64)work.experts[at] * 4 * EXPERT_FF * HIDDEN, from - at * UP_UNITS, to - from);
      }
      case TASK_DENSE_UP: return gated<DENSE_FF>(layer.gate_up, task.first, task.count);
      case TASK_OUTPUT: return rows<QUERY_SIZE>(layer.output, slice, SLICE_COLUMNS);
      case TASK_DOWN: return rows<EXPERT_FF>(layer.down, work.experts[i] * HIDDEN + slice, SLICE_COLUMNS);
      case TASK_DENSE_DOWN: return rows<DENSE_FF>(layer.down, slice, SLICE_COLUMNS);
    }
    return rows<HIDDEN>(work.model.head, first, task.count * UNIT_ROWS);
  }
  __device__ __forceinline__ void stream(const ShortTask& task) {
    const int count = pieces(task);
    if (!count) return;
    Piece next = piece(task, 0);
    for (int i = 0; i < count; i++) {
      Piece p = next;
      for (int s = 0; s < p.slots; s++) {
        unsigned char* to = begin(p.bytes);
        if (!to) return;
        if (!p.beside) {
          copy(to, p.from, p.bytes);
          p.from += p.bytes / 2;
        } else if (slot_rows(HIDDEN) > 4) {  // gate and up rows share a slot
          copy(to, p.from, p.bytes / 2);
          copy(to + p.bytes / 2, p.beside, p.bytes / 2);
          p.from += p.bytes / 4, p.beside += p.bytes / 4;
        } else {  // one after the other
          copy(to, p.from, p.bytes);
          const u16* const after = p.from + p.bytes / 2;
          p.from = p.beside, p.beside = after;
        }
        end();
        if (s == 0 && i + 1 < count) next = piece(task, i + 1);  // while loads are under way
      }
      if (!p.slots && i + 1 < count) next = piece(task, i + 1);
    }
  }

  // Cached keys and values, chunk by chunk and row by row; the next chunk's blocks are looked up a chunk ahead.
  static constexpr int BLOCK_GROUPS = BLOCK_TOKENS / GROUP_TOKENS, CHUNK_BLOCKS = CHUNK_GROUPS / BLOCK_GROUPS + 1;
  struct Chunk {
    int row, group, end;
    int blocks[CHUNK_BLOCKS];
  };
  __device__ __forceinline__ bool advance(Chunk& chunk, int part, int window) const {
    chunk.group += CHUNK_GROUPS;
#pragma unroll 1
    while (chunk.group >= chunk.end) {
      if (++chunk.row == MAX_ROWS) return false;
      if (work.active[chunk.row] != ROW_ACTIVE) continue;
      const Split split(work.position[chunk.row], window);
      chunk.group = split.first + part * split.size;
      chunk.end = min(split.end, chunk.group + split.size);
    }
    const int* table = work.tables + chunk.row * work.table_stride + chunk.group / BLOCK_GROUPS;
    const int last = (chunk.end - 1) / BLOCK_GROUPS - chunk.group / BLOCK_GROUPS;
#pragma unroll
    for (int i = 0; i < CHUNK_BLOCKS; i++) chunk.blocks[i] = i <= last ? table[i] : 0;
    return true;
  }
  __device__ void attend(const ShortTask& task) {
    const int head = task.first / PARTS, part = task.first % PARTS, window = work.layers[task.layer()].window;
    const int keys = (int)((task.layer() * 2 * KV_HEADS + head) * work.model.slots);
    const int values = keys + (int)(KV_HEADS * work.model.slots);
    Chunk next = {-1, 0, 0};
    bool more = advance(next, part, window);
    while (more) {
      const Chunk chunk = next;
      more = advance(next, part, window);
      const int tiles = min(CHUNK_GROUPS, chunk.end - chunk.group);
#pragma unroll 1
      for (int kind = 0; kind < 2; kind++)
#pragma unroll 1
        for (int first = 0; first < tiles; first += SLOT_TILES) {
          const int end = min(tiles, first + SLOT_TILES);
          unsigned char* to = begin((end - first) * TILE_BYTES);
          if (!to) return;
#pragma unroll 1
          for (int i = first; i < end; i++, to += TILE_BYTES) {
            const int group = chunk.group + i, at = group / BLOCK_GROUPS - chunk.group / BLOCK_GROUPS;
            const int block = at == 0 ? chunk.blocks[0] : at == 1 ? chunk.blocks[1] : chunk.blocks[2];
            copy_tile(to, work.model.cache_map, (kind ? values : keys) + block * BLOCK_TOKENS + group % BLOCK_GROUPS * GROUP_TOKENS, &work.full[slot]);
          }
          this->end();
        }
    }
  }

  __device__ void run() {
    u32 routes = 0;
    walk(work, work.tasks, 1, [&](const ShortTask& task, int i, int) {
      if (i == 0) fence_copies();  // keys and values that the step before appended are read by copies from now on
      if (task.kind == TASK_UP && task.first == 0) wait_barrier(work, &work.routed, routes++ & 1, WAIT_ROUTE, task.layer());
      if (task.kind == TASK_ATTEND)
        attend(task);
      else
        stream(task);
    });
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
  unsigned char* ring;
  const int tid, warp, lane, row, column;  // of the matrix instruction: token or weight row, and column pair
  const int sm;
  u32 slot = 0, lap = 0;
  u32 live = 0;  // the active rows
#ifdef PROFILE
  u64 ring_wait = 0;  // clocks of this task's waits for slots
#endif

  __device__ Consumer(Work& work, unsigned char* ring)
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
  // Where this lane's row lies of the unit that begins `slots` after slot `first`, from the warp's first column on.
  // Neighbouring rows of the instruction come from different slots: see SKEW.
  template <int COLUMNS> __device__ __forceinline__ const unsigned char* unit_row(u32 first, int slots) const {
    constexpr int SLOTS = unit_slots(COLUMNS);
    const u32 s = wrapped(first + slots + row % SLOTS);
    return ring + s * SLOT_BYTES + (s & 1) * SKEW + row / SLOTS * COLUMNS * 2 + warp * column_steps(COLUMNS) * 64 + column * 16;
  }
  template <int STEPS>
  __device__ __forceinline__ void multiply_steps(float (&sum)[CHAINS][4], const u32 (&a)[STEPS][4], const unsigned char* one, const unsigned char* two) {
#pragma unroll
    for (int s = 0; s < STEPS; s++) {
      if (s && s % 4 == 0) asm volatile("" ::: "memory");  // more loads ahead would spill registers
      const uint4 w = *(const uint4*)(one + s * 64), v = *(const uint4*)(two + s * 64);
      multiply(sum[s % 2 * 2], w.x, v.x, w.y, v.y, a[s][0], a[s][1]);
      multiply(sum[s % 2 * 2 + 1], w.z, v.z, w.w, v.w, a[s][2], a[s][3]);
    }
  }
  template <int COLUMNS>
  __device__ __forceinline__ void multiply_units(float (&sum)[CHAINS][4], const u32 (&a)[column_steps(COLUMNS)][4], bool both) {
    constexpr int SLOTS = unit_slots(COLUMNS);
    const int count = both ? 2 * SLOTS : SLOTS;
    const u32 first = take<2 * SLOTS>(count);
    multiply_steps(sum, a, unit_row<COLUMNS>(first, 0), unit_row<COLUMNS>(first, both ? SLOTS : 0));
    release(first, count);
  }
  // Stores (or adds) the sums of two units as [unit][token][row of the unit], for `tokens` tokens.
  template <int COLUMNS, bool ADD = false>
  __device__ __forceinline__ void store_sums(float* to, const float (&sum)[CHAINS][4], int tokens) const {
    constexpr int SLOTS = unit_slots(COLUMNS);
    const int at = row % SLOTS * slot_rows(COLUMNS) + row / SLOTS;
#pragma unroll
    for (int i = 0; i < 4; i++) {
      const int token = column * 2 + (i & 1);
      if (token >= tokens) continue;
      float& total = to[((i >> 1) * tokens + token) * UNIT_ROWS + at];
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

  // One SM's units of 8 rows against the normed hidden state: of the projections, of gate and up, of the head. Sums are
  // joined every few units; `places` decides how many, not in which order anything is summed.
  __device__ void normed_product(const ShortTask& task) {
    int first = task.first, count = task.count;
    if (EXPERTS > 0 && task.kind == TASK_UP) {
      const UpShare share(work.distinct, task.first, sm);
      first = share.first, count = share.end - share.first;
    }
    Best best;
    if (count <= 0) {
      if (task.kind == TASK_HEAD) finish_best(0, best);
      return;
    }
    u32 a[HIDDEN_STEPS][4];
    load_columns(a, is_live(row) ? (const u16*)work.model.normed + row * HIDDEN : nullptr, warp);
    if (is_live(warp)) {  // 1 / rms of row `warp`, for all after the next join
      float squares = 0;
#pragma unroll
      for (int i = 0; i < (SLICES + 31) / 32; i++)
        if (SLICES % 32 == 0 || i * 32 + lane < SLICES) squares += load_fresh((const float*)work.model.squares + warp * SLICES + i * 32 + lane);
      for (int i = 16; i; i >>= 1) squares += __shfl_xor_sync(~0u, squares, i);
      if (lane == 0) work.inverse_rms[warp] = rsqrtf(squares / HIDDEN + NORM_EPS);
    }
    const int places = covered(), together = SUMS / UNIT_ROWS / places;
    const int my_unit = tid / UNIT_ROWS / places, my_token = tid / UNIT_ROWS % places, my_row = tid % UNIT_ROWS;
    for (int u = 0; u < count; u += 2) {
      float sum[CHAINS][4] = {};
      multiply_units<HIDDEN>(sum, a, u + 1 < count);
      const int j = u & (together - 1);
      store_sums<HIDDEN>(&work.sums[warp][j * places * UNIT_ROWS], sum, places);
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
    if (valid && r >= QKV_ROWS) ((float*)work.model.router_logits)[token * EXPERTS + r - QKV_ROWS] = value;
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
  static constexpr u32 NO_LOGIT = 0x007fffffu;  // minus infinity, ordered
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
      publish(token, at, x, norm_weight(0, at));
    }
  }

  // Warp r chooses for row r; then the distinct experts are listed. The producer waits for nothing else.
  __device__ void route(const ShortTask& task) {
    {
      const int r = warp;
      ((int*)work.rank[r])[lane] = -1;
      __syncwarp();
      if (is_live(r)) {
        const float* logits = (const float*)work.model.router_logits + r * EXPERTS;
        int forced = -1;
        if (work.model.forced && lane < TOP_K)
          forced = ((const int*)work.model.forced)[(((work.epoch % work.model.forced_steps) * LAYERS + task.layer()) * MAX_ROWS + r) * TOP_K + lane];
        u32 key[4] = {};
        float4 four = {0, 0, 0, 0};
        if (lane * 4 < EXPERTS) {
          four = load_fresh4(logits + lane * 4);
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

  // One part over one key head, row by row, 128 tokens at a time. Scores: warp = 16 tokens. Weights: warp = head.
  // Sums: warp = 16 dimensions.
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
    // The heads' queries come once for the block: its warps all need them, and so do 32 other SMs.
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
        u32 first = take<2>(slots);
        u32 low = tiles_of(first), high = tiles_of(wrapped(first + slots - 1));  // tiles 0..3 and 4..7
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
        consumers_sync();
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
        consumers_sync();
        first = take<2>(slots);
        low = tiles_of(first), high = tiles_of(wrapped(first + slots - 1));
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
      const int at = ((r * KV_HEADS + head) * PARTS + part) * GROUP_HEADS;
      float* to = (float*)work.model.part_out + (long long)(at + column * 2) * HEAD_DIM + warp * 16 + row;
      to[0] = out[0], to[HEAD_DIM] = out[1], to[8] = out[2], to[HEAD_DIM + 8] = out[3];
      for (int i = 16; i; i >>= 1) total += __shfl_xor_sync(~0u, total, i);
      if (lane == 0) ((float2*)work.model.part_stats)[at + warp] = make_float2(greatest, total);
    }
  }
  __device__ __forceinline__ u32 tiles_of(u32 s) const { return shared_address(ring) + s * SLOT_BYTES; }

  // Warp r takes row r: its lanes are four parts by eight times four dimensions. The step's own token is the last part.
  __device__ void combine(const ShortTask& task) {
    const int r = warp, sub = lane >> 3, d = lane & 7;
    if (!is_live(r)) return;
    for (int item = task.first; item < task.first + task.count; item++) {
      const int head = item / COMBINE_QUARTERS, key_head = head / GROUP_HEADS;
      const int dim = item % COMBINE_QUARTERS * QUARTER_DIM + d * 4;
      const int parts = Split(work.position[r], work.layers[task.layer()].window).parts();
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
        if (i * 4 + sub < parts) out[i] = load_fresh4((const float*)work.model.part_out + (first + (i * 4 + sub) * GROUP_HEADS) * HEAD_DIM + dim);
      }
      float score = low_half(q.x) * low_half(k.x) + high_half(q.x) * high_half(k.x) + low_half(q.y) * low_half(k.y) + high_half(q.y) * high_half(k.y);
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
      if (sub) continue;
      const float scale = 1 / (all + own);
      uint2 to;
      to.x = pack((sum.x + own * low_half(v.x)) * scale, (sum.y + own * high_half(v.x)) * scale);
      to.y = pack((sum.z + own * low_half(v.y)) * scale, (sum.w + own * high_half(v.y)) * scale);
      *(uint2*)((u16*)work.model.attended + r * QUERY_SIZE + head * HEAD_DIM + dim) = to;
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
    constexpr int SLOTS = unit_slots(QUERY_SIZE);
    const u32 first = take<2 * SLOTS>(2 * SLOTS);
    const unsigned char* one = unit_row<QUERY_SIZE>(first, 0);
    const unsigned char* two = unit_row<QUERY_SIZE>(first, SLOTS);
    float sum[CHAINS][4] = {};
#pragma unroll 1
    for (int step = 0; step < QUERY_STEPS; step += AT_ONCE) {
      multiply_steps(sum, a, one + step * 64, two + step * 64);
      if (step + AT_ONCE < QUERY_STEPS) load(step + AT_ONCE);
    }
    release(first, 2 * SLOTS);
    store_sums<QUERY_SIZE>(work.sums[warp], sum, MAX_ROWS);
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
    constexpr int SLOTS = 2 * unit_slots(COLUMNS), TOGETHER = AHEAD > 1 && 2 * SLOTS < RING_SLOTS ? 2 : 1;
    for (int i = 0; i < matrices; i += AHEAD) {
#pragma unroll
      for (int j = 0; j < AHEAD; j += TOGETHER) {
        const int count = min(TOGETHER, matrices - i - j);
        if (count <= 0) break;
        const u32 first = take<SLOTS * TOGETHER>(SLOTS * count);
        if (GROUPS == CONSUMER_WARPS || warp < GROUPS)
#pragma unroll
          for (int m = 0; m < TOGETHER; m++)
            if (m < count)
              multiply_steps(sum, a[j + m], unit_row<COLUMNS>(first, m * SLOTS), unit_row<COLUMNS>(first, m * SLOTS + SLOTS / 2));
        release(first, SLOTS * count);
#pragma unroll
        for (int m = 0; m < TOGETHER; m++) load(a[j + m], i + j + m + AHEAD);
      }
    }
    store_sums<COLUMNS, true>(work.sums[warp], sum, MAX_ROWS);
    consumers_sync();
    if (tid >= MAX_ROWS * SLICE_COLUMNS) return;
    float added = 0;
#pragma unroll
    for (int w = 0; w < CONSUMER_WARPS; w++) added += work.sums[w][(c / UNIT_ROWS * MAX_ROWS + token) * UNIT_ROWS + c % UNIT_ROWS];
    x += added;
    if (mine) ((float*)work.model.x)[((task.layer() + 1 & 1) * MAX_ROWS + token) * HIDDEN + at] = x;
    publish(token, at, x, weight);
  }

  // ---- sampling. All slots are free then: the producer waits for the step's end, and the ring holds the histogram.
  __device__ __forceinline__ u64* bins() const { return (u64*)ring; }

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
    const int first = share_start(VOCAB / UNIT_ROWS, sm) * UNIT_ROWS, end = share_start(VOCAB / UNIT_ROWS, sm + 1) * UNIT_ROWS;
    for (int level = 0; level < 3; level++) {
      const int shift = level == 0 ? 21 : level == 1 ? 10 : 0, above = level == 0 ? 32 : level == 1 ? 21 : 10;
      u64* common = (u64*)work.model.histograms + (u64)(work.rounds % SEARCH_BUFFERS) * MAX_ROWS * SEARCH_BINS;
#pragma unroll 1
      for (int r = 0; r < MAX_ROWS; r++) {
        if (!(searching >> r & 1)) continue;
        for (int i = tid; i < SEARCH_BINS; i += CONSUMERS) bins()[i] = 0;
        consumers_sync();
        for (int id = first + tid; id < end; id += CONSUMERS) {
          const u32 d = depth(load_fresh((const float*)work.model.logits + (long long)r * VOCAB + id), r);
          if (d > work.limit[r] || (level && d >> above != work.prefix[r])) continue;
          const u64 amount = by_count ? 1 : (u64)(expf(-__uint_as_float(d)) * 1099511627776.0f);
          if (amount) atomicAdd(&bins()[d >> shift & (SEARCH_BINS - 1) & ((1u << (above - shift)) - 1)], amount);
        }
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
      for (; bin < lane * EACH + EACH - 1; bin++) {
        const u64 amount = load_fresh(common + bin);
        if (sum + amount >= wanted) break;
        sum += amount;
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

  __device__ __forceinline__ void tell_host(int token) const {
    store_host(work.host_tokens + work.step * MAX_ROWS + tid, (u64)work.sequence << 32 | (u32)token);
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
      if (sm == 0) tell_host(token);
    }
  }

  // ---- the list, step by step
  __device__ void run() {
    while (work.step < work.steps) {
      live = active_mask(work);
      asm volatile("" : "+r"(live));  // else the compiler keeps the eight flags behind it in registers
      if (!live) {
        if (sm == 0 && tid < MAX_ROWS) tell_host(IDLE_TOKEN);
        break;
      }
      begin_step();
#ifdef PROFILE
      const u64 step_clock = clock64(), step_ns = nanoseconds();
#endif
      for (int i = 0;; i++) {
        const ShortTask task = work.tasks[i];
        if (task.kind < 0) {
#ifdef PROFILE
          if (tid == 0) {
            u64* profile = (u64*)work.model.profile + ((u64)sm * work.model.task_stride + i) * 4;
            profile[0] = step_clock, profile[1] = step_ns, profile[2] = clock64(), profile[3] = nanoseconds();
          }
#endif
          break;
        }
#ifdef PROFILE
        const u64 started = clock64();
#endif
        if (tid == 0) {
          work.task[0] = i;
          if (task.waits())
            while ((int)(load_acquire_block(&work.ready) - (work.step * work.model.task_stride + i + 1)) < 0 && !work.dead) {}
          work.leave[i & 1] = work.dead;
        }
        consumers_sync();
        if (work.leave[i & 1]) return;
#ifdef PROFILE
        const u64 ready = clock64();
#endif
        switch (task.kind) {
          case TASK_EMBED: embed(task); break;
          case TASK_QKV:
          case TASK_UP:
          case TASK_DENSE_UP:
          case TASK_HEAD: normed_product(task); break;
          case TASK_ROUTE: if constexpr (EXPERTS > 0) route(task); break;
          case TASK_ATTEND: attend(task); break;
          case TASK_COMBINE: combine(task); break;
          case TASK_OUTPUT: output(); break;
          case TASK_DOWN:
            if constexpr (EXPERTS > 0)
              down<EXPERT_FF>(task, work.distinct, [&](int i, int token) -> const u16* {
                const int rank = work.rank[token][work.experts[i]];
                return rank < 0 ? nullptr : (const u16*)work.model.activated + (token * TOP_K + rank) * EXPERT_FF;
              });
            break;
          case TASK_DENSE_DOWN:
            down<DENSE_FF>(task, 1, [&](int, int token) -> const u16* { return (const u16*)work.model.activated + token * DENSE_FF; });
            break;
          case TASK_SAMPLE: sample(); break;
        }
        if (task.signals()) {
          __syncwarp();
          if (lane == 0) add_release_block(&work.finished);
        }
        if (task.kind == TASK_SAMPLE) {
          consumers_sync();
          if (tid == 0) work.step++, work.epoch++, barrier_arrive(&work.stepped);
          consumers_sync();
        }
#ifdef PROFILE
        if (tid == 0) {
          u64* profile = (u64*)work.model.profile + ((u64)sm * work.model.task_stride + i) * 4;
          profile[0] = started, profile[1] = ready, profile[2] = clock64();
          profile[3] = task.kind == TASK_ROUTE ? (u64)work.distinct : ring_wait;
        }
        ring_wait = 0;
#endif
      }
    }
    if (sm == 0 && tid < MAX_ROWS) {
      RowState& state = work.state->rows[tid];
      state.active = work.active[tid], state.token = work.token[tid], state.position = work.position[tid];
      if (tid == 0) work.state->steps = work.epoch - 1, work.state->rounds = work.rounds;
    }
  }
};

// ----------------------------------------------------------------------------------------------------------- the kernel

extern "C" __global__ void __launch_bounds__(THREADS, 1) decode(const Model* model, const Launch* launch) {
  extern __shared__ __align__(1024) unsigned char memory[];
  Work& work = *(Work*)(memory + RING_SLOTS * SLOT_BYTES);
  const int tid = threadIdx.x;
  State* state = (State*)model->state;
  if (__syncthreads_or(state->failed != 0)) return;
  const u32 first_step = state->steps;
  for (int i = tid; i < (int)(sizeof(Model) / 4); i += THREADS) ((int*)&work.model)[i] = ((const int*)model)[i];
  for (int i = tid; i < (int)(LAYERS * sizeof(Layer) / 4); i += THREADS) ((int*)work.layers)[i] = ((const int*)model->layers)[i];
  for (int i = tid; i < (int)(MAX_ROWS * sizeof(Row) / 4); i += THREADS) ((int*)work.rows)[i] = ((const int*)launch->rows)[i];
  const Task* tasks = (const Task*)model->tasks + (u64)blockIdx.x * model->task_stride;
  for (int i = tid; i < MAX_TASKS; i += THREADS) {
    Task task = {-1};
    if (i < min(model->task_stride, MAX_TASKS - 1)) task = tasks[i];
    work.tasks[i] = {task.first, (u16)task.count, (signed char)task.kind, (unsigned char)(task.layer | (task.waits >= 0) << 6 | (task.signals >= 0) << 7)};
  }
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
    work.distinct = work.ready = work.finished = 0;
    work.rounds = state->rounds;
    work.step = 0, work.steps = launch->steps, work.epoch = first_step + 1;
    work.tables = (const int*)launch->tables, work.table_stride = launch->table_stride;
    work.host_tokens = (u64*)launch->tokens, work.sequence = launch->sequence;
    for (int i = 0; i < RING_SLOTS; i++) barrier_init(&work.full[i], 1), barrier_init(&work.empty[i], CONSUMER_WARPS);
    barrier_init(&work.routed, 4);
    barrier_init(&work.stepped, 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    fence_copies();
  }
  __syncthreads();
  if (tid < CONSUMERS)
    Consumer(work, memory).run();
  else if (tid == CONSUMERS)
    Producer(work, memory).run();
  else if (tid == CONSUMERS + 32)
    watch(work, tasks, first_step);
  else if (tid == CONSUMERS + 64)
    publish_done(work, tasks);
}
