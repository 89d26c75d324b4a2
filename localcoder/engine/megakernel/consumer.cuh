// The consumers: the list, step by step.

// A function of its own, so that its registers are none of the other tasks'.
__device__ __noinline__ void sample_apart(Work& work, unsigned char* ring, u32 live) {
  Sampling sampling(work, ring);
  sampling.live = live;
  sampling.sample();
}

struct Consumer : Attention {
  using Attention::Attention;

#ifdef PROFILE
  __device__ __forceinline__ void note(int i, u64 a, u64 b, u64 c, u64 d) const {
    u64* profile = profile_entry(work, i);
    profile[0] = a, profile[1] = b, profile[2] = c, profile[3] = d;
  }
#endif

  __device__ __forceinline__ void compute(const ShortTask& task) {
    switch (task.kind) {
      case TASK_EMBED: embed(task), forget_input(); break;
      case TASK_QKV:
      case TASK_UP:
      case TASK_DENSE_UP:
      case TASK_HEAD: normed_product(task); break;
      case TASK_ROUTE: if constexpr (EXPERTS > 0) route(task); break;
      case TASK_ATTEND: attend(task); break;
      case TASK_OUTPUT: output(), forget_input(); break;
      case TASK_DOWN:
        if constexpr (EXPERTS > 0)
          down<EXPERT_FF>(task, work.distinct, [&](int i, int token) -> const u16* {
            const int rank = work.rank[token][work.experts[i]];
            return rank < 0 ? nullptr : (const u16*)work.model.activated + (token * TOP_K + rank) * EXPERT_FF;
          });
        forget_input();
        break;
      case TASK_DENSE_DOWN:
        down<DENSE_FF>(task, 1, [&](int, int token) -> const u16* { return (const u16*)work.model.activated + token * DENSE_FF; });
        forget_input();
        break;
      case TASK_SAMPLE: sample_apart(work, ring, live), forget_input(); break;
    }
  }

  __device__ void run() {
    while (work.step < work.steps) {
      live = active_mask(work);
      asm volatile("" : "+r"(live));  // else the compiler keeps the eight flags behind it in registers
      if (!live) {
        if (sm == 0 && tid < MAX_ROWS) tell_host(work, IDLE_TOKEN);
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
          if (tid == 0) note(i, step_clock, step_ns, clock64(), nanoseconds());
#endif
          break;
        }
#ifdef PROFILE
        const u64 started = clock64();
#endif
        if (task.kind == TASK_COMBINE) continue;
        if (tid == 0) {
          work.task[0] = i;
          if (task.waits()) wait_ready(work, i);
        }
        if (consumers_any(tid == 0 && work.dead)) return;
#ifdef PROFILE
        const u64 ready = clock64();
#endif
        locate();
        compute(task);
        const ShortTask& done = work.tasks[i];  // read again: nothing of it is kept in registers meanwhile
        if (done.signals()) {
          __syncwarp();
          if (lane == 0) add_release_block(&work.finished);
        }
        if (done.kind == TASK_SAMPLE) {
          consumers_sync();
          if (tid == 0) work.step++, work.epoch++, barrier_arrive(&work.stepped);
          consumers_sync();
        }
#ifdef PROFILE
        if (tid == 0) note(i, started, ready + data_wait, clock64(), task.kind == TASK_ROUTE ? (u64)work.distinct : ring_wait);
        ring_wait = data_wait = 0;
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
