package io.weir.provider.azure.admission;

import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which identity machines have, and the role that Azure gives it. */
final class IdentityRules {

  static final String SYSTEM_ASSIGNED = "SystemAssigned";
  static final String ROLE = "systemAssignedIdentityRole";

  /** Where the name of the role's assignment stood before. */
  static final String FORMER_NAME = "roleAssignmentName";

  private static final String USER_ASSIGNED = "UserAssigned";

  private static final Pattern GUID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

  private static final Pattern RESOURCE_ID =
      Pattern.compile(
          "(azure://)?/subscriptions/[^/]+/resourceGroups/[^/]+/providers/[^/]+(/[^/]+/[^/]+)+",
          Pattern.CASE_INSENSITIVE);

  private IdentityRules() {}

  static Stream<Violation> check(ObjectField pool) {
    ObjectField spec = pool.at("spec");
    return Stream.concat(userAssigned(spec), role(spec));
  }

  private static Stream<Violation> userAssigned(ObjectField spec) {
    ObjectField identities = spec.at("userAssignedIdentities");
    if (!spec.at("identity").hasText(USER_ASSIGNED)) {
      return identities.isNonEmpty()
          ? Stream.of(
              identities.forbidden(
                  "is for spec.identity: UserAssigned only: set that, or remove the list"))
          : Stream.empty();
    }
    return identities.isNonEmpty()
        ? identities.items().map(each -> each.at("providerID")).flatMap(IdentityRules::resource)
        : Stream.of(
            identities.required(
                "spec.identity is UserAssigned: name at least one managed identity"));
  }

  private static Stream<Violation> resource(ObjectField id) {
    if (!id.isNonEmpty()) {
      return Stream.of(id.required("give the resource ID of a managed identity"));
    }
    return RESOURCE_ID.matcher(id.text()).matches()
        ? Stream.empty()
        : Stream.of(
            id.invalid(
                "must be a resource ID such as /subscriptions/…/resourceGroups/…/providers/"
                    + "Microsoft.ManagedIdentity/userAssignedIdentities/…"));
  }

  private static Stream<Violation> role(ObjectField spec) {
    ObjectField former = spec.at(FORMER_NAME);
    ObjectField role = spec.at(ROLE);
    if (spec.at("identity").hasText(SYSTEM_ASSIGNED)) {
      return former.isNonEmpty() && !roleName(spec).isEmpty()
          ? Stream.of(
              former.forbidden(
                  "has moved to %s, which is set, too: remove this one"
                      .formatted(role.at("name").path())))
          : name(spec);
    }
    return Stream.of(former, role)
        .filter(field -> field.isNonEmpty())
        .map(
            field ->
                field.forbidden(
                    "is for spec.identity: SystemAssigned only: set that, or remove it"));
  }

  private static Stream<Violation> name(ObjectField spec) {
    ObjectField name =
        spec.at(FORMER_NAME).isNonEmpty() ? spec.at(FORMER_NAME) : spec.at(ROLE, "name");
    return GUID.matcher(name.text().toLowerCase(Locale.ROOT)).matches()
        ? Stream.empty()
        : Stream.of(
            name.invalid(
                "must be a GUID such as 5c9ea7f6-2a27-4d3f-a5f5-0a4b4f5a7f01, or left out on a new"
                    + " pool for one that is generated"));
  }

  /** Azure moves no assignment to another name; the one that is there would stay for ever. */
  static Stream<Violation> roleNameIsKept(ObjectField was, ObjectField is) {
    ObjectField spec = is.at("spec");
    String now = effectiveRoleName(spec).orElse("");
    return spec.at("identity").hasText(SYSTEM_ASSIGNED)
        ? effectiveRoleName(was.at("spec"))
            .filter(name -> !name.equals(now))
            .map(
                name ->
                    spec.at(ROLE, "name")
                        .forbidden("cannot be changed: set it back to %s".formatted(name)))
            .stream()
        : Stream.empty();
  }

  /** Name of the role's assignment where it belongs; empty if it is not there. */
  static String roleName(ObjectField spec) {
    return spec.at(ROLE, "name").text();
  }

  /** Name of the role's assignment, in whichever place. */
  static Optional<String> effectiveRoleName(ObjectField spec) {
    return Stream.of(roleName(spec), spec.at(FORMER_NAME).text())
        .filter(name -> !name.isEmpty())
        .findFirst();
  }
}
