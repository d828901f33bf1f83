package io.weir.manager.roles;

import io.weir.api.ApiObject;
import io.weir.api.Crds;
import io.weir.api.GroupKind;
import io.weir.api.conversion.Conversion;
import io.weir.api.conversion.Conversions;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What Weir ships for the kinds of Cluster API: each is one role's. */
final class ShippedKinds {

  private ShippedKinds() {}

  /** Kinds and those of their templates. */
  static Set<GroupKind> withTemplates(GroupKind... kinds) {
    return Stream.of(kinds)
        .flatMap(kind -> Stream.of(kind, new GroupKind(kind.group(), kind.kind() + "Template")))
        .collect(Collectors.toSet());
  }

  static List<ApiObject> crds(Predicate<GroupKind> kinds) {
    return Crds.core().stream()
        .filter(
            crd ->
                kinds.test(
                    new GroupKind(
                        crd.at("/spec/group").asText(), crd.at("/spec/names/kind").asText())))
        .toList();
  }

  static List<Conversion> conversions(Predicate<GroupKind> kinds) {
    return Conversions.all().stream().filter(conversion -> kinds.test(conversion.kind())).toList();
  }
}
