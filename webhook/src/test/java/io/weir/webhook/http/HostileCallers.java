package io.weir.webhook.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;

/** Callers who mean harm: so many connections, of which some hundreds are open at any time. */
final class HostileCallers {

  private static final int AT_ONCE = 600;

  /** How long one holds its connection, unless the server ends it. */
  private static final long HELD_MILLIS = 300;

  private static final int STEPS = 8;

  private final SSLContext tls;
  private final InetSocketAddress at;
  private final long seed;
  private final Map<Attack, AtomicInteger> letIn = new EnumMap<>(Attack.class);
  private final Map<Integer, AtomicInteger> answers = new ConcurrentHashMap<>();

  /** What a caller does. */
  enum Attack {
    /** Connects, and that is all. */
    HALF_OPEN,
    /** Random bytes instead of a handshake. */
    GARBAGE,
    /** Promises a handshake and sends no more of it. */
    HALF_A_HANDSHAKE,
    /** A handshake and nothing else. */
    SILENCE,
    /** Fields of a head that never ends. */
    SLOW_HEAD,
    /** A body of which a byte comes now and then. */
    SLOW_BODY,
    /** A body of 200 MB, as fast as it is taken. */
    HUGE_BODY,
    /** Chunks without end. */
    ENDLESS_CHUNKS,
    /** A review that is nested 100,000 deep. */
    DEEP,
    /** A name of 60 kB, another one each time. */
    LONG_NAME,
    /** Text that takes thirty times its length in memory. */
    DENSE,
    /** A review and then bytes that are no request. */
    PIPELINED_GARBAGE,
    /** What is no review. */
    NO_REVIEW,
    /** Reviews whose answers are never read. */
    DEAF
  }

  HostileCallers(SSLContext tls, InetSocketAddress at, long seed) {
    this.tls = tls;
    this.at = at;
    this.seed = seed;
    for (Attack attack : Attack.values()) {
      letIn.put(attack, new AtomicInteger());
    }
  }

  /** Makes so many connections, and returns when the last is closed. */
  void run(int connections, byte[] review) throws InterruptedException {
    var places = new Semaphore(AT_ONCE);
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < connections; i++) {
        places.acquire();
        Attack attack = Attack.values()[i % Attack.values().length];
        var random = new Random(seed + i);
        callers.execute(
            () -> {
              try {
                attack(attack, random, review);
              } catch (IOException ended) {
                // As it should be.
              } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
              } finally {
                places.release();
              }
            });
      }
    }
  }

  /** How many connections of each sort were let in. */
  Map<Attack, AtomicInteger> letIn() {
    return letIn;
  }

  /** How often each code was answered. */
  Map<Integer, AtomicInteger> answers() {
    return answers;
  }

  private ReviewCaller connect(Attack attack) throws IOException {
    ReviewCaller caller =
        switch (attack) {
          case HALF_OPEN, GARBAGE, HALF_A_HANDSHAKE -> ReviewCaller.plain(at.getPort());
          default -> ReviewCaller.secure(tls, at.getPort());
        };
    int _ = letIn.get(attack).incrementAndGet();
    return caller;
  }

  private void attack(Attack attack, Random random, byte[] review)
      throws IOException, InterruptedException {
    try (ReviewCaller caller = connect(attack)) {
      switch (attack) {
        case HALF_OPEN, SILENCE -> Thread.sleep(HELD_MILLIS);
        case GARBAGE -> {
          var bytes = new byte[400];
          random.nextBytes(bytes);
          ReviewCaller _ = caller.send(bytes);
          Thread.sleep(HELD_MILLIS);
        }
        case HALF_A_HANDSHAKE -> {
          ReviewCaller _ = caller.send(new byte[] {22, 3, 1, 63, 0, 1, 0, 0});
          Thread.sleep(HELD_MILLIS);
        }
        case SLOW_HEAD -> {
          ReviewCaller _ = caller.send("POST /convert HTTP/1.1\r\nHost: a\r\n");
          for (int i = 0; i < STEPS; i++) {
            Thread.sleep(HELD_MILLIS / STEPS);
            ReviewCaller _ = caller.send("X-" + i + ": a\r\n");
          }
        }
        case SLOW_BODY -> {
          ReviewCaller _ = caller.send(ReviewCaller.head("/convert", "Content-Length: 60000"));
          for (int i = 0; i < STEPS; i++) {
            ReviewCaller _ = caller.send("{");
            Thread.sleep(HELD_MILLIS / STEPS);
          }
        }
        case HUGE_BODY -> {
          ReviewCaller _ = caller.send(ReviewCaller.head("/convert", "Content-Length: 200000000"));
          ReviewCaller _ =
              caller.send(
                  """
                  {"apiVersion":"apiextensions.k8s.io/v1","request":{"uid":"u",
                   "desiredAPIVersion":"cluster.x-k8s.io/v1beta1","objects":[
                  """);
          for (int i = 0; i < STEPS / 3; i++) {
            ReviewCaller _ = caller.send("{\"a\":[1]},".repeat(5_000));
          }
        }
        case ENDLESS_CHUNKS -> {
          ReviewCaller _ =
              caller.send(ReviewCaller.head("/mutate-x", "Transfer-Encoding: chunked"));
          for (int i = 0; i < STEPS / 3; i++) {
            ReviewCaller _ = caller.send("ffff\r\n" + " ".repeat(0xffff) + "\r\n");
          }
        }
        case DEEP -> post(caller, "/validate-x", "[".repeat(100_000));
        case LONG_NAME ->
            post(
                caller, "/validate-x", "{\"" + letters(random, 20) + "x".repeat(60_000) + "\":{}}");
        case DENSE -> post(caller, "/mutate-x", "[" + "{},".repeat(40_000) + "{}]");
        case PIPELINED_GARBAGE -> {
          ReviewCaller _ =
              caller.send(
                  ReviewCaller.head("/convert", "Content-Length: 2")
                      + "{}"
                      + letters(random, 1000)
                      + "\r\n\r\n");
          count(caller.answer());
          count(caller.answer());
        }
        case NO_REVIEW -> {
          for (String line : new String[] {"GET /", "DELETE /convert", "POST /../../etc"}) {
            count(caller.send(line + " HTTP/1.1\r\nHost: a\r\n\r\n").answer());
          }
        }
        case DEAF -> {
          byte[] head =
              ReviewCaller.head("/convert", "Content-Length: " + review.length)
                  .getBytes(StandardCharsets.ISO_8859_1);
          for (int i = 0; i < STEPS; i++) {
            ReviewCaller _ = caller.send(head).send(review);
          }
          Thread.sleep(HELD_MILLIS);
        }
      }
    }
  }

  private void post(ReviewCaller caller, String path, String body) throws IOException {
    count(caller.post(path, body.getBytes(StandardCharsets.ISO_8859_1)));
  }

  private void count(ReviewCaller.Answer answer) {
    int _ = answers.computeIfAbsent(answer.code(), _ -> new AtomicInteger()).incrementAndGet();
  }

  private static String letters(Random random, int count) {
    return random
        .ints(count, 'a', 'z' + 1)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
