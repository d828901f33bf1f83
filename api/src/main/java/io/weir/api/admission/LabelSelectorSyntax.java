package io.weir.api.admission;

import java.util.Set;
import java.util.stream.Stream;

/**
 * How label selectors may look: the rules by which Kubernetes reads them, for kinds whose schema
 * takes any.
 */
public final class LabelSelectorSyntax {

  private static final Set<String> WITH_VALUES = Set.of("In", "NotIn");
  private static final Set<String> WITHOUT_VALUES = Set.of("Exists", "DoesNotExist");

  private LabelSelectorSyntax() {}

  /** What is wrong with a selector; nothing is with one that is not there. */
  public static Stream<Violation> check(ObjectField selector) {
    return Stream.concat(
        MetadataSyntax.labels(selector.at("matchLabels")),
        selector.at("matchExpressions").items().flatMap(LabelSelectorSyntax::requirement));
  }

  private static Stream<Violation> requirement(ObjectField requirement) {
    ObjectField key = requirement.at("key");
    return Stream.concat(
        MetadataSyntax.isKey(key.text())
            ? Stream.empty()
            : Stream.of(key.invalid(MetadataSyntax.KEY_FORM)),
        values(requirement.at("operator"), requirement.at("values")));
  }

  private static Stream<Violation> values(ObjectField operator, ObjectField values) {
    if (WITH_VALUES.contains(operator.text())) {
      return values.isNonEmpty()
          ? values
              .items()
              .filter(value -> !MetadataSyntax.isLabelValue(value.text()))
              .map(value -> value.invalid(MetadataSyntax.VALUE_FORM))
          : Stream.of(
              values.required(
                  "%s needs a value at least: give some, or use Exists or DoesNotExist"
                      .formatted(operator.text())));
    }
    if (WITHOUT_VALUES.contains(operator.text())) {
      return values.isNonEmpty()
          ? Stream.of(
              values.forbidden(
                  "%s takes no values: leave them out, or use In or NotIn"
                      .formatted(operator.text())))
          : Stream.empty();
    }
    return Stream.of(operator.invalid("must be In, NotIn, Exists or DoesNotExist"));
  }
}
