// What a block shares: its memory, and waits that end.

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
  u64 best[MAX_ROWS];   // this SM's, see `candidate`
  u64 wanted[MAX_ROWS];  // what a threshold search still looks for
  u32 greatest[MAX_ROWS];                 // logit, ordered: this SM's, then of all
  u32 limit[MAX_ROWS], prefix[MAX_ROWS];  // of depths: the greatest that is kept, and the bits of it that are known
  int token[MAX_ROWS], position[MAX_ROWS], left[MAX_ROWS], active[MAX_ROWS];
  int chosen[MAX_ROWS];  // the rows' next tokens
  float inverse_rms[MAX_ROWS];
  float2 rotary[MAX_ROWS][HEAD_DIM / 2];  // cosine and sine of a row's position
  int cache_slot[MAX_ROWS];               // where its keys and values go
  float expert_weight[MAX_ROWS][8];
  __align__(16) signed char rank[MAX_ROWS][128];  // of an expert among a row's, -1 where it is not
  unsigned char experts[MAX_DISTINCT];  // the distinct experts of the active rows, ascending
  __align__(16) u32 used[4];  // a bit for each expert that some row uses; read as a whole, so nothing else lies there
  int distinct;
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
  u32 rounds;  // of the threshold search since the first launch
  volatile int dead;  // the grid is to leave: somebody has waited too long
};
static_assert(sizeof(Work) <= WORK_BYTES);

// The slow side of every wait: since when it lasts, or GONE once the grid is to leave. Past the deadline it is: the host
// reads in the report who waited for what. `wait` is one of WAIT_*; `what` is the counter, the slot, or whatever tells one
// such wait from another. Who waits for a role of its own SM has twice the time: that one knows better what is missing.
constexpr u64 GONE = ~0ull;
__device__ __noinline__ u64 still_waiting(Work& work, u64 since, int wait, int what, u32 value, u32 wanted) {
  if (work.dead) return GONE;
  u32 failed;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(failed) : "l"(&work.state->failed) : "memory");
  if (!failed) {
    const u64 now = nanoseconds();
    if (!since) return now;
    const bool for_own = wait == WAIT_FULL || wait == WAIT_EMPTY || wait == WAIT_ROUTE || wait == WAIT_STEP;
    if (!work.deadline_ns || now - since <= (for_own ? 2 * work.deadline_ns : work.deadline_ns)) return since;
    if (atomicCAS(&work.state->failed, 0u, 1u) == 0) {
      volatile Report* report = work.report;
      report->sm = blockIdx.x;
      report->task = work.task[wait == WAIT_COUNTER ? 2 : wait == WAIT_FULL || wait == WAIT_ROUND || wait == WAIT_WORDS ? 0 : 1];
      report->wait = wait;
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

#ifdef PROFILE
// What `abi.py` says of `Model.profile`: entry i of this SM.
__device__ __forceinline__ u64* profile_entry(const Work& work, int i) {
  return (u64*)work.model.profile + ((u64)blockIdx.x * work.model.task_stride + i) * PROFILE_NUMBERS;
}
// Adds the clocks that `waiting` takes to `total`.
#define PROFILED(total, waiting) \
  do { \
    const u64 began = clock64(); \
    waiting; \
    total += clock64() - began; \
  } while (0)
#else
#define PROFILED(total, waiting) waiting
#endif

__device__ __forceinline__ void wait_barrier(Work& work, u64* barrier, u32 parity, int wait, int what) {
  u64 since = 0;
  for (int tries = 1; !barrier_passed(barrier, parity); tries++)
    if (((tries & 63) == 0 || work.dead) && (since = still_waiting(work, since, wait, what, parity, 0)) == GONE) return;
}
__device__ __forceinline__ void wait_counter(Work& work, int counter, u32 wanted, int wait) {
  const u32* p = (const u32*)work.model.counters + counter * 32;
  u64 since = 0;
  u32 value;
  for (int tries = 1; (int)((value = load_acquire(p)) - wanted) < 0; tries++)
    if ((tries & 1023) == 0 && (since = still_waiting(work, since, wait, counter, value, wanted)) == GONE) return;
}

// Until the watcher has seen what task i of this step waits for.
__device__ __forceinline__ void wait_ready(const Work& work, int i) {
  while ((int)(load_acquire_block(&work.ready) - (work.step * work.model.task_stride + i + 1)) < 0 && !work.dead) {}
}

// One thread a row: its token of this step.
__device__ __forceinline__ void tell_host(const Work& work, int token) {
  store_host(work.host_tokens + work.step * MAX_ROWS + threadIdx.x, (u64)work.sequence << 32 | (u32)token);
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
