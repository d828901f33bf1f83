package io.weir.bootstrap.admission;

import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What files may be. Contents may be secret and are never shown. */
final class FileRules {

  private static final Pattern MODE = Pattern.compile("(0[oO])?[0-7]+");

  private FileRules() {}

  static Stream<Violation> check(ObjectField spec) {
    return Stream.concat(checkEach(spec), eachPathOnce(spec.at("files")));
  }

  /** What each file may be, whatever others there are. */
  static Stream<Violation> checkEach(ObjectField spec) {
    return spec.at("files").items().flatMap(FileRules::oneContent);
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
    return Stream.of(both, mode(file), SecretReferenceRules.check(file.at("contentFrom")))
        .flatMap(violations -> violations);
  }

  /** All that cloud-init reads as a number to the base of 8. For another, it takes 0644. */
  private static Stream<Violation> mode(ObjectField file) {
    ObjectField permissions = file.at("permissions");
    return permissions.isNonEmpty() && !MODE.matcher(permissions.text()).matches()
        ? Stream.of(permissions.invalid("must be an octal mode, such as 0640"))
        : Stream.empty();
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
