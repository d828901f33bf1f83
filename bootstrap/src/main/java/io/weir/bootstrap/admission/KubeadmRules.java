package io.weir.bootstrap.admission;

import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What kubeadm's own settings may be. Tokens are never shown. */
final class KubeadmRules {

  private static final Pattern TOKEN = Pattern.compile("[a-z0-9]{6}\\.[a-z0-9]{16}");

  private static final Set<String> EFFECTS = Set.of("NoSchedule", "PreferNoSchedule", "NoExecute");

  private KubeadmRules() {}

  static Stream<Violation> check(ObjectField spec) {
    return Stream.of(oneCredential(spec), tokens(spec), taints(spec))
        .flatMap(violations -> violations);
  }

  /** A kubelet that is to register with another one does not register at all. */
  private static Stream<Violation> taints(ObjectField spec) {
    return spec.at("joinConfiguration", "nodeRegistration", "taints")
        .items()
        .map(taint -> taint.at("effect"))
        .filter(effect -> effect.isSet() && !EFFECTS.contains(effect.text()))
        .map(effect -> effect.invalid("must be NoSchedule, PreferNoSchedule or NoExecute"));
  }

  private static Stream<Violation> oneCredential(ObjectField spec) {
    ObjectField user = spec.at("joinConfiguration", "discovery", "file", "kubeConfig", "user");
    return user.at("authProvider").isSet() && user.at("exec").isSet()
        ? Stream.of(
            Violation.invalid(
                user.path(), "", "has both authProvider and exec: remove one of the two"))
        : Stream.empty();
  }

  private static Stream<Violation> tokens(ObjectField spec) {
    return spec.at("initConfiguration", "bootstrapTokens")
        .items()
        .map(token -> token.at("token"))
        .filter(token -> token.isSet() && !isToken(token))
        .map(
            token ->
                Violation.invalid(
                    token.path(),
                    "",
                    "must be 6 and 16 lowercase letters or digits, separated by a dot"));
  }

  static boolean isToken(ObjectField token) {
    return TOKEN.matcher(token.text()).matches();
  }
}
