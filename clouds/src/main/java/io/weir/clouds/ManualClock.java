package io.weir.clouds;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Time that a test moves. Due tasks run on the thread that advances it, in the order of time. */
public final class ManualClock implements CloudClock {
  private record Task(Instant due, long number, Runnable work) {}

  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(Comparator.comparing(Task::due).thenComparingLong(Task::number));
  private Instant present;
  private long count;

  ManualClock(Instant start) {
    present = start;
  }

  @Override
  public synchronized Instant now() {
    return present;
  }

  @Override
  public synchronized void schedule(Duration delay, Runnable task) {
    tasks.add(new Task(present.plus(delay), count++, task));
  }

  /** Moves on, and runs what becomes due on the way, including what that work schedules. */
  public void advance(Duration step) {
    Instant end = now().plus(step);
    for (Task task = next(end); task != null; task = next(end)) {
      task.work().run();
    }
    arrive(end);
  }

  @Override
  public synchronized void close() {
    tasks.clear();
  }

  private synchronized @Nullable Task next(Instant end) {
    Task first = tasks.peek();
    if (first == null || first.due().isAfter(end)) {
      return null;
    }
    arrive(first.due());
    return tasks.poll();
  }

  private synchronized void arrive(Instant at) {
    if (at.isAfter(present)) {
      present = at;
    }
  }
}
