package io.weir.sandbox.sweep;

import io.weir.api.GroupKind;
import io.weir.kernel.kube.RequestInfo;
import io.weir.kernel.kube.RequestListener;
import io.weir.manager.EmbeddedManager.Hooks;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * Lets the watches of a manager stand still, of one kind while those of others go on: what they
 * bring arrives when they are thawed, or never, if the manager lists instead.
 */
final class FrozenWatches implements RequestListener {

  private final ManagerCutoff counter =
      new ManagerCutoff(ManagerCutoff.NEVER, ManagerCutoff.Side.BEFORE);
  private final Set<GroupKind> frozen = new HashSet<>();

  /** To be hung into a manager. */
  Hooks hooks() {
    Hooks counting = counter.hooks();
    return new Hooks(this, counting.callGate(), counting.onLeadershipLost());
  }

  /** What that manager does. */
  ManagerCutoff counter() {
    return counter;
  }

  synchronized void freeze(GroupKind kind) {
    frozen.add(kind);
  }

  synchronized void thaw() {
    frozen.clear();
    notifyAll();
  }

  private synchronized void awaitThaw(GroupKind kind, Stream stream) throws IOException {
    try {
      while (frozen.contains(kind) && !stream.closed) {
        wait();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted in a frozen watch");
    }
    if (stream.closed) {
      throw new IOException("closed");
    }
  }

  private synchronized void closed(Stream stream) {
    stream.closed = true;
    notifyAll();
  }

  @Override
  public void beforeRequest(RequestInfo requestInfo) throws IOException {
    counter.beforeRequest(requestInfo);
  }

  @Override
  public InputStream reading(RequestInfo requestInfo, InputStream answer) {
    return requestInfo.verb().equals("watch") ? new Stream(requestInfo.kind(), answer) : answer;
  }

  @Override
  public void afterRequest(RequestInfo requestInfo, int code, Duration took) {
    counter.afterRequest(requestInfo, code, took);
  }

  private final class Stream extends FilterInputStream {
    private final GroupKind kind;
    private boolean closed;

    Stream(GroupKind kind, InputStream answer) {
      super(answer);
      this.kind = kind;
    }

    @Override
    public int read() throws IOException {
      int one = super.read();
      awaitThaw(kind, this);
      return one;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int count = super.read(target, offset, length);
      awaitThaw(kind, this);
      return count;
    }

    @Override
    public void close() throws IOException {
      FrozenWatches.this.closed(this);
      super.close();
    }
  }
}
