package io.weir.webhook.http;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** One connection to a review server, and what is said over it, byte by byte if need be. */
final class ReviewCaller implements AutoCloseable {

  private static final int PATIENCE_MILLIS = 10_000;

  private final Socket socket;

  private ReviewCaller(Socket socket) {
    this.socket = socket;
  }

  /** What was answered. */
  record Answer(int code, String body) {}

  /** Without TLS. */
  static ReviewCaller plain(int port) throws IOException {
    return prepared(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  /** With TLS, its handshake done. */
  static ReviewCaller secure(SSLContext tls, int port) throws IOException {
    var socket = tls.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
    ReviewCaller caller = prepared(socket);
    try {
      ((SSLSocket) socket).startHandshake();
      return caller;
    } catch (IOException refused) {
      caller.close();
      throw refused;
    }
  }

  private static ReviewCaller prepared(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MILLIS);
    return new ReviewCaller(socket);
  }

  ReviewCaller send(String text) throws IOException {
    return send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  ReviewCaller send(byte[] bytes) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(bytes);
    out.flush();
    return this;
  }

  /** The head of a POST. */
  static String head(String path, String length) {
    return "POST %s HTTP/1.1\r\nHost: weir-webhook.weir-system.svc\r\n%s\r\n\r\n"
        .formatted(path, length);
  }

  /** As an API server asks. */
  Answer post(String path, byte[] body) throws IOException {
    var request = new ByteArrayOutputStream(body.length + 200);
    request.writeBytes(
        head(path, "Content-Length: " + body.length).getBytes(StandardCharsets.ISO_8859_1));
    request.writeBytes(body);
    return send(request.toByteArray()).answer();
  }

  /** The next answer that has a length. */
  Answer answer() throws IOException {
    InputStream in = socket.getInputStream();
    String status = line(in);
    int length = 0;
    for (String field = line(in); !field.isEmpty(); field = line(in)) {
      String lower = field.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        length = Integer.parseInt(lower.substring("content-length:".length()).strip());
      }
    }
    byte[] body = in.readNBytes(length);
    return new Answer(
        Integer.parseInt(status.substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length())),
        new String(body, StandardCharsets.UTF_8));
  }

  private static String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int one = in.read(); one != '\n'; one = in.read()) {
      if (one < 0) {
        throw new EOFException("closed after: " + line);
      }
      if (one != '\r') {
        line.append((char) one);
      }
    }
    return line.toString();
  }

  /** Whether the server ends it without another byte. */
  boolean isEnded() {
    try {
      return socket.getInputStream().read() < 0;
    } catch (IOException cut) {
      return !(cut instanceof SocketTimeoutException);
    }
  }

  /** At once: an attacker does not say farewell. */
  @Override
  public void close() throws IOException {
    socket.close();
  }
}
