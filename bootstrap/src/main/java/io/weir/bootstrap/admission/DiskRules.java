package io.weir.bootstrap.admission;

import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.util.stream.Stream;

/** What a disk has room for. */
final class DiskRules {

  private static final int WHOLE_DISK = 100;

  private DiskRules() {}

  static Stream<Violation> check(ObjectField spec) {
    return spec.at("diskSetup", "partitions").items().flatMap(DiskRules::fits);
  }

  private static Stream<Violation> fits(ObjectField partition) {
    ObjectField layout = partition.at("diskLayout");
    double percent =
        layout
            .items()
            .mapToDouble(share -> share.at("percentage").number().orElse(0L).doubleValue())
            .sum();
    return percent <= WHOLE_DISK
        ? Stream.empty()
        : Stream.of(
            Violation.invalid(
                layout.path(),
                "",
                "the partitions of %s take %.0f percent of it: the maximum is 100"
                    .formatted(partition.at("device").text(), percent)));
  }
}
