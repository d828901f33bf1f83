package io.weir.provider;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The cloud's own IDs of the requests that a write is made of, by which its operator finds them.
 * Whoever sends a request hands its ID in; whoever has the write made collects them.
 */
public final class RequestIds {

  private static final ScopedValue<List<String>> COLLECTED = ScopedValue.newInstance();

  /** What an endpoint of others may answer with is no ID, or too many. */
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._:/=+-]{1,128}");

  private static final int AT_MOST = 20;

  private RequestIds() {}

  /** A request of the write under way was answered, with a success or not. */
  public static void record(String id) {
    if (COLLECTED.isBound() && COLLECTED.get().size() < AT_MOST && FORM.matcher(id).matches()) {
      COLLECTED.get().add(id);
    }
  }

  /**
   * Makes a write.
   *
   * @param ids takes the IDs, also if the write fails
   */
  public static <T, X extends Throwable> T collect(
      List<String> ids, ScopedValue.CallableOp<T, X> write) throws X {
    return ScopedValue.where(COLLECTED, ids).call(write);
  }
}
