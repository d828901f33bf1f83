package io.weir.kernel.kube;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A response body as a whole, if it is no longer than it may be. */
final class AnswerBytes implements AsyncBody.Consumer<List<ByteBuffer>> {

  private final List<ByteBuffer> buffers = new ArrayList<>();
  private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
  private long size;
  private volatile int limit;

  /**
   * Begins to take the body.
   *
   * @param mostBytes of a success
   * @return fails if the body is longer
   */
  CompletableFuture<byte[]> start(HttpResponse<AsyncBody> answer, int mostBytes) {
    limit = answer.isSuccessful() ? mostBytes : AnswerLimits.ERROR_BYTES;
    AsyncBody body = answer.body();
    var _ =
        body.done()
            .whenComplete(
                (_, failure) -> {
                  if (failure == null) {
                    whole.complete(joined());
                  } else {
                    whole.completeExceptionally(failure);
                  }
                });
    body.consume();
    return whole;
  }

  @Override
  public void consume(List<ByteBuffer> received, AsyncBody from) {
    synchronized (buffers) {
      for (ByteBuffer buffer : received) {
        size += buffer.remaining();
        buffers.add(buffer);
      }
    }
    if (size > limit) {
      whole.completeExceptionally(new AnswerTooLargeException(limit));
      from.cancel();
    } else {
      from.consume();
    }
  }

  private byte[] joined() {
    synchronized (buffers) {
      byte[] bytes = new byte[(int) size];
      int end = 0;
      for (ByteBuffer buffer : buffers) {
        int length = buffer.remaining();
        buffer.get(bytes, end, length);
        end += length;
      }
      return bytes;
    }
  }
}
