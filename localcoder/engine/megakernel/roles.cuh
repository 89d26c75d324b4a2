// The auxiliary roles of one thread: the watcher and the publisher here, the producer in `producer.cuh`.

// Each of them passes the same tasks in the same order: `visit(task, its index, step)`. `role` says where in `Work::task` the
// index is noted for a report; -1 nowhere.
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
    raise_release_block(&work.ready, step * work.model.task_stride + i + 1);
  });
}

// Tells other SMs that a task is done. To make its results visible takes a microsecond, in which the consumers go on.
__device__ void publish_done(Work& work, const Task* tasks) {
  u32 wanted = 0;
  walk(work, tasks, -1, [&](const Task& task, int, int) {
    if (task.signals < 0 || task.kind == TASK_COMBINE) return;
    wanted += CONSUMER_WARPS;
    while ((int)(load_acquire_block(&work.finished) - wanted) < 0)
      if (work.dead) return;
    add_release((u32*)work.model.counters + task.signals * 32);
  });
}
