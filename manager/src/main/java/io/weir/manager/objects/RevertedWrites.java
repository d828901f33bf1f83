package io.weir.manager.objects;

import io.weir.api.ApiObject;
import io.weir.kernel.kube.KubeException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Those of a pass's writes that do not last, and must not keep it from the others. */
public final class RevertedWrites {

  private KubeException.@Nullable Reverted first;

  /** None yet. */
  public RevertedWrites() {}

  /**
   * Makes a write.
   *
   * @return the object after it; as it was, if the write is held back
   */
  public ApiObject attempt(ApiObject before, Supplier<ApiObject> write) {
    try {
      return write.get();
    } catch (KubeException.Reverted undone) {
      add(undone);
      return before;
    }
  }

  /** One more that was held back. */
  public void add(KubeException.Reverted undone) {
    if (first == null) {
      first = undone;
    } else {
      first.addSuppressed(undone);
    }
  }

  /** When the first of those that were held back may be made again; empty if none was. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(first).map(RevertedWrites::retryAfter);
  }

  /** When it, or the first of those that came after it, may be made again. */
  public static Duration retryAfter(KubeException.Reverted undone) {
    Duration least = undone.retryAfter();
    for (Throwable other : undone.getSuppressed()) {
      if (other instanceof KubeException.Reverted also && also.retryAfter().compareTo(least) < 0) {
        least = also.retryAfter();
      }
    }
    return least;
  }

  /**
   * To be called when all else is done.
   *
   * @throws KubeException.Reverted the first, with the others added to it
   */
  public void throwIfAny() {
    if (first != null) {
      throw first;
    }
  }
}
