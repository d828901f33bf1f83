package io.weir.bootstrap.admission;

import io.weir.api.admission.Field;
import io.weir.api.admission.Violation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.stream.Stream;

/** What files may be. Contents may be secret and are never shown. */
final class FileRules {

  private FileRules() {}

  static Stream<Violation> check(Field spec) {
    Field files = spec.at("files");
    return Stream.concat(files.items().flatMap(FileRules::oneContent), eachPathOnce(files));
  }

  private static Stream<Violation> oneContent(Field file) {
    Stream<Violation> both =
        file.at("content").isFilled() && file.at("contentFrom").isSet()
            ? Stream.of(
                Violation.invalid(
                    file.path(),
                    "",
                    "%s has both content and contentFrom: remove one of the two"
                        .formatted(file.at("path").text())))
            : Stream.empty();
    return Stream.concat(both, SecretRules.check(file.at("contentFrom")));
  }

  private static Stream<Violation> eachPathOnce(Field files) {
    var first = new HashMap<String, Field>();
    var repeated = new ArrayList<Violation>();
    files
        .items()
        .map(file -> file.at("path"))
        .filter(Field::isFilled)
        .forEach(
            path -> {
              Field earlier = first.putIfAbsent(path.text(), path);
              if (earlier != null) {
                repeated.add(
                    path.invalid(
                        "is the same as %s: write each file once".formatted(earlier.path())));
              }
            });
    return repeated.stream();
  }
}
