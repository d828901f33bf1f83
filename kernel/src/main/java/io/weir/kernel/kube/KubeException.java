package io.weir.kernel.kube;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A request that did not succeed, sorted by what the caller can do about it. Messages name verb,
 * kind and object and never hold the data of a Secret.
 */
@SuppressWarnings("serial") // never serialised
public abstract sealed class KubeException extends RuntimeException {

  KubeException(String message) {
    super(message);
  }

  KubeException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * The exception that a Status of the API server stands for, as it may come in a watch. Of another
   * object nothing is repeated.
   */
  public static KubeException fromStatus(RequestInfo requestInfo, JsonNode status) {
    JsonNode known = KubeExceptionFactory.ifStatus(status);
    return KubeExceptionFactory.fromResponse(
        requestInfo, known.path("code").asInt(500), known, null);
  }

  /**
   * The server has sent an object that cannot be read, so that it exists and nothing more is known.
   *
   * @param problem why
   */
  public static KubeException unreadable(RequestInfo requestInfo, String problem) {
    return new Unavailable(
        "cannot %s: %s, so it is not read; make it smaller".formatted(requestInfo, problem),
        requestInfo.isWrite());
  }

  /** The object does not exist. */
  public static final class NotFound extends KubeException {
    NotFound(String message) {
      super(message);
    }
  }

  /** The object has changed since it was read, or a precondition does not hold: read again. */
  public static final class Conflict extends KubeException {
    Conflict(String message) {
      super(message);
    }
  }

  /** An object of that name exists. */
  public static final class AlreadyExists extends KubeException {
    AlreadyExists(String message) {
      super(message);
    }
  }

  /** The server refuses the content; repeating it changes nothing. */
  public static final class Invalid extends KubeException {
    private final transient List<String> fields;

    Invalid(String message, List<String> fields) {
      super(message);
      this.fields = List.copyOf(fields);
    }

    /** The fields named by the server, such as {@code spec.replicas}; may be empty. */
    public List<String> fields() {
      return fields;
    }
  }

  /** The credentials do not allow it, or are not accepted (401 and 403). */
  public static final class Forbidden extends KubeException {
    Forbidden(String message) {
      super(message);
    }
  }

  /** Nothing can be created in the namespace any more: it is being deleted (403 as well). */
  public static final class NamespaceTerminating extends KubeException {
    NamespaceTerminating(String message) {
      super(message);
    }
  }

  /** The server asks to slow down, or a PodDisruptionBudget holds an eviction. */
  public static final class TooManyRequests extends KubeException {
    private final Duration retryAfter;
    private final transient Optional<String> disruptionBudget;

    TooManyRequests(String message, Duration retryAfter, Optional<String> disruptionBudget) {
      super(message);
      this.retryAfter = retryAfter;
      this.disruptionBudget = disruptionBudget;
    }

    /** The budget that holds the eviction; empty if it has no name; absent if none does. */
    public Optional<String> disruptionBudget() {
      return disruptionBudget;
    }

    /** How long to wait, as the server said; a second if it did not say. */
    public Duration retryAfter() {
      return retryAfter;
    }
  }

  /** No answer, or the server failed. */
  public static final class Unavailable extends KubeException {
    private final boolean mayHaveTakenEffect;

    Unavailable(String message, boolean mayHaveTakenEffect, Throwable cause) {
      super(message, cause);
      this.mayHaveTakenEffect = mayHaveTakenEffect;
    }

    Unavailable(String message, boolean mayHaveTakenEffect) {
      super(message);
      this.mayHaveTakenEffect = mayHaveTakenEffect;
    }

    /** Whether a write may have been done all the same: read before repeating it. */
    public boolean mayHaveTakenEffect() {
      return mayHaveTakenEffect;
    }
  }

  /**
   * The write was made before and did not last, or was answered and not kept: it is not made again
   * yet. Whatever relies on it must not be done.
   */
  public static final class Reverted extends KubeException {
    private final Duration retryAfter;

    Reverted(String message, Duration retryAfter) {
      super(message);
      this.retryAfter = retryAfter;
    }

    /** When it may be made again. */
    public Duration retryAfter() {
      return retryAfter;
    }
  }

  /** The history or the list page asked for is gone: list anew. */
  public static final class Expired extends KubeException {
    Expired(String message) {
      super(message);
    }
  }

  /** The kind is not installed, or not known yet. */
  public static final class KindUnknown extends KubeException {
    KindUnknown(String message) {
      super(message);
    }
  }
}
