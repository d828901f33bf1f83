package io.weir.controlplane.binaries;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;

/**
 * At most one builder at a time on this machine. The operating system gives the lock back when its
 * holder dies, so it never has to be broken by hand.
 */
final class CacheLock implements AutoCloseable {
  // A file lock holds between processes only; a second thread of this one would get an exception.
  private static final ReentrantLock THREADS = new ReentrantLock();

  private final FileChannel channel;

  private CacheLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Waits for the lock.
   *
   * @param file made if absent, never deleted: a deleted one could be locked twice
   * @param onWait run once if another builder holds the lock
   */
  static CacheLock acquire(Path file, Runnable onWait) throws IOException, InterruptedException {
    boolean waited = !THREADS.tryLock();
    if (waited) {
      onWait.run();
      THREADS.lockInterruptibly();
    }
    FileChannel channel = null;
    try {
      channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = channel.tryLock();
      if (lock == null) {
        if (!waited) {
          onWait.run();
        }
        lock = channel.lock();
      }
      return new CacheLock(channel);
    } catch (IOException | RuntimeException e) {
      if (channel != null) {
        channel.close();
      }
      THREADS.unlock();
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      THREADS.unlock();
    }
  }
}
