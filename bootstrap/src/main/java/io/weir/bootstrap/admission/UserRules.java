package io.weir.bootstrap.admission;

import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.util.stream.Stream;

/** What users may be. Passwords are never shown. */
final class UserRules {

  private UserRules() {}

  static Stream<Violation> check(ObjectField spec) {
    return spec.at("users").items().flatMap(UserRules::onePassword);
  }

  private static Stream<Violation> onePassword(ObjectField user) {
    Stream<Violation> both =
        user.at("passwd").isNonEmpty() && user.at("passwdFrom").isSet()
            ? Stream.of(
                Violation.invalid(
                    user.path(),
                    "",
                    "%s has both passwd and passwdFrom: remove one of the two"
                        .formatted(user.at("name").text())))
            : Stream.empty();
    return Stream.concat(both, SecretReferenceRules.check(user.at("passwdFrom")));
  }
}
