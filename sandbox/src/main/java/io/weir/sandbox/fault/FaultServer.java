package io.weir.sandbox.fault;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import io.weir.clouds.LoopbackServer;
import io.weir.clouds.LoopbackServer.Response;
import io.weir.sandbox.Sandbox;
import io.weir.sandbox.saved.StateSaver;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes fault requests from other processes of the same person: HTTP on the loopback address, with
 * a token that lies in the sandbox's directory.
 */
public final class FaultServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FaultServer.class);
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String KEPT = "faults.json";

  private final LoopbackServer server;
  private final ActiveFaults activeFaults;
  private final FaultExecutor faultExecutor;
  private final Consumer<String> teller;
  private final String token = UUID.randomUUID().toString();

  private FaultServer(Sandbox sandbox, Consumer<String> teller) {
    this.activeFaults = new ActiveFaults(teller);
    this.faultExecutor = new FaultExecutor(sandbox, activeFaults);
    this.teller = teller;
    this.server = LoopbackServer.start("fault-server", 0, Map.of("/", this::answer));
  }

  /**
   * Starts one and writes down where it is. Faults that a saved sandbox had go on.
   *
   * @param name what the sandbox is called
   * @param teller told of every request that was carried out, a sentence each
   */
  public static FaultServer start(Sandbox sandbox, String name, Consumer<String> teller)
      throws IOException {
    var faultServer = new FaultServer(sandbox, teller);
    try {
      if (sandbox.stateSaver().isPresent()) {
        faultServer.goOn(sandbox.stateSaver().get());
      }
      new FaultServerFile(
              name, ProcessHandle.current().pid(), faultServer.server.address(), faultServer.token)
          .write(sandbox.directory());
      return faultServer;
    } catch (IOException | RuntimeException e) {
      faultServer.close();
      throw e;
    }
  }

  private void goOn(StateSaver stateSaver) throws IOException {
    Optional<byte[]> before = stateSaver.readSaved(KEPT);
    if (before.isPresent()) {
      activeFaults.restore(before.get(), faultExecutor::inject);
      activeFaults.descriptions().forEach(line -> teller.accept("continues with fault " + line));
    }
    stateSaver.register(KEPT, activeFaults::toJson);
  }

  private Optional<Response> answer(HttpExchange request, byte[] body) {
    String shown = request.getRequestHeaders().getFirst("Authorization");
    if (shown == null || !same(shown, "Bearer " + token)) {
      return answer(401, List.of("not allowed"));
    }
    try {
      FaultRequest faultRequest = JSON.readValue(body, FaultRequest.class);
      List<String> lines = faultExecutor.execute(faultRequest);
      if (!(faultRequest instanceof FaultRequest.ListFaults)) {
        teller.accept(lines.getFirst());
      }
      return answer(200, lines);
    } catch (IllegalArgumentException | IOException refused) {
      return answer(400, List.of(String.valueOf(refused.getMessage())));
    } catch (RuntimeException mistake) {
      LOG.warn("a request failed", mistake);
      return answer(500, List.of("the sandbox failed: " + mistake));
    }
  }

  private static boolean same(String left, String right) {
    return MessageDigest.isEqual(
        left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
  }

  private static Optional<Response> answer(int status, List<String> lines) {
    return Optional.of(Response.json(status, JSON.valueToTree(Map.of("lines", lines)).toString()));
  }

  /** Takes no more requests; faults end with the sandbox. */
  @Override
  public void close() {
    server.close();
    activeFaults.close();
  }
}
