package io.weir.provider.aws.admission;

import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import io.weir.provider.aws.api.LifecycleHookNames;
import io.weir.provider.aws.api.LifecycleHookTimeout;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

/** What a lifecycle hook may be. */
final class LifecycleHookRules {

  private static final Set<String> TRANSITIONS =
      Set.of("autoscaling:EC2_INSTANCE_LAUNCHING", "autoscaling:EC2_INSTANCE_TERMINATING");
  private static final Set<String> RESULTS = Set.of("CONTINUE", "ABANDON");

  private LifecycleHookRules() {}

  static Stream<Violation> check(ObjectField pool) {
    return Stream.concat(hooks(pool).flatMap(LifecycleHookRules::one), eachNameOnce(pool));
  }

  static Stream<String> warnOfLongTimeouts(AdmissionRequest admissionRequest) {
    return hooks(ObjectField.of(admissionRequest.object()))
        .map(hook -> hook.at("heartbeatTimeout"))
        .filter(
            timeout ->
                LifecycleHookTimeout.seconds(timeout.text())
                    .filter(given -> !LifecycleHookTimeout.isDocumented(given))
                    .isPresent())
        .map(
            timeout ->
                "%s: %s is longer than 2h0m0s, the most that AWS documents: it may refuse the hook"
                    .formatted(timeout.path(), timeout.text()));
  }

  private static Stream<ObjectField> hooks(ObjectField pool) {
    return pool.at("spec", "lifecycleHooks").items();
  }

  private static Stream<Violation> one(ObjectField hook) {
    return Stream.of(name(hook), target(hook), choices(hook), timeout(hook))
        .flatMap(violations -> violations);
  }

  private static Stream<Violation> name(ObjectField hook) {
    ObjectField name = hook.at("name");
    if (name.text().isEmpty()) {
      return Stream.of(name.required("give the hook a name"));
    }
    if (name.text().equals(LifecycleHookNames.DRAIN)) {
      return Stream.of(
          name.invalid(
              "is the name of Weir's own hook; give yours another, or remove it and set the"
                  + " annotation weir.io/cloud-terminations on the MachinePool"));
    }
    return LifecycleHookNames.isPossible(name.text())
        ? Stream.empty()
        : Stream.of(
            name.invalid("must be at most 255 letters, digits, dashes, underscores or slashes"));
  }

  private static Stream<Violation> target(ObjectField hook) {
    ObjectField target = hook.at("notificationTargetARN");
    ObjectField role = hook.at("roleARN");
    if (target.isNonEmpty() == role.isNonEmpty()) {
      return Stream.empty();
    }
    return target.isNonEmpty()
        ? Stream.of(role.required("the role with which AWS may write to notificationTargetARN"))
        : Stream.of(target.required("the queue or topic for which roleARN is given"));
  }

  private static Stream<Violation> choices(ObjectField hook) {
    ObjectField transition = hook.at("lifecycleTransition");
    ObjectField result = hook.at("defaultResult");
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

  private static Stream<Violation> timeout(ObjectField hook) {
    ObjectField timeout = hook.at("heartbeatTimeout");
    return LifecycleHookTimeout.seconds(timeout.text()).isPresent()
        ? Stream.empty()
        : Stream.of(timeout.invalid(LifecycleHookTimeout.BOUNDS));
  }

  private static Stream<Violation> eachNameOnce(ObjectField pool) {
    var seen = new HashSet<String>();
    return hooks(pool)
        .map(hook -> hook.at("name"))
        .filter(name -> name.isNonEmpty() && !seen.add(name.text()))
        .map(name -> name.duplicate("AWS keeps one hook of a name: choose another"))
        .toList()
        .stream();
  }
}
