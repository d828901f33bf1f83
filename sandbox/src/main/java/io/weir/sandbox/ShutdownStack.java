package io.weir.sandbox;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What has been started, to be stopped in reverse order: when a start fails half way, when the work
 * is done, and when the JVM is asked to end (Ctrl-C).
 */
final class ShutdownStack implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ShutdownStack.class);

  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private final Thread atExit = new Thread(this::closeAll, "sandbox-stop");
  private boolean closed;

  ShutdownStack() {
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /**
   * Takes charge of something that has just been started.
   *
   * @throws IllegalStateException when all is being stopped already; it is stopped, too
   */
  synchronized <T extends AutoCloseable> T add(T part) {
    if (closed) {
      close(part);
      throw new IllegalStateException("the sandbox is being stopped");
    }
    started.push(part);
    return part;
  }

  /** Whether all is stopped, or being stopped. */
  synchronized boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException _) {
      LOG.debug("the JVM is ending, and the sandbox with it");
    }
    closeAll();
  }

  private synchronized void closeAll() {
    closed = true;
    while (!started.isEmpty()) {
      close(started.pop());
    }
  }

  private static void close(AutoCloseable part) {
    try {
      part.close();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (Exception failure) {
      // The others have to be stopped all the same.
      LOG.warn("a part of the sandbox did not stop in order", failure);
    }
  }
}
