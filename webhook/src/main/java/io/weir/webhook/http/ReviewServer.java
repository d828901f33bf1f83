package io.weir.webhook.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsServer;
import io.weir.api.Json;
import io.weir.webhook.review.AdmissionReviewHandler;
import io.weir.webhook.review.BadReviewException;
import io.weir.webhook.review.ConversionReviewHandler;
import io.weir.webhook.review.WebhookPaths;
import io.weir.webhook.review.WebhookPaths.AdmissionPhase;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers reviews over TLS. Every request gets an answer, if only the reason why it has none. */
public final class ReviewServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ReviewServer.class);

  /** An object and what it was before, each of at most the 3 MB that an API server takes. */
  private static final long LONGEST_ADMISSION = 8L << 20;

  /** A whole list; it goes through one object at a time. */
  private static final long LONGEST_CONVERSION = 256L << 20;

  /** Reviews at once: each holds an object or two in memory. */
  private static final int AT_ONCE = 32;

  private static final long PATIENCE_SECONDS = 5;

  /** No API server waits longer for an answer than 30 s. */
  private static final long LONGEST_SECONDS = 35;

  private static final long GRACE_SECONDS = 10;

  private final HttpsServer server;
  private final ExecutorService threads;
  private final Semaphore permits = new Semaphore(AT_ONCE, true);
  private final ScheduledThreadPoolExecutor timers = timers();
  private final AdmissionReviewHandler admissions;
  private final ConversionReviewHandler conversions;
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile boolean shuttingDown;

  private ReviewServer(
      HttpsServer server, AdmissionReviewHandler admissions, ConversionReviewHandler conversions) {
    this.server = server;
    this.threads = HttpServers.threads(server, "review");
    this.admissions = admissions;
    this.conversions = conversions;
  }

  /**
   * Begins to answer.
   *
   * @param at port 0 for a free one
   * @throws IOException if the address cannot be used
   */
  public static ReviewServer start(
      InetSocketAddress at,
      SSLContext tls,
      AdmissionReviewHandler admissions,
      ConversionReviewHandler conversions)
      throws IOException {
    var reviews = new ReviewServer(HttpServers.https(at, tls), admissions, conversions);
    reviews.server.createContext("/", reviews::handle);
    reviews.server.start();
    return reviews;
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  /** From now on each answer is the last of its connection, so that callers go elsewhere. */
  public void beginShutdown() {
    shuttingDown = true;
  }

  private void handle(HttpExchange exchange) {
    var answer = new BufferedResponse(exchange);
    // Ends reads and writes, so that a caller that dawdles takes no permit from others for long.
    Future<?> end =
        timers.schedule(Thread.currentThread()::interrupt, LONGEST_SECONDS, TimeUnit.SECONDS);
    try (exchange) {
      if (shuttingDown) {
        exchange.getResponseHeaders().set("Connection", "close");
      }
      boolean permitted = permits.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (!permitted) {
        refuse(exchange, answer, 503, AT_ONCE + " reviews are in progress; try again");
        return;
      }
      try {
        review(exchange, answer);
      } finally {
        permits.release();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (IOException gone) {
      LOG.debug(
          "a caller closed the connection before its response was sent: {}", gone.getMessage());
    } finally {
      boolean _ = end.cancel(false);
    }
  }

  private void review(HttpExchange exchange, BufferedResponse answer) throws IOException {
    String path = exchange.getRequestURI().getPath();
    try {
      if (!exchange.getRequestMethod().equals("POST")) {
        refuse(exchange, answer, 405, "send reviews with POST");
      } else if (path.equals(WebhookPaths.CONVERT)) {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        conversions.handle(body(exchange, LONGEST_CONVERSION), answer);
        answer.finish();
      } else if (path.startsWith(AdmissionPhase.MUTATE.prefix())) {
        write(exchange, answer, admissions.mutate(path, tree(exchange)));
      } else if (path.startsWith(AdmissionPhase.VALIDATE.prefix())) {
        write(exchange, answer, admissions.validate(path, tree(exchange)));
      } else {
        refuse(exchange, answer, 404, "no review is served at " + path);
      }
    } catch (BoundedBody.TooLong tooLong) {
      refuse(exchange, answer, 413, String.valueOf(tooLong.getMessage()));
    } catch (BadReviewException bad) {
      refuse(exchange, answer, 400, String.valueOf(bad.getMessage()));
    } catch (JsonProcessingException garbled) {
      refuse(exchange, answer, 400, "the request is not JSON: " + garbled.getOriginalMessage());
    } catch (RuntimeException | StackOverflowError fault) {
      LOG.error("the review at {} failed", path, fault);
      refuse(exchange, answer, 500, "an internal error in Weir, see its log: " + fault.getClass());
    }
  }

  private static InputStream body(HttpExchange exchange, long limit) {
    return new BoundedBody(exchange.getRequestBody(), limit);
  }

  private static JsonNode tree(HttpExchange exchange) throws IOException {
    return Json.MAPPER.readTree(body(exchange, LONGEST_ADMISSION));
  }

  private static void write(HttpExchange exchange, BufferedResponse answer, JsonNode tree)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    answer.write(Json.MAPPER.writeValueAsBytes(tree));
    answer.finish();
  }

  private static void refuse(
      HttpExchange exchange, BufferedResponse answer, int code, String message) throws IOException {
    if (answer.isStarted()) {
      return; // closing it unfinished tells the caller that it is not whole
    }
    discardRest(exchange.getRequestBody());
    byte[] text = message.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
    exchange.sendResponseHeaders(code, text.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(text);
    }
  }

  /** A connection that is closed on what was sent is reset, and its caller never reads why. */
  private static void discardRest(InputStream body) throws IOException {
    var buffer = new byte[8192];
    long left = LONGEST_ADMISSION;
    for (int read = body.read(buffer); read >= 0 && left > 0; read = body.read(buffer)) {
      left -= read;
    }
  }

  /** A timer that is not needed any more must not keep what it would have ended. */
  private static ScheduledThreadPoolExecutor timers() {
    var timers =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("review-timers").factory());
    timers.setRemoveOnCancelPolicy(true);
    return timers;
  }

  /** Answers what is under way, for up to 10 s, and closes the port. Repeating is harmless. */
  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    beginShutdown();
    try {
      // All permits together: nothing is under way and nothing begins.
      boolean _ = permits.tryAcquire(AT_ONCE, GRACE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
    // Its own grace would be spent on connections that are open and unused.
    server.stop(0);
    timers.shutdownNow();
    threads.shutdownNow();
  }
}
