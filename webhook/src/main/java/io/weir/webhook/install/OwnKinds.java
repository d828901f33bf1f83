package io.weir.webhook.install;

import io.weir.api.GroupKind;
import io.weir.webhook.review.WebhookPaths;
import io.weir.webhook.review.WebhookPaths.AdmissionPhase;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The kinds that these webhooks answer for. What is registered for any other kind is another
 * installation's.
 *
 * @param converted kinds whose objects are converted
 * @param reviewed kinds that there are rules for
 */
public record OwnKinds(Set<GroupKind> converted, Set<GroupKind> reviewed) {
  public OwnKinds {
    converted = Set.copyOf(converted);
    reviewed = Set.copyOf(reviewed);
  }

  /** The names of their webhooks. */
  Set<String> webhookNames(AdmissionPhase admissionPhase) {
    return reviewed.stream()
        .map(kind -> WebhookPaths.webhookName(admissionPhase, kind))
        .collect(Collectors.toUnmodifiableSet());
  }
}
