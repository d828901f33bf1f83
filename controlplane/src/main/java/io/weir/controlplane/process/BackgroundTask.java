package io.weir.controlplane.process;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Work that goes on beside the caller's own, and has an end that must be waited for.
 *
 * @param <T> what comes of it
 */
public final class BackgroundTask<T> {
  private final FutureTask<T> work;

  private BackgroundTask(FutureTask<T> work) {
    this.work = work;
  }

  /** Begins it. */
  public static <T> BackgroundTask<T> start(String name, Callable<T> work) {
    var task = new FutureTask<>(work);
    Thread.ofVirtual().name(name).start(task);
    return new BackgroundTask<>(task);
  }

  /**
   * Waits for its end.
   *
   * @throws IOException as the work did
   */
  public T await() throws IOException, InterruptedException {
    try {
      return work.get();
    } catch (ExecutionException failure) {
      switch (failure.getCause()) {
        case IOException broken -> throw broken;
        case InterruptedException stopped -> throw stopped;
        case RuntimeException mistake -> throw mistake;
        case null, default -> throw new IllegalStateException(failure.getCause());
      }
    }
  }
}
