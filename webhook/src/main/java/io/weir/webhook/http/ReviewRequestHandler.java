package io.weir.webhook.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import io.weir.webhook.review.AdmissionReviewHandler;
import io.weir.webhook.review.BadReviewException;
import io.weir.webhook.review.ConversionReviewHandler;
import io.weir.webhook.review.ReviewJson;
import io.weir.webhook.review.ReviewTooLargeException;
import io.weir.webhook.review.WebhookPaths;
import io.weir.webhook.review.WebhookPaths.AdmissionPhase;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.QuietException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers one request after the other of each connection. A request that is not too long is read
 * before it takes a place among the reviews, and answered after it has left it, so that a caller
 * that dawdles takes no place from others. A longer one takes a place among the large ones only.
 */
final class ReviewRequestHandler extends Handler.Abstract {

  private static final Logger LOG = LoggerFactory.getLogger(ReviewRequestHandler.class);

  /** An object and what it was before, each of at most the 3 MB that an API server takes. */
  private static final long LONGEST_ADMISSION = 8L << 20;

  /** A whole list; it goes through one object at a time. */
  private static final long LONGEST_CONVERSION = 256L << 20;

  /** Longer ones are read while they are reviewed. */
  private static final long LONGEST_KEPT = 256 * 1024;

  private static final int LONGEST_KEPT_ANSWER = 512 * 1024;

  /** Of requests and answers that are kept. */
  private static final long KEPT = 4L << 20;

  /** For each 64 kB of a body. */
  private static final Duration BODY_TIME = Duration.ofSeconds(5);

  /** No API server waits longer for an answer than 30 s. */
  private static final Duration LONGEST = Duration.ofSeconds(35);

