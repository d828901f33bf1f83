package io.weir.webhook.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Response;

/**
 * An answer that is held back until it is complete or too long to be kept, so that a failure on the
 * way can still be answered as one, and a caller that does not read holds nothing up.
 */
final class BufferedResponse extends OutputStream {

  private final Response response;
  private final int kept;
  private final Bytes bytes = new Bytes();
  private boolean begun;

  /** Gives its bytes away without a copy. */
  private static final class Bytes extends ByteArrayOutputStream {
    Bytes() {
      super(4096);
    }

    ByteBuffer view() {
      return ByteBuffer.wrap(buf, 0, count);
    }
  }

  /**
   * Nothing, to begin with.
   *
   * @param kept how many bytes are held back
   */
  BufferedResponse(Response response, int kept) {
    this.response = response;
    this.kept = kept;
  }

  /** Whether the caller has got a part of it. */
  boolean isStarted() {
    return begun;
  }

  /** How many bytes wait to be sent. */
  int size() {
    return bytes.size();
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] more, int from, int length) throws IOException {
    bytes.write(more, from, length);
    if (bytes.size() > kept) {
      begun = true;
      Content.Sink.write(response, false, bytes.view());
      bytes.reset();
    }
  }

  /** The answer is complete. */
  void finish() throws IOException {
    if (!begun) {
      begun = true;
      response.getHeaders().put(HttpHeader.CONTENT_LENGTH, bytes.size());
    }
    Content.Sink.write(response, true, bytes.view());
  }
}
