// One persistent kernel that runs whole decode steps: one block per SM, resident for up to LAUNCH_STEPS steps of up to
// MAX_ROWS sequences. Constants and structures come from `megakernel/abi.py`, the task lists from `megakernel/tasks.py`;
// both are compiled or copied in, never repeated here. `docs/megakernel.md` explains design, memory ordering and figures.
//
// One layer, as its tasks see it (=> by a counter, ~> by words that say themselves that they are there: to all SMs; -> stays
// with the SM):
//
//   x[layer] ~> QKV ----q, k, v------=> ATTEND =parts=> COMBINE =heads=> OUTPUT -> DOWN ~> x[layer + 1]
//                 \--router logits---~> ROUTE -> UP ======activations============/
//
// The roles. One thread produces: it copies weights and cached keys and values through a ring of slots in shared memory, in
// exactly the order in which the other warps consume them, and runs ahead of them over tasks and layers. Only the experts'
// weights wait, for the router. Eight warps consume: all of them work on each unit, a slice of its columns each, and add up
// their partial sums through shared memory at the end of a few units. Every sum has one owner and one order. One thread
// watches the counters and one tells other SMs what is done, so that no consumer waits for memory to say so. One warp
// combines the attention's parts, which takes trips to memory and no weights, while the consumers go on.

#include "megakernel/definitions.cuh"
#include "megakernel/instructions.cuh"
#include "megakernel/block.cuh"
#include "megakernel/roles.cuh"
#include "megakernel/producer.cuh"
#include "megakernel/reader.cuh"
#include "megakernel/products.cuh"
#include "megakernel/router.cuh"
#include "megakernel/attention.cuh"
#include "megakernel/combiner.cuh"
#include "megakernel/sampling.cuh"
#include "megakernel/consumer.cuh"

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
    const int packed = task.layer | (task.waits >= 0) << 6 | (task.signals >= 0) << 7;
    work.tasks[i] = {task.first, (u16)task.count, (signed char)task.kind, (unsigned char)packed};
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
    for (int i = 0; i < RING_SLOTS; i++) barrier_init(&work.full[i], 1), barrier_init(&work.empty[i], CONSUMER_WARPS * ARRIVING_LANES);
    barrier_init(&work.routed, 4 * ARRIVING_LANES);
    barrier_init(&work.stepped, 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    fence_copies();
  }
  __syncthreads();
  if (tid < CONSUMERS)
    Consumer(work, memory).run();
  else if (tid / 32 == CONSUMER_WARPS) {
    if (elected()) Producer(work, memory).run();
  }
  else if (tid == CONSUMERS + 32)
    watch(work, tasks, first_step);
  else if (tid == CONSUMERS + 64)
    publish_done(work, tasks);
  else if (tid / 32 == CONSUMER_WARPS + 3)
    Combiner(work).run(tasks);
}
