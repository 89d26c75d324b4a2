// The producer: which memory each task needs, in the consumers' order.

struct Producer {  // one thread
  Work& work;
  unsigned char* ring;
  u32 slot = 0, lap = 0;           // the next slot, and the parity of its laps
  u32 behind = 0, behind_lap = 0;  // the oldest load that may be under way
  u32 flying = 0;                  // bytes of the loads from there on,
  int pending = 0;                 // and how many they are
  int issued = 0;
#ifdef PROFILE
  u64 full = 0, flight = 0, choice = 0;  // clocks of this task's waits: for a free slot, for a load to land, for the router
#endif

  __device__ Producer(Work& work, unsigned char* ring) : work(work), ring(ring) {}

  // A free slot, with no more than IN_FLIGHT full slots under way: more would delay every small access behind bulk data.
  // What can be done before the last wait is done before it: the copy starts as soon as an older one has landed.
  __device__ __forceinline__ bool begin(u32 bytes) {
    PROFILED(full, wait_barrier(work, &work.empty[slot], lap ^ 1, WAIT_EMPTY, slot));
    while (pending == RING_SLOTS) landed();
    if (work.dead) return false;  // nothing may be on its way into a block that ends
    barrier_expect(&work.full[slot], bytes);
    work.slot_bytes[slot] = bytes;
    issued++, pending++;
    PROFILED(flight, while (flying + bytes > IN_FLIGHT * SLOT_LOAD) landed());
    flying += bytes;
    return true;
  }
  __device__ __forceinline__ unsigned char* place() const { return ring + slot * SLOT_BYTES; }
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
        const UpShare share(work.distinct, blockIdx.x);
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
        const UpShare share(work.distinct, blockIdx.x);
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
        unsigned char* const to = place();
        if (!begin(p.bytes)) return;
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
    auto row_of = [&](const Chunk& chunk, int kind, int i) {
      const int group = chunk.group + i, at = group / BLOCK_GROUPS - chunk.group / BLOCK_GROUPS;
      const int block = at == 0 ? chunk.blocks[0] : at == 1 ? chunk.blocks[1] : chunk.blocks[2];
      return (kind ? values : keys) + block * BLOCK_TOKENS + group % BLOCK_GROUPS * GROUP_TOKENS;
    };
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
          unsigned char* to = place();
          if (!begin((end - first) * TILE_BYTES)) return;
#pragma unroll 1
          for (int i = first; i < end; i++, to += TILE_BYTES) {
            copy_tile(to, work.model.cache_map, row_of(chunk, kind, i), &work.full[slot]);
          }
          this->end();
        }
    }
  }

  __device__ void run() {
    u32 routes = 0;
    walk(work, work.tasks, 1, [&](const ShortTask& task, int i, int) {
      if (i == 0) fence_copies();  // keys and values that the step before appended are read by copies from now on
#ifdef PROFILE
      full = flight = choice = 0;
#endif
      if (task.kind == TASK_UP)
        PROFILED(choice, wait_barrier(work, &work.routed, routes++ & 1, WAIT_ROUTE, task.layer()));
      if (task.kind == TASK_ATTEND)
        attend(task);
      else
        stream(task);
#ifdef PROFILE
      u64* noted = profile_entry(work, i) + 4;
      noted[0] = full, noted[1] = flight, noted[2] = choice;
#endif
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
