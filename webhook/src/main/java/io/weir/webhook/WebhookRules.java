package io.weir.webhook;

import io.weir.api.GroupKind;
import io.weir.api.admission.Admission;
import io.weir.api.conversion.Conversion;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the webhooks can answer.
 *
 * @param conversions at most one for each kind
 * @param admissions at most one for each kind
 */
public record WebhookRules(List<Conversion> conversions, List<Admission> admissions) {
  public WebhookRules {
    conversions = List.copyOf(conversions);
    admissions = List.copyOf(admissions);
  }

  Map<GroupKind, Set<String>> convertedVersions() {
    return conversions.stream()
        .collect(Collectors.toUnmodifiableMap(Conversion::kind, Conversion::versions));
  }

  Set<GroupKind> reviewedKinds() {
    return admissions.stream().map(Admission::kind).collect(Collectors.toUnmodifiableSet());
  }
}
