package io.weir.sandbox.sweep;

import io.weir.api.Json;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.RequestInfo;
import io.weir.kernel.kube.RequestListener;
import io.weir.manager.EmbeddedManager.Hooks;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Answers some requests in the API server's place, and takes some of its answers away.
 *
 * @param mode what it does
 * @param every to every so many requests
 */
record RequestFaults(Mode mode, int every, ManagerCutoff counter, AtomicInteger requestCount)
    implements RequestListener {

  enum Mode {
    /** Writes are answered 409, and nothing happens. */
    CONFLICTS(409, true, false),
    /** Requests of any kind, also for watches, are answered 429. */
    TOO_MANY(429, false, false),
    /** Writes are answered 500, and nothing happens. */
    ERRORS(500, true, false),
    /** Writes are done, and answered 504. */
    LOST_ANSWERS(504, true, true);

    private final int code;
    private final boolean writesOnly;
    private final boolean afterwards;

    Mode(int code, boolean writesOnly, boolean afterwards) {
      this.code = code;
      this.writesOnly = writesOnly;
      this.afterwards = afterwards;
    }
  }

  RequestFaults(Mode mode, int every, ManagerCutoff counter) {
    this(mode, every, counter, new AtomicInteger());
  }

  Hooks hooks() {
    return new Hooks(this, counter.hooks().callGate(), () -> {});
  }

  @Override
  public void beforeRequest(RequestInfo requestInfo) throws IOException {
    counter.beforeRequest(requestInfo);
    if (!mode.afterwards && strikes(requestInfo)) {
      throw answer(requestInfo);
    }
  }

  @Override
  public void afterRequest(RequestInfo requestInfo, int code, Duration took) {
    counter.afterRequest(requestInfo, code, took);
    if (mode.afterwards && code > 0 && strikes(requestInfo)) {
      throw answer(requestInfo);
    }
  }

  private boolean strikes(RequestInfo requestInfo) {
    boolean liable =
        !requestInfo.kind().equals(BuiltInKinds.LEASE)
            && (requestInfo.isWrite() || !mode.writesOnly);
    return liable && requestCount.incrementAndGet() % every == 0;
  }

  private KubeException answer(RequestInfo requestInfo) {
    var status = Json.MAPPER.createObjectNode().put("code", mode.code);
    status.put("message", "the storm says " + mode.code);
    status.withObject("/details").put("retryAfterSeconds", 1);
    return KubeException.fromStatus(requestInfo, status);
  }
}
