package io.weir.provider.aws.admission;

import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.util.stream.Stream;

/**
 * What a list entry must name. One that names nothing would be passed over, so that AWS gets a
 * shorter list than people wrote, or an empty one.
 */
final class ReferenceRules {

  private ReferenceRules() {}

  static Stream<Violation> check(ObjectField pool) {
    ObjectField spec = pool.at("spec");
    return Stream.of(
            references(spec.at("subnets"), "subnet"),
            references(spec.at("awsLaunchTemplate", "additionalSecurityGroups"), "security group"),
            spec.at("availabilityZones")
                .items()
                .flatMap(zone -> named(zone, "name a zone, or remove the entry")),
            spec.at("mixedInstancesPolicy", "overrides")
                .items()
                .flatMap(
                    type ->
                        named(
                            type.at("instanceType"), "name an instance type, or remove the entry")))
        .flatMap(violations -> violations);
  }

  private static Stream<Violation> references(ObjectField list, String what) {
    return list.items()
        .flatMap(
            reference ->
                Stream.concat(
                    idOrFilters(reference, what),
                    reference.at("filters").items().flatMap(ReferenceRules::filter)));
  }

  private static Stream<Violation> idOrFilters(ObjectField reference, String what) {
    ObjectField id = reference.at("id");
    ObjectField filters = reference.at("filters");
    if (id.isSet() && filters.isSet()) {
      return Stream.of(
          reference.forbidden(
              "%s has both id and filters: remove one of the two".formatted(id.text())));
    }
    return id.isNonEmpty() || filters.isNonEmpty()
        ? Stream.empty()
        : Stream.of(
            id.required(
                "give the id of a %s, or filters that find it, or remove the entry"
                    .formatted(what)));
  }

  private static Stream<Violation> filter(ObjectField filter) {
    ObjectField values = filter.at("values");
    return Stream.concat(
        named(filter.at("name"), "name what is compared, such as tag:Role"),
        values.isNonEmpty()
            ? Stream.empty()
            : Stream.of(values.required("give at least one value to compare with")));
  }

  private static Stream<Violation> named(ObjectField field, String remedy) {
    return field.isNonEmpty() ? Stream.empty() : Stream.of(field.required(remedy));
  }
}
