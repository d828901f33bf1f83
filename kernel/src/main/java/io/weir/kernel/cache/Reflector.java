package io.weir.kernel.cache;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.weir.api.ApiObject;
import io.weir.api.Excerpt;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.api.retry.Backoff;
import io.weir.kernel.kube.AnswerLimits;
import io.weir.kernel.kube.ContinueTokens;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.KubeHttp;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.kernel.kube.RequestInfo;
import io.weir.kernel.kube.Resource;
import io.weir.kernel.kube.ResourceVersions;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Keeps one cache like the server: lists, watches from where the list ended, and after any failure
 * goes on from the last version it saw, or lists again when the server no longer knows that one. A
 * server that was restored from a backup does not say so: it takes a watch from a version that it
 * has not reached, and sends nothing. So the version is compared before a watch is begun again that
 * did not come to its end.
 */
final class Reflector implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(Reflector.class);

  /** After so many refused watches in a row the version itself is suspected. */
  private static final int SUSPECT_AFTER = 5;

  /**
   * The server ends a watch after 5 to 10 minutes, so that connections spread over its replicas.
   */
  private static final int SHORTEST_WATCH_SECONDS = 300;

  /** A server that ends a watch in good order does so by its own clock. */
  private static final int EARLY_SECONDS = 5;

  /** After a fault that nothing else has caught. */
  private static final Duration BREATHER = Duration.ofSeconds(1);

  private final KubeHttp http;
  private final Resource resource;
  private final ObjectSelector selector;
  private final FieldPruning fieldPruning;
  private final WatchSettings settings;
  private final ObjectCache cache;
  private final Backoff backoff;
  private final RandomGenerator random = new SplittableRandom();
  private final Runnable recovered;
  private final Semaphore retryRequests = new Semaphore(0);
  private volatile boolean pausing;
  private Duration lastPause = Duration.ZERO;
  private volatile boolean stopping;
  private volatile String trouble = "";

  /** Whether to list, whatever the watch is good for. */
  private volatile boolean anew;

  /** What is read now, to be closed for a list. */
  private volatile @Nullable InputStream open;

  /** When the last list began, by {@link System#nanoTime}; null before the first. */
  private volatile @Nullable Long listBegun;

  /** Whether the last watch broke off, so that the server may have another past by now. */
  private boolean brokenOff;

  /** Where to go on watching; empty if a list is needed. */
  private String resumeAt = "";

  /** Turns that failed since one last succeeded. */
  private int failures;

  /**
   * Watches that were refused, or failed by a fault of ours, in a row; a server that does not
   * answer proves nothing.
   */
  private int refusals;

  Reflector(
      KubeHttp http,
      Resource resource,
      ObjectSelector selector,
      FieldPruning fieldPruning,
      WatchSettings settings,
      ObjectCache cache,
      Runnable recovered) {
    this.http = http;
    this.resource = resource;
    this.selector = selector;
    this.fieldPruning = fieldPruning;
    this.settings = settings;
    this.cache = cache;
    this.recovered = recovered;
    this.backoff = settings.pauses();
  }

  /** Ends the loop; the thread must be interrupted as well. */
  void stop() {
    stopping = true;
  }

  /** Ends the pause that it may be making; for when the server is known to answer. */
  void retryNow() {
    if (pausing) {
      retryRequests.release();
    }
  }

  /** What keeps the watch from working now; empty if nothing does. */
  String problem() {
    return trouble;
  }

  /**
   * Puts the cache in doubt and lists again, unless a list began since then, or will.
   *
   * @param since by {@link System#nanoTime}
   */
  void listAnew(long since) {
    if (!hasListedBefore(since)) {
      return;
    }
    cache.doubt();
    anew = true;
    InputStream reading = open;
    if (reading != null) {
      close(reading);
    }
    retryNow();
  }

  /** Whether its last list began before that moment. */
  boolean hasListedBefore(long since) {
    Long begun = listBegun;
    return begun != null && begun - since < 0;
  }

  private static void close(InputStream stream) {
    try {
      stream.close();
    } catch (IOException broken) {
      LOG.trace("a watch was closed that had ended", broken);
    }
  }

  @Override
  public void run() {
    try {
      while (!stopping) {
        turn();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private void turn() throws InterruptedException {
    try {
      if (!listOrWatch()) {
        failures++;
        pause(backoff.pause(failures, random));
      }
    } catch (RuntimeException | Error fault) {
      // Of what handles faults. A watch that ended would leave a cache behind that looks right.
      Thread.sleep(BREATHER);
    }
  }

  private void pause(Duration most) throws InterruptedException {
    retryRequests.drainPermits();
    pausing = true;
    lastPause = most;
    if (!anew) {
      boolean _ = retryRequests.tryAcquire(most.toMillis(), TimeUnit.MILLISECONDS);
    }
    pausing = false;
  }

  /** One list or watch; tells whether to go on without a pause. */
  private boolean listOrWatch() {
    try {
      if (anew) {
        anew = false;
        resumeAt = "";
      }
      if (!resumeAt.isEmpty() && brokenOff) {
        compareHistory();
      }
      if (resumeAt.isEmpty()) {
        list();
      }
      return watch();
    } catch (KubeException.Expired gone) {
      resumeAt = "";
      LOG.debug("{}: the resource version has expired, listing again", resource.kind());
      return false;
    } catch (KubeException | IOException failure) {
      if (anew) {
        return true; // it was closed for that
      }
      failed(failure, words(failure));
      return false;
    } catch (RuntimeException | Error fault) {
      // Whatever it is, a watch that ended would leave a cache behind that looks right for ever.
      if (failed(fault, "an internal error, see the log: " + fault.getClass().getSimpleName())) {
        LOG.error("watch of {} failed unexpectedly", resource.kind(), fault);
      }
      return false;
    }
  }

  /** Notes the failure; tells whether it differs from the one before. */
  private boolean failed(Throwable failure, String message) {
    if (stopping) {
      return false;
    }
    boolean silence =
        failure instanceof IOException
            || (failure instanceof KubeException && failure.getCause() != null);
    refusals = silence ? 0 : refusals + 1;
    if (refusals >= SUSPECT_AFTER) {
      resumeAt = "";
      refusals = 0;
    }
    if (message.equals(trouble)) {
      return false;
    }
    trouble = message;
    // A lost connection is everyday; what stays is worth a line.
    LOG.atLevel(failures < 2 ? Level.DEBUG : Level.WARN)
        .log("watch of {} is down: {}", resource.kind(), message);
    return true;
  }

  private static String words(Exception failure) {
    return failure instanceof JsonProcessingException
        ? "the response is not JSON" // the message quotes it
        : Excerpt.ofSentence(String.valueOf(failure.getMessage()));
  }

  private void list() throws IOException {
    listBegun = System.nanoTime();
    cache.beginList();
    try (var objects = new ListedObjects(cache::watched, settings.limits().room())) {
      var tokens = new ContinueTokens();
      WatchStream.Page page;
      String token = "";
      do {
        page = page(settings.pageSize(), token, objects);
        token = tokens.next(page.continueToken());
      } while (!token.isEmpty());
      cache.applyList(objects, page.resourceVersion());
      resumeAt = page.resourceVersion();
      LOG.debug("{}: {} listed at {}", resource.kind(), objects.objects().size(), resumeAt);
    }
  }

  private WatchStream.Page page(int limit, String token, ListedObjects target) throws IOException {
    var requestInfo =
        new RequestInfo("list", resource.kind(), new ObjectKey(settings.namespace(), ""));
    String query = "?limit=" + limit + selected() + part("continue", token);
    try (InputStream answer =
            http.openStream(
                requestInfo,
                resource.collectionPath(settings.namespace()) + query,
                KubeHttp.REQUEST_TIMEOUT,
                AnswerLimits.PAGE_TIME);
        WatchStream stream = stream(answer)) {
      return stream.page(target);
    }
  }

  /** A list of one object tells the version of now, which goes back with a restore alone. */
  private void compareHistory() throws IOException {
    try (var one = new ListedObjects()) {
      if (ResourceVersions.isOlder(page(1, "", one).resourceVersion(), resumeAt)) {
        throw historyWentBack();
      }
    }
  }

  /** Watches until the server ends it; tells whether anything was heard. */
  private boolean watch() throws IOException {
    brokenOff = true;
    var requestInfo =
        new RequestInfo("watch", resource.kind(), new ObjectKey(settings.namespace(), ""));
    int seconds =
        ThreadLocalRandom.current().nextInt(SHORTEST_WATCH_SECONDS, 2 * SHORTEST_WATCH_SECONDS);
    String query =
        "?watch=true&allowWatchBookmarks=true&timeoutSeconds="
            + seconds
            + selected()
            + part("resourceVersion", resumeAt);
    Duration patience = settings.silenceTimeout();
    try (InputStream answer =
        http.openStream(
            requestInfo,
            resource.collectionPath(settings.namespace()) + query,
            patience,
            // A server that brings an event byte by byte must not keep all others away.
            Duration.ofSeconds(seconds).plus(patience))) {
      open = answer;
      if (anew) {
        return true;
      }
      watchAccepted();
      long begun = System.nanoTime();
      try (WatchStream stream = stream(answer)) { // waits for the first byte
        boolean heard = readEvents(stream);
        brokenOff =
            System.nanoTime() - begun < Duration.ofSeconds(seconds - EARLY_SECONDS).toNanos();
        return heard;
      } finally {
        // One that held for longer than the pause before it was worth it, whatever it heard: of
        // Events an API server sends nothing at all, not even bookmarks, while there are none.
        if (System.nanoTime() - begun > lastPause.toNanos()) {
          failures = 0;
        }
      }
    } finally {
      open = null;
    }
  }

  private WatchStream stream(InputStream answer) throws IOException {
    return new WatchStream(resource, fieldPruning, settings.limits(), answer);
  }

  private boolean readEvents(WatchStream stream) throws IOException {
    boolean heard = false;
    for (var event = stream.next(); event.isPresent(); event = stream.next()) {
      applyEvent(event.get());
      heard = true;
      trouble = "";
      failures = 0;
      refusals = 0;
    }
    return heard;
  }

  /** The server has taken the watch; its first word may be a minute away. */
  private void watchAccepted() {
    boolean activity = !trouble.isEmpty();
    trouble = "";
    if (activity) {
      recovered.run();
    }
  }

  private void applyEvent(WatchStream.Event event) throws IOException {
    var object = new ApiObject(event.object());
    if (ResourceVersions.isOlder(object.resourceVersion(), resumeAt)) {
      throw historyWentBack();
    }
    switch (event.type()) {
      case "ADDED", "MODIFIED" -> applyUpdate(object, event.problem());
      case "DELETED" -> applyDelete(object, event.problem());
      case "BOOKMARK" -> cache.advanceTo(object.resourceVersion());
      default -> throw watchError(event);
    }
    resumeAt = object.resourceVersion();
  }

  private void applyUpdate(ApiObject object, String problem) throws IOException {
    CacheRoom room = settings.limits().room();
    if (problem.isEmpty()) {
      room.take(EntrySize.of(object, room));
      cache.applyUpdate(object);
    } else {
      ObjectKey key = ListedObjects.keyOf(object, problem);
      room.take(EntrySize.ofUnreadable(key));
      cache.applyUnreadable(key, object.resourceVersion(), problem);
    }
  }

  private void applyDelete(ApiObject last, String problem) throws IOException {
    if (problem.isEmpty()) {
      cache.applyDelete(last);
    } else {
      cache.applyDelete(ListedObjects.keyOf(last, problem), last.resourceVersion());
    }
  }

  /** The server ends a watch with an error event, most often because the version is too old. */
  private KubeException watchError(WatchStream.Event event) {
    var requestInfo =
        new RequestInfo("watch", resource.kind(), new ObjectKey(settings.namespace(), ""));
    return KubeException.fromStatus(requestInfo, event.object());
  }

  /** A watch only goes forward, unless its server was restored from a backup. */
  private KubeException historyWentBack() {
    LOG.warn("{}: the server's resource version went backwards, listing again", resource.kind());
    cache.doubt();
    var requestInfo =
        new RequestInfo("watch", resource.kind(), new ObjectKey(settings.namespace(), ""));
    return KubeException.fromStatus(
        requestInfo,
        Json.MAPPER
            .createObjectNode()
            .put("kind", "Status")
            .put("code", 410)
            .put("message", "resource version went backwards"));
  }

  private String selected() {
    return part(selector.queryParameter(), selector.queryValue());
  }

  private static String part(String name, String value) {
    return value.isEmpty()
        ? ""
        : "&" + name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
