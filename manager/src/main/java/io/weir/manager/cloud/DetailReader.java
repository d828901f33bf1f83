package io.weir.manager.cloud;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the details of the pools of one kind in one scope, a few at a time. */
final class DetailReader implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(DetailReader.class);

  /** After a fault of ours, so that one that stays does not fill the log. */
  private static final Duration BREATHER = Duration.ofSeconds(1);

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
      boolean more = true;
      while (more) {
        more = dispatchNext();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** Tells whether there may be another; a fault of ours must not end the reading of all. */
  private boolean dispatchNext() throws InterruptedException {
    permits.acquire();
    boolean handed = false;
    try {
      Optional<Runnable> next = readings.awaitNext();
      if (next.isEmpty()) {
        return false;
      }
      var _ = threads.submit(() -> read(next.get()));
      handed = true;
    } catch (RejectedExecutionException closed) {
      return false;
    } catch (RuntimeException | Error fault) {
      LOG.error("cannot begin to read a detail", fault);
      Thread.sleep(BREATHER);
    } finally {
      if (!handed) {
        permits.release();
      }
    }
    return true;
  }

  private void read(Runnable reading) {
    try {
      reading.run();
    } catch (RuntimeException | Error fault) {
      LOG.error("cannot read a detail", fault);
    } finally {
      permits.release();
    }
  }

  /** Ends what is being read, and waits for nothing. */
  @Override
  public void close() {
    var _ = threads.shutdownNow();
  }
}
