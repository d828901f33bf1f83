package io.weir.bootstrap.admission;

import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.util.stream.Stream;

/** How a value is found in a Secret. */
final class SecretReferenceRules {

  private SecretReferenceRules() {}

  /** What is wrong with a {@code contentFrom} or {@code passwdFrom}, if it is there. */
  static Stream<Violation> check(ObjectField source) {
    if (!source.isSet()) {
      return Stream.empty();
    }
    ObjectField secret = source.at("secret");
    return Stream.concat(
        missing(secret.at("name"), "give the name of a Secret in the same namespace"),
        missing(secret.at("key"), "give the key of the Secret that holds the value"));
  }

  private static Stream<Violation> missing(ObjectField objectField, String remedy) {
    return objectField.text().isEmpty() ? Stream.of(objectField.required(remedy)) : Stream.empty();
  }
}
