package io.weir.provider.aws.admission;

import io.weir.api.MetadataKeys;
import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import io.weir.provider.aws.api.ReservedTags;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What AWS takes as a tag. */
final class TagRules {

  private static final int MOST = 50;
  private static final int LONGEST_KEY = 128;
  private static final int LONGEST_VALUE = 256;
  private static final Pattern ALLOWED = Pattern.compile("[\\p{L}\\p{N}\\p{Z}_.:/=+@-]*");
  private static final String CHARACTERS =
      "may have letters, digits, spaces and _ . : / = + - @ only";

  private TagRules() {}

  static Stream<Violation> check(ObjectField pool) {
    ObjectField tags = pool.at("spec", "additionalTags");
    long count = tags.keys().count();
    Stream<Violation> many =
        count <= MOST
            ? Stream.empty()
            : Stream.of(
                Violation.invalid(
                    tags.path(), "", "has %d tags: AWS takes at most %d".formatted(count, MOST)));
    return Stream.concat(
        many, tags.keys().flatMap(key -> Stream.concat(key(tags, key), value(tags.entry(key)))));
  }

  private static Stream<Violation> key(ObjectField tags, String key) {
    String shown = "\"" + key + "\"";
    if (key.isEmpty() || key.length() > LONGEST_KEY) {
      return Stream.of(
          Violation.invalid(
              tags.path(), shown, "a key has 1 to %d characters".formatted(LONGEST_KEY)));
    }
    if (key.toLowerCase(Locale.ROOT).startsWith("aws:")) {
      return Stream.of(
          Violation.invalid(tags.path(), shown, "keys that begin with aws: belong to AWS"));
    }
    Optional<String> owner = ReservedTags.owner(key);
    if (owner.isPresent()) {
      return Stream.of(Violation.invalid(tags.path(), shown, owner.get()));
    }
    return ALLOWED.matcher(key).matches()
        ? Stream.empty()
        : Stream.of(Violation.invalid(tags.path(), shown, "a key " + CHARACTERS));
  }

  /** Warns of tags that give the machines to another cluster. */
  static Stream<String> warnOfOtherClusters(AdmissionRequest admissionRequest) {
    ObjectField pool = ObjectField.of(admissionRequest.object());
    ObjectField tags = pool.at("spec", "additionalTags");
    String cluster = pool.at("metadata", "labels").entry(MetadataKeys.CLUSTER_NAME).text();
    return cluster.isEmpty()
        ? Stream.empty()
        : tags.keys()
            .filter(key -> ReservedTags.givesToAnotherCluster(key, tags.entry(key).text(), cluster))
            .map(
                key ->
                    "%s: %s=owned marks the machines as owned by a cluster other than %s, whose controllers may act on them: remove it, or set it to shared"
                        .formatted(tags.path(), key, cluster));
  }

  private static Stream<Violation> value(ObjectField tag) {
    if (tag.text().length() > LONGEST_VALUE) {
      return Stream.of(tag.invalid("a value has at most %d characters".formatted(LONGEST_VALUE)));
    }
    return ALLOWED.matcher(tag.text()).matches()
        ? Stream.empty()
        : Stream.of(tag.invalid("a value " + CHARACTERS));
  }
}
