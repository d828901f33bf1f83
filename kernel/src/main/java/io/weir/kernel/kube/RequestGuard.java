package io.weir.kernel.kube;

import java.io.IOException;
import java.time.Duration;

/**
 * Lets single requests go, or holds them back, and is told how those ended that it let go. Called
 * on the requesting thread; must be quick.
 */
@FunctionalInterface
public interface RequestGuard {

  /** Lets all go. */
  RequestGuard NONE = _ -> (_, _) -> {};

  /**
   * A request is about to be sent.
   *
   * @throws IOException to keep it from being sent; for its caller it is one without an answer
   */
  Admission admit(RequestInfo requestInfo) throws IOException;

  /** A request that was let go. */
  @FunctionalInterface
  interface Admission {

    /**
     * It has ended.
     *
     * @param code the HTTP code; 0 without a whole answer
     */
    void ended(int code, Duration took);
  }
}
