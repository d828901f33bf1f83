package io.weir.provider;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A cloud call that failed, sorted by what the caller can do. Messages never hold secrets. */
public abstract sealed class ProviderException extends Exception {
  private static final long serialVersionUID = 1L;

  private ProviderException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** A call to a cloud. */
  @FunctionalInterface
  public interface CloudCall<A> {
    A send() throws ProviderException;
  }

  /** Whether people must act before it can succeed; all others pass by themselves. */
  public boolean needsUserAction() {
    return ErrorRule.of(this).needsPeople();
  }

  /**
   * The error of a call that was sent but whose outcome is unknown: a write may have taken effect.
   */
  public static ProviderException ofUnknownOutcome(
      boolean write, String message, @Nullable Throwable cause) {
    return write ? new Ambiguous(message, cause) : new Transient(message, cause);
  }

  /** It does not exist. For a delete that is success. */
  public static final class NotFound extends ProviderException {
    private static final long serialVersionUID = 1L;

    public NotFound(String message, @Nullable Throwable cause) {
      super(message, cause);
    }

    /** What a call returns; empty if there is nothing to read or delete. */
    public static <A> Optional<A> asEmpty(CloudCall<A> cloudCall) throws ProviderException {
      try {
        return Optional.of(cloudCall.send());
      } catch (NotFound _) {
        return Optional.empty();
      }
    }
  }

  /** Too many calls; the limits of the scope shrink. */
  public static final class Throttled extends ProviderException {
    private static final long serialVersionUID = 1L;
    private final Duration after;

    public Throttled(String message, Duration after, @Nullable Throwable cause) {
      super(message, cause);
      this.after = after;
    }

    /** How long to wait before the next call. */
    public Duration retryAfter() {
      return after;
    }
  }

  /** Another operation is in progress on the object; wait for the next observation. */
  public static final class Busy extends ProviderException {
    private static final long serialVersionUID = 1L;

    public Busy(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }

  /** The cloud or the network failed; the call had no effect. */
  public static final class Transient extends ProviderException {
    private static final long serialVersionUID = 1L;

    public Transient(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }

  /** The call may have taken effect: observe before repeating it. */
  public static final class Ambiguous extends ProviderException {
    private static final long serialVersionUID = 1L;

    public Ambiguous(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }

  /** The identity may not do this; people must act. */
  public static final class Denied extends ProviderException {
    private static final long serialVersionUID = 1L;

    public Denied(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * The cloud refuses this request; people must act. The message names the field and the remedy.
   */
  public static final class Rejected extends ProviderException {
    private static final long serialVersionUID = 1L;

    public Rejected(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * The write succeeds and does not last: somebody takes its effect back, or the cloud does not
   * keep it. Worth a warning; the pool is as ready as it would be without it.
   */
  public static final class Reverted extends ProviderException {
    private static final long serialVersionUID = 1L;

    public Reverted(String message) {
      super(message, null);
    }
  }
}
