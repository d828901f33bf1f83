package io.weir.provider.oci.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.JsonDefaults;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.SemanticVersion;
import io.weir.api.admission.Violation;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What OKE or Cluster API's own provider asks of an OCIManagedMachinePool. */
final class NodePoolRules {
  private static final int LONGEST_NAME = 31;
  private static final Duration LONGEST_GRACE = Duration.ofMinutes(60);
  private static final Set<String> CNI_TYPES = Set.of("OCI_VCN_IP_NATIVE", "FLANNEL_OVERLAY");
  private static final Pattern SIZE = Pattern.compile("[0-9]{1,6}(\\.[0-9]{1,3})?");
  private static final Pattern COUNT = Pattern.compile("[0-9]{1,4}");
  private static final Pattern PERCENTAGE = Pattern.compile("[0-9]{1,3}%");

  private NodePoolRules() {}

  static void fillPodNetwork(ObjectNode pool) {
    JsonDefaults.find(pool, "spec")
        .flatMap(spec -> JsonDefaults.getOrCreate(spec, "nodePoolNodeConfig"))
        .filter(config -> JsonDefaults.isBlank(config, "nodePoolPodNetworkOptionDetails"))
        .ifPresent(
            config -> {
              ObjectNode network = config.putObject("nodePoolPodNetworkOptionDetails");
              ObjectNode options =
                  network
                      .put("cniType", "OCI_VCN_IP_NATIVE")
                      .putObject("vcnIpNativePodNetworkOptions");
              options.putArray("subnetNames").add("pod");
              options.putArray("nsgNames").add("pod");
            });
  }

  static Stream<Violation> nameIsShort(ObjectField pool) {
    ObjectField name = pool.at("metadata", "name");
    return name.text().length() > LONGEST_NAME
        ? Stream.of(
            name.invalid("must have at most %d characters: shorten it".formatted(LONGEST_NAME)))
        : Stream.empty();
  }

  static Stream<Violation> versionIsOne(ObjectField pool) {
    ObjectField version = pool.at("spec", "version");
    if (!version.isNonEmpty()) {
      return Stream.of(
          version.required("set the Kubernetes version of the nodes, such as v1.33.1"));
    }
    return SemanticVersion.parse(version.text()).isPresent()
        ? Stream.empty()
        : Stream.of(version.invalid("is not a version: write one such as v1.33.1"));
  }

  static Stream<Violation> shapeSizeIsNumeric(ObjectField pool) {
    ObjectField config = pool.at("spec", "nodeShapeConfig");
    return Stream.of(config.at("ocpus"), config.at("memoryInGBs"))
        .filter(ObjectField::isNonEmpty)
        .filter(size -> !SIZE.matcher(size.text()).matches())
        .map(size -> size.invalid("is not a number: write one such as 2 or 1.5"));
  }

  static Stream<Violation> evictionGraceIsPossible(ObjectField pool) {
    ObjectField grace = pool.at("spec", "nodeEvictionNodePoolSettings", "evictionGraceDuration");
    if (!grace.isNonEmpty()) {
      return Stream.empty();
    }
    try {
      Duration asked = Duration.parse(grace.text());
      if (!asked.isNegative() && asked.compareTo(LONGEST_GRACE) <= 0) {
        return Stream.empty();
      }
    } catch (DateTimeException _) {
      // Told below.
    }
    return Stream.of(grace.invalid("must be an ISO 8601 duration from PT0M to PT60M"));
  }

  static Stream<Violation> cyclingAllowsProgress(ObjectField pool) {
    ObjectField cycling = pool.at("spec", "nodePoolCyclingDetails");
    ObjectField surge = cycling.at("maximumSurge");
    ObjectField unavailable = cycling.at("maximumUnavailable");
    Stream<Violation> malformed =
        Stream.of(surge, unavailable)
            .filter(ObjectField::isNonEmpty)
            .filter(number -> !isCount(number) && !isPercentage(number))
            .map(number -> number.invalid("must be a number or a percentage, such as 1 or 25%"));
    Stream<Violation> mixed =
        (isCount(surge) && isPercentage(unavailable))
                || (isPercentage(surge) && isCount(unavailable))
            ? Stream.of(
                unavailable.invalid(
                    "must be a number if %s is one, else a percentage".formatted(surge.path())))
            : Stream.empty();
    boolean stuck = isZero(surge) && (!unavailable.isNonEmpty() || isZero(unavailable));
    Stream<Violation> blocked =
        stuck
            ? Stream.of(
                surge.invalid(
                    "with %s 0, no node could ever be replaced: raise one of the two"
                        .formatted(unavailable.path())))
            : Stream.empty();
    return Stream.of(malformed, mixed, blocked).flatMap(each -> each);
  }

  private static boolean isCount(ObjectField number) {
    return COUNT.matcher(number.text()).matches();
  }

  private static boolean isPercentage(ObjectField number) {
    return PERCENTAGE.matcher(number.text()).matches();
  }

  private static boolean isZero(ObjectField number) {
    return number.text().matches("0+%?");
  }

  static Stream<Violation> podNetworkIsKnown(ObjectField pool) {
    ObjectField type =
        pool.at("spec", "nodePoolNodeConfig", "nodePoolPodNetworkOptionDetails", "cniType");
    return type.isNonEmpty() && !CNI_TYPES.contains(type.text())
        ? Stream.of(type.invalid("must be OCI_VCN_IP_NATIVE or FLANNEL_OVERLAY"))
        : Stream.empty();
  }

  /** An image has the kubelet of one version; only a custom one may serve several. */
  static Stream<String> warnOfOldImage(AdmissionRequest admissionRequest) {
    return admissionRequest.oldObject().stream()
        .map(old -> ObjectField.of(old).at("spec"))
        .flatMap(
            was -> {
              ObjectField is = ObjectField.of(admissionRequest.object()).at("spec");
              ObjectField image = is.at("nodeSourceViaImage", "imageId");
              boolean kept =
                  image.isNonEmpty()
                      && image.hasText(was.at("nodeSourceViaImage", "imageId").text());
              return kept && !is.at("version").hasText(was.at("version").text())
                  ? Stream.of(
                      "%s stays while %s changes: remove it, unless the image serves both versions"
                          .formatted(image.path(), is.at("version").path()))
                  : Stream.empty();
            });
  }
}
