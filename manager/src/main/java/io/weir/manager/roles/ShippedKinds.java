package io.weir.manager.roles;

import io.weir.api.ApiObject;
import io.weir.api.Crds;
import io.weir.api.conversion.Conversion;
import io.weir.api.conversion.Conversions;
import java.util.List;

/** What Weir ships for the kinds of Cluster API, by their API group: each is one role's. */
final class ShippedKinds {

  private ShippedKinds() {}

  static List<ApiObject> crds(String group) {
    return Crds.core().stream()
        .filter(crd -> crd.at("/spec/group").asText().equals(group))
        .toList();
  }

  static List<Conversion> conversions(String group) {
    return Conversions.all().stream()
        .filter(conversion -> conversion.kind().group().equals(group))
        .toList();
  }
}
