package io.weir.bootstrap.admission;

import io.weir.api.admission.Field;
import io.weir.api.admission.Violation;
import java.util.stream.Stream;

/** How a value is found in a Secret. */
final class SecretRules {

  private SecretRules() {}

  /** What is wrong with a {@code contentFrom} or {@code passwdFrom}, if it is there. */
  static Stream<Violation> check(Field source) {
    if (!source.isSet()) {
      return Stream.empty();
    }
    Field secret = source.at("secret");
    return Stream.concat(
        missing(secret.at("name"), "give the name of a Secret in the same namespace"),
        missing(secret.at("key"), "give the key of the Secret that holds the value"));
  }

  private static Stream<Violation> missing(Field field, String remedy) {
    return field.text().isEmpty() ? Stream.of(field.required(remedy)) : Stream.empty();
  }
}
