package io.weir.sandbox.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Several lifecycles at once, which know nothing of each other. */
final class ParallelRuns {

  private ParallelRuns() {}

  /**
   * Runs them.
   *
   * @param most how many go on at the same time
   * @return what each came to, in order
   * @throws AssertionError with all that went wrong, when all have ended
   */
  static <T> List<T> runAll(int most, List<? extends Callable<T>> lives)
      throws InterruptedException {
    var results = new ArrayList<T>();
    var failed = new AssertionError("lives went wrong");
    try (var threads = Executors.newFixedThreadPool(most)) {
      for (Future<T> life : threads.invokeAll(lives)) {
        try {
          results.add(life.get());
        } catch (ExecutionException failure) {
          failed.addSuppressed(failure.getCause());
        }
      }
    }
    if (failed.getSuppressed().length > 0) {
      throw new AssertionError(told(failed.getSuppressed()), failed);
    }
    return results;
  }

  private static String told(Throwable[] failures) {
    var text = new StringBuilder(failures.length + " lives went wrong:");
    for (Throwable failure : failures) {
      text.append('\n').append(failure);
    }
    return text.toString();
  }
}
