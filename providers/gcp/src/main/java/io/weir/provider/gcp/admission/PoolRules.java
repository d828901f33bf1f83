package io.weir.provider.gcp.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.admission.AdmissionRule;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import io.weir.provider.gcp.api.GcpConstants;
import io.weir.provider.gcp.api.GroupMarks;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What no machine could ever be made from. Upstream lets it in, and Compute Engine refuses it in
 * each attempt.
 */
public final class PoolRules {

  /** The rules. */
  public static final List<AdmissionRule> ALL =
      List.of(
          PoolRules::instanceType,
          PoolRules::bootDisk,
          PoolRules::additionalDisks,
          PoolRules::encryptionKeys,
          PoolRules::confidentialCompute,
          PoolRules::accelerators,
          PoolRules::metadata,
          PoolRules::labels,
          PoolRules::networkTags,
          PoolRules::resourceManagerTags);

  static final String STANDARD_DISK = "pd-standard";
  private static final long SMALLEST_DISK = 10;
  private static final int MOST_LABELS = 60;
  private static final int MOST_TAGS = 50;
  private static final Set<String> RESERVED_METADATA =
      Set.of(
          GcpConstants.USER_DATA,
          "instance-template",
          "created-by",
          GroupMarks.MANAGEMENT_CLUSTER,
          GroupMarks.POOL);
  private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
  private static final Pattern METADATA_KEY = Pattern.compile("[a-zA-Z0-9_-]{1,128}");
  private static final Pattern LABEL_KEY =
      Pattern.compile("[\\p{Ll}\\p{Lo}][\\p{Ll}\\p{Lo}\\p{N}_-]{0,62}");
  private static final Pattern LABEL_VALUE = Pattern.compile("[\\p{Ll}\\p{Lo}\\p{N}_-]{0,63}");
  private static final Pattern NETWORK_TAG = Pattern.compile("[a-z]([-a-z0-9]{0,61}[a-z0-9])?");
  private static final Pattern KMS_KEY =
      Pattern.compile("projects/[^/]+/locations/[^/]+/keyRings/[^/]+/cryptoKeys/[^/]+");

  private PoolRules() {}

  /** The first thing that is wrong with a pool, its names included. */
  public static Optional<Violation> firstViolation(ObjectNode pool) {
    ObjectField object = ObjectField.of(pool);
    return Stream.concat(NameRules.check(object), ALL.stream().flatMap(rule -> rule.check(object)))
        .findFirst();
  }

  private static Stream<Violation> instanceType(ObjectField pool) {
    ObjectField type = pool.at("spec", "instanceType");
    return type.isSet() && !NAME.matcher(type.text()).matches()
        ? Stream.of(
            type.invalid(
                "must be the name of a machine type, such as n2-standard-4, without project and"
                    + " zone"))
        : Stream.empty();
  }

  private static MachineSeries series(ObjectField pool) {
    return MachineSeries.of(pool.at("spec", "instanceType").text());
  }

  private static Stream<Violation> bootDisk(ObjectField pool) {
    ObjectField type = pool.at("spec", "rootDeviceType");
    String asked = type.isNonEmpty() ? type.text() : STANDARD_DISK;
    ObjectField size = pool.at("spec", "rootDeviceSize");
    return Stream.concat(
        disk(pool, type, asked),
        tooSmall(size).filter(_ -> size.number().filter(given -> given != 0).isPresent()));
  }

  private static Stream<Violation> disk(ObjectField pool, ObjectField type, String asked) {
    MachineSeries series = series(pool);
    return series.takes(asked)
        ? Stream.empty()
        : Stream.of(
            type.invalid(
                "machines of type %s never start with a disk of type %s%s: set %s"
                    .formatted(
                        pool.at("spec", "instanceType").text(),
                        asked,
                        type.isNonEmpty() ? "" : ", the default",
                        series.suggestion())));
  }

  private static Stream<Violation> tooSmall(ObjectField size) {
    return size.number().filter(given -> given < SMALLEST_DISK).stream()
        .map(_ -> size.invalid("must be at least %d".formatted(SMALLEST_DISK)));
  }

  private static Stream<Violation> additionalDisks(ObjectField pool) {
    return pool.at("spec", "additionalDisks")
        .items()
        .flatMap(
            each -> {
              ObjectField type = each.at("deviceType");
              boolean local = isLocalSsd(type.text());
              return Stream.concat(
                  type.isNonEmpty() ? disk(pool, type, type.text()) : Stream.empty(),
                  local ? Stream.empty() : tooSmall(each.at("size")));
            });
  }

  /** Whether a type of disk is that of local SSDs. */
  public static boolean isLocalSsd(String type) {
    return type.endsWith("local-ssd");
  }

