package io.weir.provider.aws.admission;

import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

/** What a volume may be. */
final class VolumeRules {

  private static final Set<String> WITH_IOPS = Set.of("io1", "io2");
  private static final int LEAST_IOPS = 100;
  private static final int LEAST_IOPS_OF_GP3 = 3000;
  private static final int LEAST_THROUGHPUT = 125;
  private static final int MOST_THROUGHPUT = 2000;

  private VolumeRules() {}

  static Stream<Violation> check(ObjectField pool) {
    ObjectField template = pool.at("spec", "awsLaunchTemplate");
    ObjectField root = template.at("rootVolume");
    ObjectField others = template.at("nonRootVolumes");
    return Stream.of(
            Stream.concat(Stream.of(root), others.items()).flatMap(VolumeRules::one),
            others.items().flatMap(VolumeRules::hasDevice),
            eachDeviceOnce(root, others))
        .flatMap(violations -> violations);
  }

  private static Stream<Violation> one(ObjectField volume) {
    ObjectField iops = volume.at("iops");
    Stream<Violation> provisioned =
        WITH_IOPS.contains(volume.at("type").text()) && iops.number().orElse(0L) == 0
            ? Stream.of(
                iops.required("a volume of type %s needs them".formatted(volume.at("type").text())))
            : Stream.empty();
    return Stream.of(provisioned, enough(volume), throughput(volume))
        .flatMap(violations -> violations);
  }

  /** As few as AWS bears; none is the same as nothing said. */
  private static Stream<Violation> enough(ObjectField volume) {
    ObjectField iops = volume.at("iops");
    long given = iops.number().orElse(0L);
    String type = volume.at("type").text();
    int least =
        switch (type) {
          case "gp3" -> LEAST_IOPS_OF_GP3;
          case "io1", "io2" -> LEAST_IOPS;
          default -> 1;
        };
    return given == 0 || given >= least
        ? Stream.empty()
        : Stream.of(
            iops.invalid(
                "must be at least %d%s, or left out for what the type has"
                    .formatted(least, type.isEmpty() ? "" : " for a volume of type " + type)));
  }

  private static Stream<Violation> throughput(ObjectField volume) {
    ObjectField throughput = volume.at("throughput");
    if (!throughput.isSet()) {
      return Stream.empty();
    }
    Stream<Violation> type =
        volume.at("type").hasText("gp3")
            ? Stream.empty()
            : Stream.of(throughput.invalid("can only be set for a volume of type gp3"));
    long given = throughput.number().orElse(0L);
    return given >= LEAST_THROUGHPUT && given <= MOST_THROUGHPUT
        ? type
        : Stream.concat(
            type,
            Stream.of(
                throughput.invalid(
                    "must be between %d and %d MiB/s"
                        .formatted(LEAST_THROUGHPUT, MOST_THROUGHPUT))));
  }

  private static Stream<Violation> hasDevice(ObjectField volume) {
    ObjectField device = volume.at("deviceName");
    return device.text().isEmpty()
        ? Stream.of(device.required("give the device under which the volume appears"))
        : Stream.empty();
  }

  private static Stream<Violation> eachDeviceOnce(ObjectField root, ObjectField others) {
    var seen = new HashSet<String>();
    return Stream.concat(Stream.of(root), others.items())
        .map(volume -> volume.at("deviceName"))
        .filter(device -> device.isNonEmpty() && !seen.add(device.text()))
        .map(device -> device.duplicate("another volume has this device: choose another"))
        .toList()
        .stream();
  }
}
