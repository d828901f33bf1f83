package io.weir.provider.azure.admission;

import io.weir.api.MetadataKeys;
import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** How many machines a rollout may add and miss. */
final class StrategyRules {

  private static final Pattern PERCENTAGE = Pattern.compile("[0-9]{1,9}%");
  private static final Pattern ZERO = Pattern.compile("0+%?");

  private StrategyRules() {}

  static Stream<Violation> check(ObjectField pool) {
    ObjectField limits = pool.at("spec", "strategy", "rollingUpdate");
    ObjectField surge = limits.at("maxSurge");
    ObjectField unavailable = limits.at("maxUnavailable");
    Stream<Violation> malformed = Stream.of(surge, unavailable).flatMap(StrategyRules::amount);
    return isZeroNumber(surge) && isZeroNumber(unavailable)
        ? Stream.concat(
            malformed,
            Stream.of(
                unavailable.invalid(
                    "with %s 0, no machine could ever be replaced: raise one of the two"
                        .formatted(surge.path()))))
        : malformed;
  }

  /** Whether machines of older models stay. */
  static Stream<Violation> skipIsUnderstood(ObjectField pool) {
    ObjectField skip =
        pool.at("metadata", "annotations").entry(MetadataKeys.SKIP_MODEL_RECONCILIATION);
    return !skip.isSet() || skip.text().equals("true") || skip.text().equals("false")
        ? Stream.empty()
        : Stream.of(
            skip.invalid(
                "must be true or false; remove it to have what the manager's feature gate says"));
  }

  private static Stream<Violation> amount(ObjectField field) {
    boolean usable =
        field.number().map(given -> given >= 0 && given <= Integer.MAX_VALUE).orElse(false)
            || PERCENTAGE.matcher(field.text()).matches();
    return !field.isSet() || usable
        ? Stream.empty()
        : Stream.of(
            field.invalid("must be a number that is not negative, or a percentage such as 25%"));
  }

  private static boolean isZeroNumber(ObjectField field) {
    return field.number().filter(given -> given == 0).isPresent();
  }

  /** Manifests of others have it, since only numbers are refused. */
  static Stream<String> warnOfNoRoom(AdmissionRequest admissionRequest) {
    ObjectField limits =
        ObjectField.of(admissionRequest.object()).at("spec", "strategy", "rollingUpdate");
    ObjectField surge = limits.at("maxSurge");
    ObjectField unavailable = limits.at("maxUnavailable");
    boolean refused = isZeroNumber(surge) && isZeroNumber(unavailable);
    return !refused && isNothing(surge) && isNothing(unavailable)
        ? Stream.of(
            "%s: with %s, no machine can be replaced when something changes: raise one of the two"
                .formatted(unavailable.path(), surge.path() + " " + surge.node().asText()))
        : Stream.empty();
  }

  private static boolean isNothing(ObjectField field) {
    return field.isSet() && ZERO.matcher(field.node().asText()).matches();
  }
}
