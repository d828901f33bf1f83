package io.weir.provider.oci.admission;

import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What Oracle Cloud asks of an OCIMachinePool. Cluster API's own provider refuses nothing. */
final class InstancePoolRules {
  private static final Pattern SIZE = Pattern.compile("[0-9]{1,6}(\\.[0-9]{1,3})?");
  private static final Set<String> BASELINES =
      Set.of("BASELINE_1_8", "BASELINE_1_2", "BASELINE_1_1");
  private static final Set<String> PLATFORMS =
      Set.of(
          "AMD_ROME_BM_GPU",
          "AMD_ROME_BM",
          "AMD_MILAN_BM",
          "INTEL_ICELAKE_BM",
          "INTEL_SKYLAKE_BM",
          "AMD_VM",
          "INTEL_VM");

  private InstancePoolRules() {}

  private static ObjectField configuration(ObjectField pool) {
    return pool.at("spec", "instanceConfiguration");
  }

  static Stream<Violation> shapeIsNamed(ObjectField pool) {
    ObjectField shape = configuration(pool).at("shape");
    return shape.isNonEmpty()
        ? Stream.empty()
        : Stream.of(shape.required("set the shape of the instances, such as VM.Standard.E4.Flex"));
  }

  static Stream<Violation> hostIsNotDedicated(ObjectField pool) {
    ObjectField host = configuration(pool).at("dedicatedVmHostId");
    return host.isNonEmpty()
        ? Stream.of(host.forbidden("no instance pool can use a dedicated host: remove it"))
        : Stream.empty();
  }

  static Stream<Violation> shapeSizeIsOne(ObjectField pool) {
    ObjectField config = configuration(pool).at("shapeConfig");
    ObjectField baseline = config.at("baselineOcpuUtilization");
    return Stream.concat(
        Stream.of(config.at("ocpus"), config.at("memoryInGBs"))
            .filter(ObjectField::isNonEmpty)
            .filter(size -> !SIZE.matcher(size.text()).matches())
            .map(size -> size.invalid("is not a number: write one such as 2 or 1.5")),
        baseline.isNonEmpty() && !BASELINES.contains(baseline.text())
            ? Stream.of(baseline.invalid("must be BASELINE_1_8, BASELINE_1_2 or BASELINE_1_1"))
            : Stream.empty());
  }

  static Stream<Violation> platformIsKnown(ObjectField pool) {
    ObjectField platform = configuration(pool).at("platformConfig");
    ObjectField type = platform.at("platformConfigType");
    return platform.isSet() && !PLATFORMS.contains(type.text())
        ? Stream.of(
            type.invalid(
                "must be one of " + String.join(", ", PLATFORMS.stream().sorted().toList())))
        : Stream.empty();
  }

  /** Without one the cloud has nothing to boot, and says so late. */
  static Stream<String> warnOfNoImage(AdmissionRequest admissionRequest) {
    ObjectField image =
        configuration(ObjectField.of(admissionRequest.object()))
            .at("instanceSourceViaImageConfig", "imageId");
    return image.isNonEmpty()
        ? Stream.empty()
        : Stream.of("%s is not set: instances have no image to boot from".formatted(image.path()));
  }
}
