package io.weir.engine.watch;

import io.weir.api.ApiObject;
import io.weir.api.MetadataKeys;
import io.weir.api.admission.MetadataSyntax;
import java.util.Optional;

/**
 * Which objects are left to this manager where several share one API server: those with the label
 * {@code cluster.x-k8s.io/watch-filter} of its value. Others are read, and never written.
 *
 * @param value of the label; empty for no filter
 */
public record WatchFilter(String value) {

  /** Every object is left to this manager. */
  public static final WatchFilter NONE = new WatchFilter("");

  public WatchFilter {
    if (!MetadataSyntax.isLabelValue(value)) {
      throw new IllegalArgumentException(
          "--watch-filter is \"%s\": use a label value of at most 63 letters, digits, - _ and ."
              .formatted(value));
    }
  }

  /** Whether the object is left to this manager. */
  public boolean admits(ApiObject object) {
    return value.isEmpty()
        || object.label(MetadataKeys.WATCH_FILTER).filter(value::equals).isPresent();
  }

  /** Why an object is not looked after, with the remedy; to be said of one not admitted. */
  public String notAdmittedMessage(ApiObject object) {
    return message(object, value, "this manager runs with --watch-filter=" + value);
  }

  /**
   * Why an object may not be looked after although another, which belongs to it, is: people forget
   * one of them. Empty unless the other has the label, and this one not the same.
   */
  public static Optional<String> missingLabelMessage(ApiObject object, ApiObject other) {
    return other
        .label(MetadataKeys.WATCH_FILTER)
        .filter(wanted -> !wanted.equals(object.label(MetadataKeys.WATCH_FILTER).orElse("")))
        .map(wanted -> message(object, wanted, other + " has it"));
  }

  private static String message(ApiObject object, String wanted, String why) {
    return "%s does not have the label %s: %s (%s); set it"
        .formatted(object, MetadataKeys.WATCH_FILTER, wanted, why);
  }
}
