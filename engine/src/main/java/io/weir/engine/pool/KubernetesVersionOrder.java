package io.weir.engine.pool;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Order of versions such as {@code v1.35.4} and {@code v1.36.0-rc.1}. */
final class KubernetesVersionOrder {

  private static final Pattern FORM =
      Pattern.compile("v?(\\d+)\\.(\\d+)(?:\\.(\\d+))?(?:-([^+]*))?(?:\\+.*)?");

  /** By number; a pre-release before its release; what is no version last, by its text. */
  static final Comparator<String> ASCENDING =
      Comparator.comparing(KubernetesVersionOrder::key).thenComparing(Comparator.naturalOrder());

  private KubernetesVersionOrder() {}

  /** Whether a kubelet runs the wanted version; vendors add to it what nobody asked for. */
  static boolean isVersionOf(String kubelet, String wanted) {
    return kubelet.equals(wanted)
        || kubelet.startsWith(wanted + "-")
        || kubelet.startsWith(wanted + "+");
  }

  private static String key(String version) {
    Matcher match = FORM.matcher(version);
    if (!match.matches()) {
      return "~";
    }
    String patch = match.group(3) == null ? "0" : match.group(3);
    String pre = match.group(4) == null ? "~" : match.group(4);
    return "%s.%s.%s-%s"
        .formatted(padded(match.group(1)), padded(match.group(2)), padded(patch), pre);
  }

  private static String padded(String digits) {
    return "0".repeat(Math.max(0, 12 - digits.length())) + digits;
  }
}
