package io.weir.kernel.kube;

import io.fabric8.kubernetes.client.http.AsyncBody;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A response body to be read by a blocking thread while it arrives. One chunk is asked for at a
 * time, so a slow reader slows the server down instead of filling memory.
 */
final class ResponseBodyStream extends InputStream implements AsyncBody.Consumer<List<ByteBuffer>> {

  private sealed interface Part {}

  private record Chunk(List<ByteBuffer> buffers) implements Part {}

  private record End(@Nullable Throwable failure) implements Part {}

  private final BlockingQueue<Part> parts = new LinkedBlockingQueue<>();
  private final Duration idleTimeout;
  private final Duration longest;
  private final long begun = System.nanoTime();
  private volatile @Nullable AsyncBody body;
  private @Nullable End end;
  private List<ByteBuffer> unread = List.of();

  /**
   * A stream that gives up when nothing arrives for so long.
   *
   * @param longest when it gives up even if something arrives
   */
  ResponseBodyStream(Duration patience, Duration longest) {
    this.idleTimeout = patience;
    this.longest = longest;
  }

  /** Begins to take the body. */
  void start(AsyncBody opened) {
    body = opened;
    var _ = opened.done().whenComplete((done, failure) -> parts.add(new End(failure)));
    opened.consume();
  }

  @Override
  public void consume(List<ByteBuffer> buffers, AsyncBody from) {
    parts.add(new Chunk(buffers));
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    while (true) {
      for (ByteBuffer buffer : unread) {
        if (buffer.hasRemaining()) {
          int count = Math.min(length, buffer.remaining());
          buffer.get(target, offset, count);
          return count;
        }
      }
      if (!next()) {
        return -1;
      }
    }
  }

  private boolean next() throws IOException {
    if (end == null) {
      switch (await()) {
        case Chunk(var buffers) -> {
          unread = buffers;
          AsyncBody from = body;
          if (from != null) {
            from.consume();
          }
          return true;
        }
        case End over -> end = over;
      }
    }
    if (end.failure() != null) {
      throw new IOException(
          "the response ended early: " + end.failure().getMessage(), end.failure());
    }
    return false;
  }

  private Part await() throws IOException {
    try {
      long left = longest.toNanos() - (System.nanoTime() - begun);
      boolean last = left < idleTimeout.toNanos();
      Part part = parts.poll(last ? left : idleTimeout.toNanos(), TimeUnit.NANOSECONDS);
      if (part == null) {
        throw new IOException(
            last
                ? "the response has not ended within " + longest.toSeconds() + " s"
                : "no data for " + idleTimeout.toSeconds() + " s");
      }
      return part;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw (IOException)
          new InterruptedIOException("interrupted while reading").initCause(stopped);
    }
  }

  /** From any thread: whoever reads finds the end. */
  @Override
  public void close() {
    parts.add(new End(new IOException("closed")));
    AsyncBody from = body;
    if (from != null) {
      from.cancel();
    }
  }
}
