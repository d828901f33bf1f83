package io.weir.webhook;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A Service as kube-proxy makes it: each new connection goes to the next of its endpoints, and
 * stays there however the endpoints change. API servers come through a socket and say {@code
 * CONNECT} first.
 */
final class ReplicaService implements AutoCloseable {

  private static final String END_OF_HEAD = "\r\n\r\n";
  private static final int LONGEST_HEAD = 4096;

  private final ServerSocketChannel server;
  private final Path socket;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<InetSocketAddress> endpoints = new CopyOnWriteArrayList<>();
  private final Map<InetSocketAddress, AtomicInteger> connections = new ConcurrentHashMap<>();
  private final AtomicInteger turn = new AtomicInteger();

  private ReplicaService(ServerSocketChannel server, Path socket) {
    this.server = server;
    this.socket = socket;
  }

  static ReplicaService listenAt(Path socket) throws IOException {
    Files.deleteIfExists(socket);
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
    var service = new ReplicaService(server, socket);
    service.threads.execute(service::accept);
    return service;
  }

  void add(WebhookReplica replica) {
    endpoints.add(replica.webhooks().listenAddress());
  }

  void remove(WebhookReplica replica) {
    endpoints.remove(replica.webhooks().listenAddress());
  }

  /** How many connections a replica was given. */
  int connectionsOf(WebhookReplica replica) {
    return count(replica.webhooks().listenAddress()).get();
  }

  private AtomicInteger count(InetSocketAddress endpoint) {
    return connections.computeIfAbsent(endpoint, _ -> new AtomicInteger());
  }

  private void accept() {
    try {
      while (true) {
        SocketChannel caller = server.accept();
        threads.execute(() -> serve(caller));
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private void serve(SocketChannel caller) {
    try (caller) {
      readHead(caller);
      InetSocketAddress endpoint =
          endpoints.get(Math.floorMod(turn.getAndIncrement(), endpoints.size()));
      try (SocketChannel replica = SocketChannel.open(endpoint)) {
        write(caller, ascii("HTTP/1.1 200 OK" + END_OF_HEAD));
        int _ = count(endpoint).incrementAndGet();
        var answers = threads.submit(() -> copy(replica, caller));
        copy(caller, replica);
        answers.get();
      }
    } catch (Exception refused) {
      // The API server says what its caller has lost by it.
    }
  }

  private static void readHead(SocketChannel caller) throws IOException {
    ByteBuffer one = ByteBuffer.allocate(1);
    var head = new StringBuilder();
    while (head.indexOf(END_OF_HEAD) < 0) {
      if (head.length() > LONGEST_HEAD || caller.read(one.clear()) < 0) {
        throw new IOException("no CONNECT");
      }
      head.append((char) one.get(0));
    }
  }

  private static void copy(SocketChannel from, SocketChannel to) {
    ByteBuffer bytes = ByteBuffer.allocate(16 * 1024);
    try {
      while (from.read(bytes.clear()) >= 0) {
        write(to, bytes.flip());
      }
      to.shutdownOutput();
    } catch (IOException gone) {
      closeQuietly(from);
      closeQuietly(to);
    }
  }

  private static void write(SocketChannel to, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      int _ = to.write(bytes);
    }
  }

  private static ByteBuffer ascii(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static void closeQuietly(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException closed) {
      // As it should be.
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    threads.shutdownNow();
    Files.deleteIfExists(socket);
  }
}
