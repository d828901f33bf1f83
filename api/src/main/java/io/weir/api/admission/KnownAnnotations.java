package io.weir.api.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The annotations of Weir's that mean something. Any other says nothing, wherever it was mistyped,
 * which is told and never refused: another version of Weir may know it. Pure.
 *
 * @param keys all of them, whoever writes them
 * @param setByPeople those among them that people are meant to set; none else is proposed
 */
public record KnownAnnotations(Set<String> keys, Set<String> setByPeople) {

  private static final String DOMAIN = "weir.io";

  /** More on one object are not all mistyped. */
  private static final int TOLD = 5;

  /** What differs by more characters was not mistyped. */
  private static final int NEAR = 3;

  public KnownAnnotations {
    keys = Set.copyOf(keys);
    setByPeople = Set.copyOf(setByPeople);
  }

  /** The same rules, which warn of annotations that are not known as well. */
  public Admission checkedBy(Admission rules) {
    return new Checked(rules);
  }

  private final class Checked implements Admission {
    private final Admission rules;

    Checked(Admission rules) {
      this.rules = rules;
    }

    @Override
    public GroupKind kind() {
      return rules.kind();
    }

    @Override
    public ObjectNode applyDefaults(AdmissionRequest admissionRequest) {
      return rules.applyDefaults(admissionRequest);
    }

    @Override
    public List<String> defaultingWarnings(AdmissionRequest admissionRequest) {
      return rules.defaultingWarnings(admissionRequest);
    }

    @Override
    public List<Violation> violations(AdmissionRequest admissionRequest) {
      return rules.violations(admissionRequest);
    }

    @Override
    public List<RequiredRight> requiredRights(AdmissionRequest admissionRequest) {
      return rules.requiredRights(admissionRequest);
    }

    @Override
    public List<String> warnings(AdmissionRequest admissionRequest) {
      return Stream.concat(
              rules.warnings(admissionRequest).stream(), unknown(admissionRequest.object()))
          .toList();
    }
  }

  private Stream<String> unknown(ObjectNode object) {
    return object
        .path("metadata")
        .path("annotations")
        .propertyStream()
        .map(Map.Entry::getKey)
        .filter(key -> isOfWeir(key) && !keys.contains(key))
        .sorted()
        .limit(TOLD)
        .map(this::warning);
  }

  private static boolean isOfWeir(String key) {
    int slash = key.indexOf('/');
    String prefix = slash < 0 ? "" : key.substring(0, slash);
    return prefix.equals(DOMAIN) || prefix.endsWith("." + DOMAIN);
  }

  private String warning(String key) {
    Optional<String> nearest =
        setByPeople.stream()
            .filter(known -> distance(key, known) <= NEAR)
            .min(
                Comparator.<String>comparingInt(known -> distance(key, known))
                    .thenComparing(Comparator.naturalOrder()));
    return "metadata.annotations[%s]: Weir does not know this annotation, which does nothing%s"
        .formatted(key, nearest.map(": the nearest that it knows is "::concat).orElse(""));
  }

  /** How many characters have to be changed, put in or taken out to make one of the other. */
  private static int distance(String one, String other) {
    int[] before = new int[other.length() + 1];
    for (int j = 0; j < before.length; j++) {
      before[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int[] now = new int[before.length];
      now[0] = i;
      for (int j = 1; j < now.length; j++) {
        int changed = before[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        now[j] = Math.min(changed, Math.min(before[j], now[j - 1]) + 1);
      }
      before = now;
    }
    return before[other.length()];
  }
}
