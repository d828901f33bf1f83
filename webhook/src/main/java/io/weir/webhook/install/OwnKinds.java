package io.weir.webhook.install;

import io.weir.api.GroupKind;
import io.weir.webhook.review.WebhookPaths;
import io.weir.webhook.review.WebhookPaths.AdmissionPhase;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The kinds that these webhooks answer for. What is registered for any other kind is another
 * installation's.
 *
 * @param converted kinds whose objects are converted, with the versions that are known
 * @param reviewed kinds that there are rules for
 */
public record OwnKinds(Map<GroupKind, Set<String>> converted, Set<GroupKind> reviewed) {
  public OwnKinds {
    converted = Map.copyOf(converted);
    reviewed = Set.copyOf(reviewed);
  }

  /** Whether objects of the kind are converted. */
  boolean converts(GroupKind kind) {
    return converted.containsKey(kind);
  }

  /** Whether objects are reviewed in this version as they are, without the API server's help. */
  boolean knowsVersion(GroupKind kind, String version) {
    return converted.getOrDefault(kind, Set.of()).contains(version);
  }

  /** The names of their webhooks. */
  Set<String> webhookNames(AdmissionPhase admissionPhase) {
    return reviewed.stream()
        .map(kind -> WebhookPaths.webhookName(admissionPhase, kind))
        .collect(Collectors.toUnmodifiableSet());
  }
}
