package io.weir.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.kernel.work.Reconciler;
import io.weir.kernel.work.Requeue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A reconciler that only remembers its passes, and what it was shown by then. */
public final class RecordingReconciler<T> implements Reconciler {

  /** What a pass reads. */
  @FunctionalInterface
  public interface Reader<T> {
    T read(ObjectKey key);
  }

  private final Reader<T> reader;
  private final List<T> seen = new ArrayList<>();

  public RecordingReconciler(Reader<T> reader) {
    this.reader = reader;
  }

  @Override
  public synchronized Requeue reconcile(ObjectKey key) {
    seen.add(reader.read(key));
    notifyAll();
    return Requeue.done();
  }

  /** How many passes there were. */
  public synchronized int count() {
    return seen.size();
  }

  /** Waits for a pass that saw this; fails after a minute. */
  public synchronized void await(Predicate<T> wanted) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (seen.stream().noneMatch(wanted)) {
      long left = end - System.nanoTime();
      assertThat(left).as("seen only %s", seen).isPositive();
      wait(left / 1_000_000 + 1);
    }
  }

  /** Forgets what was seen. */
  public synchronized void clear() {
    seen.clear();
  }
}