  private static final HttpField JSON =
      new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "application/json");
  private static final HttpField TEXT =
      new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");

  private final AdmissionReviewHandler admissions;
  private final ConversionReviewHandler conversions;
  private final ReviewConnections connections;
  private final ByteBudget budget = new ByteBudget(KEPT);
  private final Map<ReviewLane, LanePlaces> lanes = new EnumMap<>(ReviewLane.class);

  /** One permit for each request; all of them when none is under way. */
  private final Semaphore underWay = new Semaphore(Integer.MAX_VALUE);

  private volatile boolean shuttingDown;

  ReviewRequestHandler(
      AdmissionReviewHandler admissions,
      ConversionReviewHandler conversions,
      ReviewConnections connections) {
    this.admissions = admissions;
    this.conversions = conversions;
    this.connections = connections;
    for (ReviewLane lane : ReviewLane.values()) {
      lanes.put(lane, lane.newPlaces());
    }
  }

  /** From now on each answer is the last of its connection. */
  void beginShutdown() {
    shuttingDown = true;
  }

  /** Waits until nothing is under way. */
  void awaitAnswers(Duration patience) throws InterruptedException {
    boolean _ = underWay.tryAcquire(Integer.MAX_VALUE, patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    ConnectionTable.Connection connection = connections.of(request);
    if (connection == null) {
      callback.failed(new EofException("closed"));
      return true;
    }
    boolean counted = underWay.tryAcquire();
    connections.beginRequest();
    try (var share = budget.share(connections.table().isKnown(connection), connection::close)) {
      if (shuttingDown) {
        response.getHeaders().put(HttpHeader.CONNECTION, "close");
      }
      boolean reviewed = new Exchange(request, response, connection, share).run();
      // Before the caller can send its next request.
      connections.table().answered(connection, reviewed);
      callback.succeeded();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      callback.failed(stopped);
    } catch (IOException gone) {
      LOG.debug(
          "a caller closed the connection before its response was sent: {}", gone.getMessage());
      callback.failed(quiet(gone));
    } finally {
      connections.endRequest();
      if (counted) {
        underWay.release();
      }
    }
    return true;
  }

  /** Whoever calls must not fill the log. */
  private static Throwable quiet(IOException gone) {
    return gone instanceof QuietException ? gone : new EofException(gone);
  }

  /** What makes a review and writes its answer. */
  private interface Review {
    void make(InputStream body, OutputStream answer, long heap) throws IOException;
  }

  private void convert(InputStream body, OutputStream answer, long heap) throws IOException {
    conversions.handle(body, answer, heap);
  }

  /** One request and its answer. */
  private final class Exchange implements LanePlaces.Caller {
    private final Request request;
    private final Response response;
    private final ConnectionTable.Connection connection;
    private final ByteBudget.Share share;
    private final String path;
    private final long ends = System.nanoTime() + LONGEST.toNanos();
    private final BufferedResponse answer;
    private RequestBody body;
    private volatile boolean wholeBody;

    Exchange(
        Request request,
        Response response,
        ConnectionTable.Connection connection,
        ByteBudget.Share share) {
      this.request = request;
      this.response = response;
      this.connection = connection;
      this.share = share;
      this.path = Request.getPathInContext(request);
      this.answer = new BufferedResponse(response, LONGEST_KEPT_ANSWER);
      this.body = body(LONGEST_ADMISSION);
    }

    /** Answers; true if it was a review. */
    boolean run() throws IOException, InterruptedException {
      goesOn();
      try {
        if (!request.getMethod().equals("POST")) {
          refuse(405, "send reviews with POST");
        } else if (path.equals(WebhookPaths.CONVERT)) {
          body = body(LONGEST_CONVERSION);
          review(ReviewRequestHandler.this::convert, true);
          return true;
        } else if (path.startsWith(AdmissionPhase.MUTATE.prefix())
            || path.startsWith(AdmissionPhase.VALIDATE.prefix())) {
          review(this::admit, false);
          return true;
        } else {
          refuse(404, "no review is served at " + path);
        }
      } catch (RequestBody.TooLongException | ReviewTooLargeException tooLarge) {
        refuse(413, String.valueOf(tooLarge.getMessage()));
      } catch (BadReviewException bad) {
        refuse(400, String.valueOf(bad.getMessage()));
      } catch (BusyException busy) {
        refuse(503, String.valueOf(busy.getMessage()));
      } catch (StreamConstraintsException outsize) {
        refuse(413, outsize.getOriginalMessage());
      } catch (CharConversionException notUtf) {
        refuse(400, "the request is not JSON in UTF-8");
      } catch (JsonProcessingException garbled) {
        refuse(400, "the request is not JSON: " + garbled.getOriginalMessage());
      } catch (RuntimeException | StackOverflowError fault) {
        LOG.error("the review at {} failed", path, fault);
        refuse(500, "an internal error in Weir, see its log: " + fault.getClass());
      }
      return false;
    }

    private void review(Review review, boolean conversion)
        throws IOException, InterruptedException {
      share.awaitCaller();
      var kept = new KeptBytes(request.getLength());
      wholeBody = kept.readFrom(body, LONGEST_KEPT, share);
      boolean small = wholeBody && kept.size() <= ReviewLane.SMALL;
      ReviewLane lane = ReviewLane.of(conversion, small);
      response.getHeaders().put(JSON);
      if (wholeBody) {
        share.stopAwaiting();
        if (!connections.table().reviewing(connection)) {
          throw new BusyException("too many reviews wait; try again");
        }
        inLane(lane, () -> review.make(kept.stream(), answer, lane.heap()));
        share.replace(answer.size());
        share.awaitCaller();
      } else {
        InputStream all = new SequenceInputStream(kept.stream(), body);
        connections.table().expect(connection, lane.patience().plus(BODY_TIME));
        inLane(
            lane,
            () -> {
              goesOn();
              review.make(all, answer, lane.heap());
            });
        connections.table().expect(connection, BODY_TIME.multipliedBy(2));
        wholeBody = true;
      }
      answer.finish();
    }

    private void admit(InputStream review, OutputStream out, long heap) throws IOException {
      JsonNode tree = ReviewJson.read(review, heap);
      JsonNode made =
          path.startsWith(AdmissionPhase.MUTATE.prefix())
              ? admissions.mutate(path, tree)
              : admissions.validate(path, tree);
      out.write(ReviewJson.write(made));
    }

    private void inLane(ReviewLane lane, Step step) throws IOException, InterruptedException {
      LanePlaces places = Objects.requireNonNull(lanes.get(lane));
      if (!places.enter(this, lane.patience())) {
        throw new BusyException(lane.refusal());
      }
      try {
        step.run();
      } finally {
        places.exit(this);
      }
    }

    @Override
    public boolean isKnown() {
      return connections.table().isKnown(connection);
    }

    @Override
    public Duration kept() {
      return wholeBody ? Duration.ZERO : body.waited();
    }

    @Override
    public void cut() {
      connection.close();
    }

    private void refuse(int code, String message) throws IOException {
      if (answer.isStarted()) {
        throw new IOException("failed after its answer was begun: " + message);
      }
      if (!wholeBody && !discardRest()) {
        response.getHeaders().put(HttpHeader.CONNECTION, "close");
      }
      byte[] text = message.getBytes(StandardCharsets.UTF_8);
      response.setStatus(code);
      response.getHeaders().put(TEXT);
      response.getHeaders().put(HttpHeader.CONTENT_LENGTH, text.length);
      Content.Sink.write(response, true, ByteBuffer.wrap(text));
    }

    /**
     * A connection that is closed on what was sent is reset, and its caller never reads why. False
     * if there is too much of it.
     */
    private boolean discardRest() throws IOException {
      if (request.getLength() > 2 * LONGEST_ADMISSION) {
        return false;
      }
      var rest = body(LONGEST_ADMISSION);
      try {
        long _ = rest.transferTo(OutputStream.nullOutputStream());
        return true;
      } catch (RequestBody.TooLongException more) {
        return false;
      }
    }

    private RequestBody body(long limit) {
      return new RequestBody(Content.Source.asInputStream(request), limit, this::goesOn);
    }

    private void goesOn() {
      long left = ends - System.nanoTime();
      connections.table().expect(connection, Duration.ofNanos(Math.min(left, BODY_TIME.toNanos())));
    }
  }

  /** A part of the work on a review. */
  private interface Step {
    void run() throws IOException;
  }
}
