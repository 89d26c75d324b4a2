// Types, sizes and pure functions that all parts of the kernel share.

typedef unsigned long long u64;
typedef unsigned int u32;
typedef unsigned short u16;

// One lane tells a barrier for its warp; for checkers, which do not follow what a warp's own barrier orders, each does.
#ifdef EACH_THREAD_ARRIVES
constexpr int ARRIVING_LANES = 32;
#else
constexpr int ARRIVING_LANES = 1;
#endif
constexpr int SLICES = HIDDEN / SLICE_COLUMNS;
constexpr int CONSUMERS = CONSUMER_WARPS * 32;
constexpr int THREADS = CONSUMERS + AUXILIARY_WARPS * 32;
// A slot holds consecutive memory: as many whole weight rows as fit. A unit of 8 rows takes one slot or several.
constexpr int SLOT_LOAD = 16384;
constexpr int SKEW = 64;  // odd slots start so many bytes later: rows from neighbouring slots then lie in different banks
__device__ constexpr int slot_rows(int columns) { return columns <= 1024 ? 8 : columns <= 2048 ? 4 : columns <= 4096 ? 2 : 1; }
__device__ constexpr int unit_slots(int columns) { return UNIT_ROWS / slot_rows(columns); }
// Warps that share the columns of a unit; where it takes fewer than all, the others idle.
__device__ constexpr int column_groups(int columns) {
  int groups = CONSUMER_WARPS;
  while (columns / 32 % groups) groups /= 2;
  return groups;
}
__device__ constexpr int column_steps(int columns) { return columns / 32 / column_groups(columns); }  // of 32 columns, for one warp
constexpr int HIDDEN_STEPS = column_steps(HIDDEN);
constexpr int QUERY_STEPS = column_steps(QUERY_SIZE);
constexpr int SUMS = 256;   // partial sums of one warp between two joins
constexpr int CHAINS = 4;   // independent sums of a warp: one alone would wait
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
  int kind, layer, first, count, waits, target, signals, padding;
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

// This SM's share of `total`, equal to within one (`tasks.py`: _share).
__device__ __forceinline__ int share_start(int total, int sm) { return (int)((long long)total * sm / SMS); }

// How a row's attention is split: from its own length alone (`geometry.py`: part_of).
struct Split {
  int first, end, size;
  __device__ __forceinline__ Split(int old_tokens, int window) {
    const int visible = window ? max(0, old_tokens + 1 - window) : 0;
    first = visible / GROUP_TOKENS;
    end = (old_tokens + GROUP_TOKENS - 1) / GROUP_TOKENS;
    if (visible >= old_tokens) end = first;
    size = max(MIN_PART_GROUPS, (end - first + PARTS - 1) / PARTS);
  }
  __device__ __forceinline__ int parts() const { return (end - first + size - 1) / size; }
};

// This SM's share of the chosen experts' units (`balance.py`: up_range).
constexpr int UP_UNITS = EXPERT_FF / 4;
struct UpShare {
  int first, end;
  __device__ __forceinline__ UpShare(int distinct, int sm)
      : first(share_start(distinct * UP_UNITS, sm)), end(share_start(distinct * UP_UNITS, sm + 1)) {}
};

// A float as an unsigned integer of the same order; NaN comes out greatest.
__device__ __forceinline__ u32 ordered(float f) {
  const u32 bits = __float_as_uint(f);
  return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}
__device__ __forceinline__ float from_ordered(u32 v) {
  return __uint_as_float(v & 0x80000000u ? v & 0x7fffffffu : ~v);
}
constexpr u32 ABSENT = ~0u;  // in the place of two bf16: the hardware's NaN is another
constexpr u32 NO_LOGIT = 0x007fffffu;  // minus infinity, ordered
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
