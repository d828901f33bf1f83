package io.weir.sandbox.sweep;

import io.weir.api.Json;
import io.weir.kernel.kube.BuiltIns;
import io.weir.kernel.kube.Call;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.RequestListener;
import io.weir.manager.ManagerRun.Hooks;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Answers some requests in the API server's place, and takes some of its answers away.
 *
 * @param weather what it does
 * @param every to every so many requests
 */
record Storm(Weather weather, int every, Cut counter, AtomicInteger concerned)
    implements RequestListener {

  enum Weather {
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

    Weather(int code, boolean writesOnly, boolean afterwards) {
      this.code = code;
      this.writesOnly = writesOnly;
      this.afterwards = afterwards;
    }
  }

  Storm(Weather weather, int every, Cut counter) {
    this(weather, every, counter, new AtomicInteger());
  }

  Hooks hooks() {
    return new Hooks(this, counter.hooks().calls(), () -> {});
  }

  @Override
  public void begins(Call call) throws IOException {
    counter.begins(call);
    if (!weather.afterwards && strikes(call)) {
      throw answer(call);
    }
  }

  @Override
  public void done(Call call, int code, Duration took) {
    counter.done(call, code, took);
    if (weather.afterwards && code > 0 && strikes(call)) {
      throw answer(call);
    }
  }

  private boolean strikes(Call call) {
    boolean liable = !call.kind().equals(BuiltIns.LEASE) && (call.writes() || !weather.writesOnly);
    return liable && concerned.incrementAndGet() % every == 0;
  }

  private KubeException answer(Call call) {
    var status = Json.MAPPER.createObjectNode().put("code", weather.code);
    status.put("message", "the storm says " + weather.code);
    status.withObject("/details").put("retryAfterSeconds", 1);
    return KubeException.fromStatus(call, status);
  }
}