  private static Stream<Violation> encryptionKeys(ObjectField pool) {
    return Stream.concat(
            Stream.of(pool.at("spec", "rootDiskEncryptionKey")),
            pool.at("spec", "additionalDisks").items().map(each -> each.at("encryptionKey")))
        .filter(ObjectField::isNonEmpty)
        .flatMap(PoolRules::encryptionKey);
  }

  private static Stream<Violation> encryptionKey(ObjectField key) {
    if (key.at("suppliedKey").isSet() || key.at("keyType").hasText("Supplied")) {
      return Stream.of(
          key.forbidden(
              "instance templates take no keys of your own: name one of Cloud KMS in managedKey,"
                  + " with keyType Managed"));
    }
    ObjectField name = key.at("managedKey", "kmsKeyName");
    return KMS_KEY.matcher(name.text()).matches()
        ? Stream.empty()
        : Stream.of(
            name.invalid(
                "must name a key as"
                    + " projects/PROJECT/locations/LOCATION/keyRings/RING/cryptoKeys/KEY"));
  }

  private static Stream<Violation> confidentialCompute(ObjectField pool) {
    ObjectField confidential = pool.at("spec", "confidentialCompute");
    boolean wanted = confidential.isNonEmpty() && !confidential.hasText("Disabled");
    ObjectField maintenance = pool.at("spec", "onHostMaintenance");
    return wanted && !maintenance.hasText("Terminate")
        ? Stream.of(
            maintenance.invalid(
                "confidential machines never start otherwise: set Terminate, or %s to Disabled"
                    .formatted(confidential.path())))
        : Stream.empty();
  }

  private static Stream<Violation> accelerators(ObjectField pool) {
    return pool.at("spec", "guestAccelerators")
        .items()
        .flatMap(
            each ->
                Stream.concat(
                    each.at("type").isNonEmpty()
                        ? Stream.empty()
                        : Stream.of(
                            each.at("type").required("name the type, such as nvidia-tesla-t4")),
                    each.at("count").number().filter(given -> given > 0).isPresent()
                        ? Stream.empty()
                        : Stream.of(each.at("count").required("say how many, 1 at least"))));
  }

  private static Stream<Violation> metadata(ObjectField pool) {
    return pool.at("spec", "additionalMetadata")
        .items()
        .map(each -> each.at("key"))
        .flatMap(
            key -> {
              if (RESERVED_METADATA.contains(key.text())) {
                return Stream.of(key.forbidden("is set for each machine: remove it"));
              }
              return key.isSet() && !METADATA_KEY.matcher(key.text()).matches()
                  ? Stream.of(
                      key.invalid(
                          "must be of letters, digits, dashes and underscores, 128 at most"))
                  : Stream.empty();
            });
  }

  private static Stream<Violation> labels(ObjectField pool) {
    ObjectField labels = pool.at("spec", "additionalLabels");
    Stream<Violation> each = labels.keys().flatMap(key -> label(labels, key));
    return labels.keys().count() > MOST_LABELS
        ? Stream.of(labels.forbidden("must not have more than %d".formatted(MOST_LABELS)))
        : each;
  }

  /** Capitals are made small, as upstream does. */
  private static Stream<Violation> label(ObjectField labels, String key) {
    ObjectField value = labels.entry(key);
    String small = key.toLowerCase(Locale.ROOT);
    if (small.startsWith(GcpConstants.CLUSTER_LABEL_PREFIX)
        || small.equals(GcpConstants.ROLE_LABEL)
        || small.equals(GcpConstants.HASH_LABEL)) {
      return Stream.of(value.forbidden("says whose a machine is, which only Weir does: remove it"));
    }
    boolean possible =
        LABEL_KEY.matcher(small).matches()
            && LABEL_VALUE.matcher(value.text().toLowerCase(Locale.ROOT)).matches();
    return possible
        ? Stream.empty()
        : Stream.of(
            value.invalid(
                "keys and values of labels must be of letters, digits, dashes and underscores, 63"
                    + " at most, and keys begin with a letter"));
  }

  private static Stream<Violation> networkTags(ObjectField pool) {
    return pool.at("spec", "additionalNetworkTags")
        .items()
        .filter(tag -> !NETWORK_TAG.matcher(tag.text()).matches())
        .map(
            tag ->
                tag.invalid(
                    "must begin with a letter and have only small letters, digits and dashes, 63 at"
                        + " most"));
  }

  private static Stream<Violation> resourceManagerTags(ObjectField pool) {
    ObjectField tags = pool.at("spec", "resourceManagerTags");
    return tags.items().count() > MOST_TAGS
        ? Stream.of(tags.forbidden("must not have more than %d".formatted(MOST_TAGS)))
        : Stream.empty();
  }
}
