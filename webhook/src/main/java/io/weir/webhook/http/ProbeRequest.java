package io.weir.webhook.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * The first line of a request, of which nothing else counts.
 *
 * @param method such as {@code GET}
 * @param path without query
 */
record ProbeRequest(String method, String path) {

  /** A kubelet sends some 150 bytes. */
  private static final int LONGEST_HEAD = 4096;

  private static final String END = "\r\n\r\n";

  /**
   * Reads a request up to the empty line that ends its head.
   *
   * @param within how long all of it may take
   * @throws IOException if it is none, too long or too late
   */
  static ProbeRequest read(Socket socket, Duration within) throws IOException {
    long begun = System.nanoTime();
    var head = new ByteArrayOutputStream();
    var piece = new byte[512];
    InputStream in = socket.getInputStream();
    while (!head.toString(StandardCharsets.ISO_8859_1).contains(END)) {
      long left = within.minusNanos(System.nanoTime() - begun).toMillis();
      if (left <= 0) {
        throw new SocketTimeoutException("the request is late");
      }
      socket.setSoTimeout(Math.toIntExact(left));
      int count = in.read(piece);
      if (count < 0 || head.size() + count > LONGEST_HEAD) {
        throw new IOException("the request is none, or too long");
      }
      head.write(piece, 0, count);
    }
    return parse(head.toString(StandardCharsets.ISO_8859_1));
  }

  private static ProbeRequest parse(String head) throws IOException {
    String[] words = head.lines().findFirst().orElse("").split(" ", -1);
    if (words.length != 3 || !words[2].startsWith("HTTP/1.")) {
      throw new IOException("the request is not HTTP");
    }
    int query = words[1].indexOf('?');
    return new ProbeRequest(words[0], query < 0 ? words[1] : words[1].substring(0, query));
  }
}
