package io.weir.sandbox.sweep;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The way to a simulated AWS on which what is for one region arrives and is never answered, as
 * where a network swallows packets. Which region a request is for, its signature says: clients of
 * several regions share connections.
 */
final class SilentRegion implements AutoCloseable {
  private static final Pattern LENGTH =
      Pattern.compile("^content-length: *(\\d+)", Pattern.CASE_INSENSITIVE | Pattern.MULTILINE);
  private static final byte[] END_OF_HEAD = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final URI cloud;
  private final String scope;
  private final ServerSocket gate;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  /** Those that stay open, and without an answer. */
  private final Set<Socket> silent = ConcurrentHashMap.newKeySet();

  private final AtomicInteger swallowed = new AtomicInteger();

  SilentRegion(URI cloud, String region) throws IOException {
    this.cloud = cloud;
    this.scope = "/" + region + "/";
    gate = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().name("silent-region").start(this::accept);
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + gate.getLocalPort());
  }

  /** How many requests wait now for an answer that never comes. */
  int waiting() {
    return silent.size();
  }

  /** How many requests were for the region. */
  int swallowed() {
    return swallowed.get();
  }

  private void accept() {
    while (!gate.isClosed()) {
      try {
        Socket client = gate.accept();
        Thread.ofVirtual().start(() -> serve(client));
      } catch (IOException _) {
        // Closed, or a client that went away again.
      }
    }
  }

  private void serve(Socket client) {
    open.add(client);
    try (var there = new Socket(cloud.getHost(), cloud.getPort())) {
      open.add(there);
      Thread.ofVirtual().start(() -> answer(there, client));
      var in = new BufferedInputStream(client.getInputStream());
      byte[] head = head(in);
      while (!isSilenced(head)) {
        passOn(head, in, there.getOutputStream());
        head = head(in);
      }
      silent.add(client);
      swallowed.incrementAndGet();
      long _ = in.transferTo(OutputStream.nullOutputStream());
      end(client); // nobody waits any more
    } catch (IOException _) {
      end(client);
    }
  }

  private boolean isSilenced(byte[] head) {
    return new String(head, StandardCharsets.ISO_8859_1).contains(scope);
  }

  private static void passOn(byte[] head, InputStream in, OutputStream out) throws IOException {
    Matcher length = LENGTH.matcher(new String(head, StandardCharsets.ISO_8859_1));
    out.write(head);
    out.write(in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0));
    out.flush();
  }

  private static byte[] head(InputStream in) throws IOException {
    var head = new ByteArrayOutputStream();
    int matched = 0;
    while (matched < END_OF_HEAD.length) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("no request");
      }
      head.write(next);
      matched = next == END_OF_HEAD[matched] ? matched + 1 : next == END_OF_HEAD[0] ? 1 : 0;
    }
    return head.toByteArray();
  }

  private void answer(Socket there, Socket client) {
    try {
      there.getInputStream().transferTo(client.getOutputStream());
    } catch (IOException _) {
      // Ended by one side: so it is for the other.
    } finally {
      end(there);
      if (!silent.contains(client)) {
        end(client);
      }
    }
  }

  private void end(Socket socket) {
    open.remove(socket);
    silent.remove(socket);
    try {
      socket.close();
    } catch (IOException _) {
      // Nothing is sent any more in either case.
    }
  }

  @Override
  public void close() throws IOException {
    gate.close();
    Set.copyOf(open).forEach(this::end);
  }
}
