package io.weir.kernel.harness;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** An API server of somebody who is after the memory of those that watch its Nodes. */
public final class InventingServer implements AutoCloseable {

  /** What it sends when it is asked for its Nodes. */
  public enum Malice {
    /** A list of ordinary Nodes that does not end. */
    LIST,
    /** No Nodes, and then one event after the other. */
    EVENTS,
    /** Nodes that take much more in memory than on the way. */
    SMALLEST_PARTS,
    /** Nodes with members whose long names never come again. */
    NAMES,
    /** The first half of a Node, and then nothing. */
    HALF
  }

  private static final int LARGE = 1_800_000;

  private final MemoryIdentity identity = new MemoryIdentity();
  private final AtomicLong numbers = new AtomicLong();
  private final AtomicLong sent = new AtomicLong();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Malice malice;
  private volatile int pods;
  private volatile int podBytes;
  private volatile boolean pagesAreEmpty;
  private final HttpsServer server;

  public InventingServer(Malice malice) throws IOException {
    this.malice = malice;
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(identity.tls()));
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  /** How it is reached. */
  public String kubeconfig() {
    return identity.kubeconfig(
        URI.create("https://127.0.0.1:" + server.getAddress().getPort()), "anybody", "token");
  }

  /** From now on it has Pods: so many, each of so many bytes, in as many pages as are asked for. */
  public void invent(int pods, int podBytes) {
    this.pods = pods;
    this.podBytes = podBytes;
  }

  /** From now on its list of Pods consists of pages with nothing on them, and does not end. */
  public void inventEmptyPages() {
    pagesAreEmpty = true;
  }

  /** How many bytes of its objects somebody has read. */
  public long sent() {
    return sent.get();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    boolean watch = exchange.getRequestURI().toString().contains("watch=true");
    try (exchange) {
      exchange.sendResponseHeaders(200, 0);
      OutputStream body = exchange.getResponseBody();
      if (path.endsWith("/version")) {
        write(body, "{\"gitVersion\":\"v1.35.4\"}");
      } else if (path.endsWith("/pods") && !watch) {
        pods(body, query(exchange, "limit"), query(exchange, "continue"));
      } else if (!path.endsWith("/nodes")) {
        write(body, watch ? "" : list("") + "]}");
        if (watch) {
          closed.await();
        }
      } else if (watch) {
        watch(body);
      } else {
        list(body);
      }
      body.close();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** A number of the query; 0 if it is not there. */
  private static int query(HttpExchange exchange, String name) {
    return Stream.of(exchange.getRequestURI().getQuery().split("&", -1))
        .filter(part -> part.startsWith(name + "="))
        .mapToInt(part -> Integer.parseInt(part.substring(name.length() + 1)))
        .findFirst()
        .orElse(0);
  }

  private void pods(OutputStream body, int limit, int from)
      throws IOException, InterruptedException {
    if (pagesAreEmpty) {
      write(body, list(String.valueOf(from + 1)) + "]}");
      return;
    }
    int end = Math.min(pods, from + limit);
    write(body, list(end < pods ? String.valueOf(end) : ""));
    for (int i = from; i < end; i++) {
      write(body, (i == from ? "" : ",") + pod(i));
    }
    write(body, "]}");
  }

  private String pod(int number) {
    return """
    {"metadata": {"namespace": "default", "name": "pod-%d", "uid": "uid-%1$d",
     "annotations": {"large": "%s"}}, "spec": {"nodeName": "node-1"}}\
    """
        .formatted(number, "x".repeat(podBytes));
  }

  private void list(OutputStream body) throws IOException, InterruptedException {
    write(body, list(malice == Malice.EVENTS ? "" : "page-" + numbers.incrementAndGet()));
    if (malice != Malice.EVENTS) {
      for (int i = 0; i < 500; i++) {
        write(body, (i == 0 ? "" : ",") + node());
      }
    }
    write(body, "]}");
  }

  private void watch(OutputStream body) throws IOException, InterruptedException {
    while (true) {
      write(body, "{\"type\":\"ADDED\",\"object\":" + node() + "}\n");
    }
  }

  private String node() throws InterruptedException {
    long number = numbers.incrementAndGet();
    String begin =
        """
        {"kind": "Node", "apiVersion": "v1", "metadata": {"name": "n-%d", "resourceVersion": "%1$d",
         "annotations": {"a": "%s"}\
        """
            .formatted(number, "x".repeat(2000) + number);
    return switch (malice) {
      case LIST, EVENTS -> begin + "}}";
      case SMALLEST_PARTS ->
          begin + "}, \"spec\": {\"taints\": [" + "{},".repeat(LARGE / 3) + "{}]}}";
      case NAMES -> begin + names(number) + "}}";
      case HALF -> begin + "}, \"spec\": {\"taints\": [" + "{},".repeat(LARGE / 3);
    };
  }

  private static String names(long number) {
    var names = new StringBuilder();
    String filling = "x".repeat(5_000) + number + "-";
    for (int i = 0; names.length() < LARGE; i++) {
      names.append(",\"").append(filling).append(i).append("\":1");
    }
    return names.toString();
  }

  private static String list(String next) {
    return "{\"kind\":\"List\",\"metadata\":{\"resourceVersion\":\"1\",\"continue\":\"%s\"},\"items\":["
        .formatted(next);
  }

  private void write(OutputStream body, String text) throws IOException, InterruptedException {
    body.write(text.getBytes(StandardCharsets.UTF_8));
    body.flush();
    sent.addAndGet(text.length());
    if (malice == Malice.HALF && text.length() > LARGE) {
      closed.await();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
  }
}
