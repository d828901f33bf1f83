package io.weir.provider.managed;

import io.weir.api.conditions.Condition;
import java.util.Collection;
import java.util.List;

/**
 * Whether a pool in the cloud is what its spec says.
 *
 * @param pool its name in the cloud
 * @param fixed fields that differ and can be set at its creation only
 * @param open fields that differ and are still to be set
 * @param hold why those cannot be set just now, such as {@code pool is upgrading}
 * @param remarks fields of the spec that have no effect, and why
 */
public record SpecApplied(
    String pool,
    Collection<String> fixed,
    Collection<String> open,
    String hold,
    List<String> remarks) {

  /** Type of the condition; Weir's own. */
  public static final String TYPE = "SpecApplied";

  /** It as a condition of the form without severities. */
  public Condition condition() {
    if (!fixed.isEmpty()) {
      return Condition.of(
          TYPE,
          false,
          "ImmutableFieldsDiffer",
          "%s of pool %s differ from the spec and can be set at its creation only: make another pool"
              .formatted(String.join(", ", fixed), pool));
    }
    return open.isEmpty()
        ? Condition.of(TYPE, true, "Applied", String.join("; ", remarks))
        : Condition.of(TYPE, false, "Waiting", String.join(", ", open) + " to be set; " + hold);
  }
}
