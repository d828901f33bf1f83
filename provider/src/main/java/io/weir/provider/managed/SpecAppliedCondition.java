package io.weir.provider.managed;

import io.weir.api.conditions.Condition;
import java.util.Collection;
import java.util.List;

/**
 * Whether a pool in the cloud matches its spec.
 *
 * @param pool its name in the cloud
 * @param immutableFields fields that differ and can only be set at creation
 * @param pendingFields fields that differ and are still to be set
 * @param pendingReason why those cannot be set right now, such as {@code pool is upgrading}
 * @param remarks fields of the spec that have no effect, and why
 */
public record SpecAppliedCondition(
    String pool,
    Collection<String> immutableFields,
    Collection<String> pendingFields,
    String pendingReason,
    List<String> remarks) {

  /** Type of the condition; Weir's own. */
  public static final String TYPE = "SpecApplied";

  /** The result as a condition, in the form without severities. */
  public Condition toCondition() {
    if (!immutableFields.isEmpty()) {
      return Condition.of(
          TYPE,
          false,
          "ImmutableFieldsDiffer",
          "%s of pool %s differ from the spec and can only be set at creation: create another pool"
              .formatted(String.join(", ", immutableFields), pool));
    }
    return pendingFields.isEmpty()
        ? Condition.of(TYPE, true, "Applied", String.join("; ", remarks))
        : Condition.of(
            TYPE,
            false,
            "Waiting",
            "waiting to set " + String.join(", ", pendingFields) + ": " + pendingReason);
  }
}
