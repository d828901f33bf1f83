package io.weir.clouds.node.wire;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.SSLSocket;

/**
 * One HTTP/1.1 connection, used by one caller at a time. Written by hand because the JDK's clients
 * either start threads for each client certificate or cannot send PATCH.
 */
final class HttpConnection implements AutoCloseable {
  private static final int MAX_LINE = 16 * 1024;
  private static final int BUFFER = 2 * 1024;

  private final SSLSocket socket;
  private final InputStream in;
  private boolean reusable = true;

  private HttpConnection(SSLSocket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream(), BUFFER);
  }

  /** The connection below TLS, not yet a conversation: slow servers hold up only this step. */
  static Socket dial(String host, int port, Duration timeout) throws IOException {
    Socket plain = new Socket();
    try {
      plain.setTcpNoDelay(true);
      plain.connect(new InetSocketAddress(host, port), Math.toIntExact(timeout.toMillis()));
      plain.setSoTimeout(Math.toIntExact(timeout.toMillis()));
      return plain;
    } catch (IOException e) {
      plain.close();
      throw e;
    }
  }

  static HttpConnection startTls(Socket plain, String host, int port, TlsContext tlsContext)
      throws IOException {
    try {
      return new HttpConnection(tlsContext.wrap(plain, host, port));
    } catch (IOException e) {
      plain.close();
      throw e;
    }
  }

  /** Whether another request may follow on this connection. */
  boolean isReusable() {
    return reusable && !socket.isClosed();
  }

  /** Sends one request and reads the head of the answer; the caller reads the body to its end. */
  Head send(String method, String path, Map<String, String> headers, byte[] body, Duration silence)
      throws IOException {
    socket.setSoTimeout(Math.toIntExact(silence.toMillis()));
    reusable = false;
    var request = new ByteArrayOutputStream(512 + body.length);
    var head = new StringBuilder(256);
    head.append(method).append(' ').append(path).append(" HTTP/1.1\r\n");
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
    request.write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
    request.write(body);
    socket.getOutputStream().write(request.toByteArray());
    socket.getOutputStream().flush();
    Head answer = head();
    while (answer.status() < 200) {
      answer = head();
    }
    return answer;
  }

  private Head head() throws IOException {
    String[] status = line(in).split(" ", 3);
    if (status.length < 2 || !status[0].startsWith("HTTP/1.")) {
      throw new IOException("not an HTTP answer");
    }
    var headers = new HashMap<String, String>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        headers.put(
            line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
      }
    }
    try {
      return new Head(Integer.parseInt(status[1]), Map.copyOf(headers));
    } catch (NumberFormatException e) {
      throw new IOException("not an HTTP status", e);
    }
  }

  /** The body of the answer just received, ending where the server says that it ends. */
  InputStream body(Head head) {
    if (head.status() == 204 || head.status() == 304) {
      return new SizedBody(in, 0);
    }
    if ("chunked".equalsIgnoreCase(head.headers().getOrDefault("transfer-encoding", ""))) {
      return new ChunkedBody(in);
    }
    String length = head.headers().get("content-length");
    return length == null ? in : new SizedBody(in, Long.parseLong(length));
  }

  /** Says that the body was read to its end. */
  void markBodyRead(Head head) {
    boolean ends =
        head.headers().containsKey("content-length")
            || head.headers().containsKey("transfer-encoding")
            || head.status() == 204;
    reusable = ends && !"close".equalsIgnoreCase(head.headers().get("connection"));
  }

  static String line(InputStream in) throws IOException {
    var line = new ByteArrayOutputStream(80);
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the server closed the connection");
      }
      if (line.size() > MAX_LINE) {
        throw new IOException("header line too long");
      }
      line.write(c);
    }
    String text = line.toString(StandardCharsets.ISO_8859_1);
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // Closing is how a dead machine leaves; there is nobody to tell.
    }
  }

  /** Status and headers of an answer; header names in lower case. */
  record Head(int status, Map<String, String> headers) {}
}
