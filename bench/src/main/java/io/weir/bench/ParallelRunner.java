package io.weir.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Does the same to many, as fast as an API server takes it. */
final class ParallelRunner {
  /** More would only wait in the server's queues and time out there. */
  private static final int TOGETHER = 16;

  private ParallelRunner() {}

  static <T> void run(List<T> items, Consumer<T> work) throws IOException, InterruptedException {
    try (var threads = Executors.newFixedThreadPool(TOGETHER, Thread.ofVirtual().factory())) {
      var running = new ArrayList<Future<?>>();
      items.forEach(item -> running.add(threads.submit(() -> work.accept(item))));
      for (Future<?> one : running) {
        one.get();
      }
    } catch (ExecutionException failure) {
      throw new IOException("cannot create pools: " + failure.getCause(), failure);
    }
  }
}
