package io.weir.kernel.kube;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * Told of every request, for metrics, and asked before it, for what may forbid it. Called on the
 * requesting thread; must be quick.
 */
@FunctionalInterface
public interface RequestListener {

  /** Nobody listens. */
  RequestListener NONE = (requestInfo, code, took) -> {};

  /**
   * A request is about to be sent.
   *
   * @throws IOException to keep it from being sent; for its caller it is one without an answer
   */
  default void beforeRequest(RequestInfo requestInfo) throws IOException {}

  /**
   * A list or a watch is about to be read.
   *
   * @param answer what is read, of which each read may block
   * @return what is to be read in its place; closing it closes the answer, from any thread
   */
  default InputStream reading(RequestInfo requestInfo, InputStream answer) {
    return answer;
  }

  /**
   * A request ended, or a watch began. A {@link KubeException} thrown from here takes the place of
   * the answer.
   *
   * @param code the HTTP code; 0 without an answer
   * @param took until the answer's end, or its beginning for lists and watches
   */
  void afterRequest(RequestInfo requestInfo, int code, Duration took);
}
