package io.weir.provider.aws.eks.calls;

import io.weir.provider.aws.eks.ObservedNodegroup;
import io.weir.provider.aws.eks.ObservedRole;
import io.weir.provider.aws.template.calls.TemplateCache;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is known of a cluster's node groups and their roles, by the name of the node group, so that
 * idle ones cost no call each: EKS and IAM tell of one at a time. Nothing here outlives the
 * process.
 */
public final class EksMemory {

  /** How long a node group that is well may change unseen; its instances are read each time. */
  private static final Duration NODEGROUP_AGAIN_AFTER = Duration.ofMinutes(5);

  private static final Duration ROLE_AGAIN_AFTER = Duration.ofMinutes(30);

  private record Known<T>(Optional<T> value, Instant asOf) {}

  private final TemplateCache templates = new TemplateCache();
  private final Map<String, Known<ObservedNodegroup>> nodegroups = new HashMap<>();
  private final Map<String, Known<ObservedRole>> roles = new HashMap<>();
  private final Map<String, String> runningUpdates = new HashMap<>();
  private final Map<String, String> failedUpdates = new HashMap<>();

  /** What is known of the launch templates. */
  TemplateCache templates() {
    return templates;
  }

  /** A node group that need not be read again yet. */
  synchronized Optional<ObservedNodegroup> idle(String name, Instant now) {
    var known = nodegroups.get(name);
    return known == null || known.asOf().isBefore(now.minus(NODEGROUP_AGAIN_AFTER))
        ? Optional.empty()
        : known
            .value()
            .filter(ObservedNodegroup::isChangeable)
            .filter(found -> found.issues().isEmpty());
  }

  synchronized void record(String name, Optional<ObservedNodegroup> found, Instant asOf) {
    nodegroups.put(name, new Known<>(found, asOf));
  }

  /** Forgets what a write may have changed, or has. */
  synchronized void forget(String name) {
    nodegroups.remove(name);
    roles.remove(name);
  }

  /** The role, or that there is none; empty if it must be read. */
  synchronized Optional<Optional<ObservedRole>> role(String name, Instant now) {
    var known = roles.get(name);
    return known == null || known.asOf().isBefore(now.minus(ROLE_AGAIN_AFTER))
        ? Optional.empty()
        : Optional.of(known.value());
  }

  synchronized void recordRole(String name, Optional<ObservedRole> found, Instant asOf) {
    roles.put(name, new Known<>(found, asOf));
  }

  /** Names of the node groups whose roles are there. */
  synchronized Set<String> withRoles() {
    var names = new HashSet<String>();
    roles.forEach((name, known) -> known.value().ifPresent(_ -> names.add(name)));
    return names;
  }

  synchronized void recordUpdate(String name, String update) {
    runningUpdates.put(name, update);
    failedUpdates.remove(name);
  }

  /** The update whose end nobody has seen yet. */
  synchronized Optional<String> runningUpdate(String name) {
    return Optional.ofNullable(runningUpdates.get(name));
  }

  synchronized void recordEnd(String name, String update, Optional<String> failure) {
    if (runningUpdates.remove(name, update)) {
      failure.ifPresent(why -> failedUpdates.put(name, why));
    }
  }

  /** Why the last update failed. */
  synchronized Optional<String> failedUpdate(String name) {
    return Optional.ofNullable(failedUpdates.get(name));
  }
}
