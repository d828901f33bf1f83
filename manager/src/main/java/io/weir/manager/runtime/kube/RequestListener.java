package io.weir.manager.runtime.kube;

import java.time.Duration;

/** Told of every request, for metrics. Called on the requesting thread; must be quick. */
@FunctionalInterface
public interface RequestListener {

  /** Nobody listens. */
  RequestListener NONE = (call, code, took) -> {};

  /**
   * A request ended, or a watch began.
   *
   * @param code the HTTP code; 0 without an answer
   * @param took until the answer's end, or its beginning for lists and watches
   */
  void done(Call call, int code, Duration took);
}
