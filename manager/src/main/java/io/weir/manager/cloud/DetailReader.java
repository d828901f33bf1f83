package io.weir.manager.cloud;

import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/** Reads the details of the pools of one kind in one scope, a few at a time. */
final class DetailReader implements AutoCloseable {

  /** So many slow answers hold nobody up. */
  private static final int AT_ONCE = 4;

  private final Readings readings;
  private final Semaphore permits = new Semaphore(AT_ONCE);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private DetailReader(Readings readings) {
    this.readings = readings;
  }

  /** The readings that are due. */
  @FunctionalInterface
  interface Readings {

    /**
     * Waits for the next.
     *
     * @return empty if there will be none
     */
    Optional<Runnable> awaitNext() throws InterruptedException;
  }

  /** Reads until it is closed. */
  static DetailReader start(Readings readings) {
    var reader = new DetailReader(readings);
    var _ = reader.threads.submit(reader::dispatch);
    return reader;
  }

  private void dispatch() {
    try {
      permits.acquire();
      Optional<Runnable> next = readings.awaitNext();
      while (next.isPresent()) {
        Runnable reading = next.get();
        var _ =
            threads.submit(
                () -> {
                  try {
                    reading.run();
                  } finally {
                    permits.release();
                  }
                });
        permits.acquire();
        next = readings.awaitNext();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends what is being read, and waits for nothing. */
  @Override
  public void close() {
    var _ = threads.shutdownNow();
  }
}
