package io.weir.bootstrap.admission;

import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.stream.Stream;

/** What files may be. Contents may be secret and are never shown. */
final class FileRules {

  private FileRules() {}

  static Stream<Violation> check(ObjectField spec) {
    ObjectField files = spec.at("files");
    return Stream.concat(files.items().flatMap(FileRules::oneContent), eachPathOnce(files));
  }

  private static Stream<Violation> oneContent(ObjectField file) {
    Stream<Violation> both =
        file.at("content").isNonEmpty() && file.at("contentFrom").isSet()
            ? Stream.of(
                Violation.invalid(
                    file.path(),
                    "",
                    "%s has both content and contentFrom: remove one of the two"
                        .formatted(file.at("path").text())))
            : Stream.empty();
    return Stream.concat(both, SecretReferenceRules.check(file.at("contentFrom")));
  }

  private static Stream<Violation> eachPathOnce(ObjectField files) {
    var first = new HashMap<String, ObjectField>();
    var repeated = new ArrayList<Violation>();
    files
        .items()
        .map(file -> file.at("path"))
        .filter(ObjectField::isNonEmpty)
        .forEach(
            path -> {
              ObjectField earlier = first.putIfAbsent(path.text(), path);
              if (earlier != null) {
                repeated.add(
                    path.invalid(
                        "is the same as %s: write each file once".formatted(earlier.path())));
              }
            });
    return repeated.stream();
  }
}
