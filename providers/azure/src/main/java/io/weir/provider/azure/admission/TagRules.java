package io.weir.provider.azure.admission;

import io.weir.api.MetadataKeys;
import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import io.weir.provider.azure.api.AzureMetadataKeys;
import io.weir.provider.azure.api.ReservedTags;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What Azure takes as a tag. */
final class TagRules {

  private static final int MOST = 50;
  private static final int LONGEST_NAME = 512;
  private static final int LONGEST_VALUE = 256;
  private static final Pattern FORBIDDEN = Pattern.compile("[<>%&\\\\?/\\p{Cntrl}]");

  private TagRules() {}

  static Stream<Violation> check(ObjectField pool) {
    ObjectField tags = pool.at("spec", "additionalTags");
    long count = tags.keys().count();
    Stream<Violation> many =
        count <= MOST
            ? Stream.empty()
            : Stream.of(
                Violation.invalid(
                    tags.path(), "", "has %d tags: Azure takes at most %d".formatted(count, MOST)));
    return Stream.concat(
        many, tags.keys().flatMap(name -> Stream.concat(name(tags, name), value(tags, name))));
  }

  private static Stream<Violation> name(ObjectField tags, String name) {
    String shown = "\"" + name + "\"";
    if (name.isBlank() || name.length() > LONGEST_NAME) {
      return Stream.of(
          Violation.invalid(
              tags.path(), shown, "a name has 1 to %d characters".formatted(LONGEST_NAME)));
    }
    Optional<String> owner = ReservedTags.owner(name);
    if (owner.isPresent()) {
      return Stream.of(Violation.invalid(tags.path(), shown, owner.get()));
    }
    return FORBIDDEN.matcher(name).find()
        ? Stream.of(
            Violation.invalid(
                tags.path(), shown, "a name has none of < > % & \\ ? /: choose another"))
        : Stream.empty();
  }

  private static Stream<Violation> value(ObjectField tags, String name) {
    ObjectField tag = tags.entry(name);
    return tag.text().length() > LONGEST_VALUE
        ? Stream.of(tag.invalid("a value has at most %d characters".formatted(LONGEST_VALUE)))
        : Stream.empty();
  }

  /** Warns of tags that do not say what they seem to. */
  static Stream<String> warnings(AdmissionRequest admissionRequest) {
    ObjectField pool = ObjectField.of(admissionRequest.object());
    ObjectField tags = pool.at("spec", "additionalTags");
    String cluster = pool.at("metadata", "labels").entry(MetadataKeys.CLUSTER_NAME).text();
    return Stream.concat(hidden(tags), otherClusters(tags, cluster));
  }

  private static Stream<String> hidden(ObjectField tags) {
    return tags.keys()
        .filter(AzureMetadataKeys.NAME_TAG::equalsIgnoreCase)
        .map(
            name ->
                "%s: %s is not used: it is the name of the scale set; remove it"
                    .formatted(tags.path(), name));
  }

  private static Stream<String> otherClusters(ObjectField tags, String cluster) {
    return cluster.isEmpty()
        ? Stream.empty()
        : tags.keys()
            .filter(
                name -> ReservedTags.givesToAnotherCluster(name, tags.entry(name).text(), cluster))
            .map(
                name ->
                    "%s: %s=owned marks the machines as owned by a cluster other than %s, whose controllers may act on them: remove it, or set it to shared"
                        .formatted(tags.path(), name, cluster));
  }
}
