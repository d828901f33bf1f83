package io.weir.sandbox.fault;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import io.weir.clouds.LoopbackServer;
import io.weir.clouds.LoopbackServer.Answer;
import io.weir.sandbox.Sandbox;
import io.weir.sandbox.keep.Keeper;
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
 * Takes orders from other processes of the same person: HTTP on the loopback address, with a token
 * that lies in the sandbox's directory.
 */
public final class Desk implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Desk.class);
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String KEPT = "faults.json";

  private final LoopbackServer server;
  private final Standing standing;
  private final Clerk clerk;
  private final Consumer<String> teller;
  private final String token = UUID.randomUUID().toString();

  private Desk(Sandbox sandbox, Consumer<String> teller) {
    this.standing = new Standing(teller);
    this.clerk = new Clerk(sandbox, standing);
    this.teller = teller;
    this.server = LoopbackServer.start("desk", 0, Map.of("/", this::answer));
  }

  /**
   * Opens a desk and writes down where it is. Faults that a kept sandbox had go on.
   *
   * @param name what the sandbox is called
   * @param teller told of every order that was carried out, a sentence each
   */
  public static Desk open(Sandbox sandbox, String name, Consumer<String> teller)
      throws IOException {
    var desk = new Desk(sandbox, teller);
    try {
      if (sandbox.keeper().isPresent()) {
        desk.goOn(sandbox.keeper().get());
      }
      new DeskFile(name, ProcessHandle.current().pid(), desk.server.address(), desk.token)
          .write(sandbox.directory());
      return desk;
    } catch (IOException | RuntimeException e) {
      desk.close();
      throw e;
    }
  }

  private void goOn(Keeper keeper) throws IOException {
    Optional<byte[]> before = keeper.kept(KEPT);
    if (before.isPresent()) {
      standing.goOn(before.get(), clerk::lay);
      standing.lines().forEach(line -> teller.accept("goes on with fault " + line));
    }
    keeper.keep(KEPT, standing::written);
  }

  private Optional<Answer> answer(HttpExchange request, byte[] body) {
    String shown = request.getRequestHeaders().getFirst("Authorization");
    if (shown == null || !same(shown, "Bearer " + token)) {
      return answer(401, List.of("not allowed"));
    }
    try {
      Order order = JSON.readValue(body, Order.class);
      List<String> lines = clerk.carryOut(order);
      if (!(order instanceof Order.Show)) {
        teller.accept(lines.getFirst());
      }
      return answer(200, lines);
    } catch (IllegalArgumentException | IOException refused) {
      return answer(400, List.of(String.valueOf(refused.getMessage())));
    } catch (RuntimeException mistake) {
      LOG.warn("an order could not be carried out", mistake);
      return answer(500, List.of("the sandbox failed at it: " + mistake));
    }
  }

  private static boolean same(String left, String right) {
    return MessageDigest.isEqual(
        left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
  }

  private static Optional<Answer> answer(int status, List<String> lines) {
    return Optional.of(Answer.json(status, JSON.valueToTree(Map.of("lines", lines)).toString()));
  }

  /** Takes no more orders; faults end with the sandbox. */
  @Override
  public void close() {
    server.close();
    standing.close();
  }
}
