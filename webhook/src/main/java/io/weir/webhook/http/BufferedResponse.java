package io.weir.webhook.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * An answer that is held back until it is complete or too long to be kept, so that a failure on the
 * way can still be answered as one.
 */
final class BufferedResponse extends OutputStream {

  private static final int KEPT = 256 * 1024;
  private static final int OK = 200;

  private final HttpExchange exchange;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream(4096);
  private @Nullable OutputStream begun;

  BufferedResponse(HttpExchange exchange) {
    this.exchange = exchange;
  }

  /** Whether the caller has got a part of it. */
  boolean isStarted() {
    return begun != null;
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    OutputStream out = begun;
    if (out == null && kept.size() + length > KEPT) {
      exchange.sendResponseHeaders(OK, 0);
      out = exchange.getResponseBody();
      begun = out;
      kept.writeTo(out);
      kept.reset();
    }
    if (out == null) {
      kept.write(bytes, from, length);
    } else {
      out.write(bytes, from, length);
    }
  }

  /** The answer is complete. */
  void finish() throws IOException {
    OutputStream out = begun;
    if (out == null) {
      exchange.sendResponseHeaders(OK, kept.size());
      out = exchange.getResponseBody();
      kept.writeTo(out);
    }
    out.close();
  }
}
