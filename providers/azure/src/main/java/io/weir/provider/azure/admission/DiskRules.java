package io.weir.provider.azure.admission;

import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What a disk may be. */
final class DiskRules {

  private static final String ULTRA = "UltraSSD_LRS";
  private static final String GUEST_AND_DISK = "DiskWithVMGuestState";
  private static final int LARGEST_OS_DISK = 2048;
  private static final int LAST_LUN = 63;

  private static final Set<String> CACHING = Set.of("None", "ReadOnly", "ReadWrite");
  private static final Set<String> SYSTEMS = Set.of("Linux", "Windows");

  /** Those that Azure lets no host cache. */
  private static final Set<String> UNCACHED = Set.of(ULTRA, "PremiumV2_LRS");

  /** Those that Azure has. */
  private static final Set<String> TYPES =
      new TreeSet<>(
          Set.of(
              "PremiumV2_LRS",
              "Premium_LRS",
              "Premium_ZRS",
              "StandardSSD_LRS",
              "StandardSSD_ZRS",
              "Standard_LRS",
              ULTRA));

  private DiskRules() {}

  static Stream<Violation> check(ObjectField pool) {
    ObjectField template = pool.at("spec", "template");
    return Stream.concat(osDisk(template.at("osDisk")), dataDisks(template.at("dataDisks")));
  }

  private static Stream<Violation> osDisk(ObjectField disk) {
    if (!disk.isSet()) {
      return Stream.empty();
    }
    return Stream.of(
            size(disk.at("diskSizeGB")),
            oneOf(disk.at("osType"), SYSTEMS, "Linux or Windows"),
            oneOf(disk.at("cachingType"), CACHING, "None, ReadOnly or ReadWrite"),
            osDiskType(disk.at("managedDisk")),
            localDisk(disk),
            confidential(disk.at("managedDisk", "securityProfile")))
        .flatMap(violations -> violations);
  }

  private static Stream<Violation> size(ObjectField size) {
    return size.number().filter(given -> given < 1 || given > LARGEST_OS_DISK).isPresent()
        ? Stream.of(
            size.invalid(
                "must be between 1 and %d, or left out for the size of the image"
                    .formatted(LARGEST_OS_DISK)))
        : Stream.empty();
  }

  private static Stream<Violation> oneOf(ObjectField field, Set<String> words, String shown) {
    return words.contains(field.text())
        ? Stream.empty()
        : Stream.of(field.invalid("must be " + shown));
  }

  private static Stream<Violation> osDiskType(ObjectField managed) {
    ObjectField type = managed.at("storageAccountType");
    if (!managed.isSet()) {
      return Stream.empty();
    }
    if (!type.isNonEmpty()) {
      return Stream.of(
          type.required("give a type such as Premium_LRS, or remove managedDisk for Azure's own"));
    }
    return type.hasText(ULTRA)
        ? Stream.of(
            type.invalid(
                "Azure boots from no such disk: use Premium_LRS, and keep this type for data"
                    + " disks"))
        : oneOf(type, TYPES, "one of " + String.join(", ", TYPES));
  }

  private static Stream<Violation> localDisk(ObjectField disk) {
    ObjectField local = disk.at("diffDiskSettings");
    ObjectField key = disk.at("managedDisk", "diskEncryptionSet");
    ObjectField placement = local.at("placement");
    Stream<Violation> encrypted =
        local.isSet() && key.isSet()
            ? Stream.of(
                key.forbidden(
                    "a disk on the host has no key of yours: remove it, or %s"
                        .formatted(local.path())))
            : Stream.empty();
    return placement.isNonEmpty() && !local.at("option").hasText("Local")
        ? Stream.concat(
            encrypted,
            Stream.of(
                placement.forbidden(
                    "is for %s: Local only: set that, or remove it"
                        .formatted(local.at("option").path()))))
        : encrypted;
  }

  private static Stream<Violation> confidential(ObjectField security) {
    ObjectField key = security.at("diskEncryptionSet");
    ObjectField encryption = security.at("securityEncryptionType");
    return key.isSet() && !encryption.hasText(GUEST_AND_DISK)
        ? Stream.of(
            encryption.invalid(
                "must be %s with %s: set it, or remove the key"
                    .formatted(GUEST_AND_DISK, key.path())))
        : Stream.empty();
  }

  private static Stream<Violation> dataDisks(ObjectField disks) {
    return Stream.of(
            disks.items().flatMap(DiskRules::dataDisk),
            eachOnce(disks, "nameSuffix"),
            eachOnce(disks, "lun"))
        .flatMap(violations -> violations);
  }

  private static Stream<Violation> dataDisk(ObjectField disk) {
    ObjectField size = disk.at("diskSizeGB");
    ObjectField lun = disk.at("lun");
    ObjectField type = disk.at("managedDisk", "storageAccountType");
    ObjectField caching = disk.at("cachingType");
    var found = Stream.<Violation>builder();
    if (!disk.at("nameSuffix").isNonEmpty()) {
      found.add(disk.at("nameSuffix").required("give the end of the disk's name"));
    }
    if (size.number().filter(given -> given < 1).isPresent()) {
      found.add(size.invalid("must be at least 1"));
    }
    if (lun.number().filter(given -> given < 0 || given > LAST_LUN).isPresent()) {
      found.add(
          lun.invalid(
              "must be between 0 and %d, or left out for one that is free".formatted(LAST_LUN)));
    }
    if (UNCACHED.contains(type.text()) && caching.isNonEmpty() && !caching.hasText("None")) {
      found.add(
          caching.invalid(
              "must be None, or left out, with a disk of type %s".formatted(type.text())));
    }
    return found.build();
  }

  private static Stream<Violation> eachOnce(ObjectField disks, String name) {
    var seen = new HashSet<String>();
    return disks
        .items()
        .map(disk -> disk.at(name))
        .filter(
            field ->
                (field.isNonEmpty() || field.number().isPresent())
                    && !seen.add(field.node().asText().toLowerCase(Locale.ROOT)))
        .map(field -> field.duplicate("another data disk has it: choose another"))
        .toList()
        .stream();
  }
}
