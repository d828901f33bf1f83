package io.weir.provider.aws.admission;

import io.weir.api.GoDuration;
import io.weir.api.admission.Field;
import io.weir.api.admission.Request;
import io.weir.api.admission.Violation;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What a lifecycle hook may be. */
final class HookRules {

  private static final Set<String> TRANSITIONS =
      Set.of("autoscaling:EC2_INSTANCE_LAUNCHING", "autoscaling:EC2_INSTANCE_TERMINATING");
  private static final Set<String> RESULTS = Set.of("CONTINUE", "ABANDON");
  private static final BigDecimal SHORTEST = BigDecimal.valueOf(30);
  private static final BigDecimal LONGEST = BigDecimal.valueOf(172_800);
  private static final BigDecimal LONGEST_DOCUMENTED = BigDecimal.valueOf(7_200);

  private HookRules() {}

  static Stream<Violation> check(Field pool) {
    return Stream.concat(hooks(pool).flatMap(HookRules::one), eachNameOnce(pool));
  }

  static Stream<String> longWaits(Request request) {
    return hooks(Field.of(request.object()))
        .map(hook -> hook.at("heartbeatTimeout"))
        .filter(
            timeout ->
                seconds(timeout)
                    .filter(given -> given.compareTo(LONGEST_DOCUMENTED) > 0)
                    .filter(given -> given.compareTo(LONGEST) <= 0)
                    .isPresent())
        .map(
            timeout ->
                "%s: %s is longer than 2h0m0s, the most that AWS documents: it may refuse the hook"
                    .formatted(timeout.path(), timeout.text()));
  }

  private static Stream<Field> hooks(Field pool) {
    return pool.at("spec", "lifecycleHooks").items();
  }

  private static Stream<Violation> one(Field hook) {
    return Stream.of(name(hook), target(hook), choices(hook), timeout(hook))
        .flatMap(violations -> violations);
  }

  private static Stream<Violation> name(Field hook) {
    return hook.at("name").text().isEmpty()
        ? Stream.of(hook.at("name").required("give the hook a name"))
        : Stream.empty();
  }

  private static Stream<Violation> target(Field hook) {
    Field target = hook.at("notificationTargetARN");
    Field role = hook.at("roleARN");
    if (target.isSet() == role.isSet()) {
      return Stream.empty();
    }
    return target.isSet()
        ? Stream.of(role.required("the role with which AWS may write to notificationTargetARN"))
        : Stream.of(target.required("the queue or topic for which roleARN is given"));
  }

  private static Stream<Violation> choices(Field hook) {
    Field transition = hook.at("lifecycleTransition");
    Field result = hook.at("defaultResult");
    return Stream.concat(
        TRANSITIONS.contains(transition.text())
            ? Stream.empty()
            : Stream.of(
                transition.invalid(
                    "must be autoscaling:EC2_INSTANCE_LAUNCHING or"
                        + " autoscaling:EC2_INSTANCE_TERMINATING")),
        !result.isSet() || RESULTS.contains(result.text())
            ? Stream.empty()
            : Stream.of(result.invalid("must be CONTINUE or ABANDON")));
  }

  private static Stream<Violation> timeout(Field hook) {
    Field timeout = hook.at("heartbeatTimeout");
    boolean usable =
        seconds(timeout)
            .filter(given -> given.compareTo(SHORTEST) >= 0 && given.compareTo(LONGEST) <= 0)
            .isPresent();
    return !timeout.isSet() || usable
        ? Stream.empty()
        : Stream.of(timeout.invalid("must be a duration between 30s and 48h0m0s"));
  }

  private static Optional<BigDecimal> seconds(Field timeout) {
    return GoDuration.seconds(timeout.text());
  }

  private static Stream<Violation> eachNameOnce(Field pool) {
    var seen = new HashSet<String>();
    return hooks(pool)
        .map(hook -> hook.at("name"))
        .filter(name -> name.isFilled() && !seen.add(name.text()))
        .map(name -> name.duplicate("AWS keeps one hook of a name: choose another"))
        .toList()
        .stream();
  }
}
