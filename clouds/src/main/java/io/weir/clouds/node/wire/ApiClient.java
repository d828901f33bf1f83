package io.weir.clouds.node.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.weir.clouds.node.wire.HttpConnection.Head;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client of one API server as one identity. Requests are made one after the other over one kept
 * connection. A request that fails on a connection that had gone stale is repeated once, so each
 * caller must bear that a write took effect twice, as it must anyway.
 */
public final class ApiClient implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();
  private static final byte[] NOTHING = new byte[0];
  private static final String STRATEGIC = "application/strategic-merge-patch+json";
  private static final String MERGE = "application/merge-patch+json";

  private final URI server;
  private final TlsContext tlsContext;
  private final ClientIdentity clientIdentity;
  private final Semaphore conversations;
  private final Duration timeout;
  private final ReentrantLock oneAtATime = new ReentrantLock();
  private volatile @Nullable HttpConnection kept;
  private volatile boolean closed;

  ApiClient(
      URI server,
      TlsContext tlsContext,
      ClientIdentity clientIdentity,
      Semaphore conversations,
      Duration timeout) {
    this.server = server;
    this.tlsContext = tlsContext;
    this.clientIdentity = clientIdentity;
    this.conversations = conversations;
    this.timeout = timeout;
  }

  /** Reads an object or a list. */
  public JsonNode get(String path) throws IOException, ApiException, InterruptedException {
    return exchange("GET", path, "", NOTHING);
  }

  /** Creates an object and returns it as stored. */
  public JsonNode create(String path, JsonNode object)
      throws IOException, ApiException, InterruptedException {
    return exchange("POST", path, "application/json", JSON.writeValueAsBytes(object));
  }

  /** Replaces an object and returns it as stored. */
  public JsonNode replace(String path, JsonNode object)
      throws IOException, ApiException, InterruptedException {
    return exchange("PUT", path, "application/json", JSON.writeValueAsBytes(object));
  }

  /** Patches an object by the merge rules of its kind and returns it as stored. */
  public JsonNode patch(String path, JsonNode patch)
      throws IOException, ApiException, InterruptedException {
    return exchange("PATCH", path, STRATEGIC, JSON.writeValueAsBytes(patch));
  }

  /** Patches an object, lists being replaced whole (RFC 7386), and returns it as stored. */
  public JsonNode mergePatch(String path, JsonNode patch)
      throws IOException, ApiException, InterruptedException {
    return exchange("PATCH", path, MERGE, JSON.writeValueAsBytes(patch));
  }

  /** Deletes an object. */
  public void delete(String path) throws IOException, ApiException, InterruptedException {
    exchange("DELETE", path, "", NOTHING);
  }

  /** Deletes an object as DeleteOptions say. */
  public void delete(String path, JsonNode options)
      throws IOException, ApiException, InterruptedException {
    exchange("DELETE", path, "application/json", JSON.writeValueAsBytes(options));
  }

  /**
   * Reads a watch until the server ends it, over a connection of its own.
   *
   * @param silence how long the server may say nothing before the watch counts as broken
   * @param event gets each watch event, {@code type} and {@code object}
   */
  public void watch(String path, Duration silence, Consumer<JsonNode> event)
      throws IOException, ApiException {
    try (HttpConnection connection = open()) {
      kept = connection;
      Head head = connection.send("GET", path, headers(""), NOTHING, silence);
      InputStream body = connection.body(head);
      if (head.status() != 200) {
        throw refusal(head, body.readAllBytes());
      }
      var lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        event.accept(JSON.readTree(line));
      }
    }
  }

  private JsonNode exchange(String method, String path, String contentType, byte[] body)
      throws IOException, ApiException, InterruptedException {
    oneAtATime.lockInterruptibly();
    try {
      HttpConnection known = kept;
      if (known != null && known.isReusable()) {
        try {
          return exchange(known, method, path, contentType, body);
        } catch (IOException e) {
          // The server may close an idle connection at any time; that says nothing about it.
          known.close();
        }
      }
      HttpConnection fresh = open();
      kept = fresh;
      if (closed) {
        fresh.close();
      }
      return exchange(fresh, method, path, contentType, body);
    } finally {
      oneAtATime.unlock();
    }
  }

  private JsonNode exchange(
      HttpConnection connection, String method, String path, String contentType, byte[] body)
      throws IOException, ApiException, InterruptedException {
    conversations.acquire();
    try {
      Head head = connection.send(method, path, headers(contentType), body, timeout);
      byte[] answer = connection.body(head).readAllBytes();
      connection.markBodyRead(head);
      if (head.status() >= 300) {
        throw refusal(head, answer);
      }
      return answer.length == 0 ? MissingNode.getInstance() : JSON.readTree(answer);
    } catch (IOException e) {
      connection.close();
      throw e;
    } finally {
      conversations.release();
    }
  }

  private HttpConnection open() throws IOException {
    if (closed) {
      throw new IOException("the client is closed");
    }
    String host = server.getHost();
    int port = server.getPort() < 0 ? 443 : server.getPort();
    Socket plain = HttpConnection.dial(host, port, timeout);
    return HttpConnection.startTls(plain, host, port, tlsContext);
  }

  private Map<String, String> headers(String contentType) {
    var headers = new LinkedHashMap<String, String>();
    headers.put("Host", server.getRawAuthority());
    headers.put("User-Agent", "weir-simulated-node");
    headers.put("Accept", "application/json");
    if (!contentType.isEmpty()) {
      headers.put("Content-Type", contentType);
    }
    if (clientIdentity instanceof ClientIdentity.Bearer(String token)) {
      headers.put("Authorization", "Bearer " + token);
    }
    return headers;
  }

  private static ApiException refusal(Head head, byte[] answer) {
    try {
      return new ApiException(head.status(), JSON.readTree(answer));
    } catch (IOException e) {
      return new ApiException(head.status(), MissingNode.getInstance());
    }
  }

  /** Drops the kept connection; the next request opens another. */
  public void disconnect() {
    HttpConnection known = kept;
    if (known != null) {
      known.close();
    }
  }

  /** Ends the conversation at once, also from another thread; a request under way fails. */
  @Override
  public void close() {
    closed = true;
    disconnect();
  }
}
