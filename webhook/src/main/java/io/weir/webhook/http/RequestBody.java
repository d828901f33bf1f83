package io.weir.webhook.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/** A request's body that must not be longer than allowed, and keeps no thread to itself. */
final class RequestBody extends FilterInputStream {

  /** After so many bytes others have their turn, and the caller has shown that it goes on. */
  static final int TURN = 64 * 1024;

  private final long limit;
  private final Runnable goesOn;
  private long taken;
  private long turn;

  /** How long reads have waited, in nanoseconds, and since when one waits; 0 if none does. */
  private volatile long waited;

  private volatile long waitsSince;

  /**
   * A body.
   *
   * @param goesOn runs now and then while it arrives
   */
  RequestBody(InputStream body, long limit, Runnable goesOn) {
    super(body);
    this.limit = limit;
    this.goesOn = goesOn;
  }

  /** The body is too long. */
  static final class TooLongException extends IOException {
    private static final long serialVersionUID = 1L;

    TooLongException(long limit) {
      super("the request is longer than " + limit + " bytes");
    }
  }

  @Override
  public int read() throws IOException {
    begin();
    int one = super.read();
    end();
    if (one >= 0) {
      count(1);
    }
    return one;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    begin();
    int read = super.read(into, from, length);
    end();
    if (read > 0) {
      count(read);
    }
    return read;
  }

  /** How long it has been waited for; may be asked by others than its reader. */
  Duration waited() {
    long since = waitsSince;
    return Duration.ofNanos(waited + (since == 0 ? 0 : System.nanoTime() - since));
  }

  private void begin() {
    waitsSince = System.nanoTime() | 1;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // written by its reader alone
  private void end() {
    waited += System.nanoTime() - waitsSince;
    waitsSince = 0;
  }

  /** Stays open: whoever parses it closes it, and what is left must be read before an answer. */
  @Override
  public void close() {}

  // A virtual thread that finds bytes whenever it reads would never let go of its processor.
  @SuppressWarnings("ThreadPriorityCheck")
  private void count(int more) throws TooLongException {
    taken += more;
    if (taken > limit) {
      throw new TooLongException(limit);
    }
    turn += more;
    if (turn >= TURN) {
      turn = 0;
      goesOn.run();
      Thread.yield();
    }
  }
}
