package io.weir.provider.azure.admission;

import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.util.stream.Stream;

/** What a network interface may be. */
final class NetworkRules {

  private static final int MOST_ADDRESSES = 256;

  private NetworkRules() {}

  static Stream<Violation> check(ObjectField pool) {
    ObjectField template = pool.at("spec", "template");
    ObjectField interfaces = template.at("networkInterfaces");
    ObjectField subnet = template.at("subnetName");
    Stream<Violation> twice =
        interfaces.isNonEmpty() && subnet.isNonEmpty()
            ? Stream.of(
                subnet.forbidden(
                    "%s is set: name the subnet in its first entry, and remove this"
                        .formatted(interfaces.path())))
            : Stream.empty();
    return Stream.concat(twice, interfaces.items().flatMap(NetworkRules::addresses));
  }

  private static Stream<Violation> addresses(ObjectField each) {
    ObjectField addresses = each.at("privateIPConfigs");
    // None at all is filled in.
    return addresses.number().filter(given -> given < 0 || given > MOST_ADDRESSES).isPresent()
        ? Stream.of(
            addresses.invalid(
                "must be between 1 and %d, or left out for 1".formatted(MOST_ADDRESSES)))
        : Stream.empty();
  }

  static Stream<String> warnOfUnusedField(AdmissionRequest admissionRequest) {
    ObjectField template = ObjectField.of(admissionRequest.object()).at("spec", "template");
    ObjectField former = template.at("acceleratedNetworking");
    ObjectField interfaces = template.at("networkInterfaces");
    return former.isSet() && interfaces.isNonEmpty()
        ? Stream.of(
            "%s: is not used, because %s is set: set it in each entry there, and remove this"
                .formatted(former.path(), interfaces.path()))
        : Stream.empty();
  }
}
