package io.weir.sandbox.cloud.aws;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.Glob;
import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.clouds.aws.seed.EksImage;
import io.weir.clouds.aws.seed.Image;
import io.weir.provider.KubernetesVersion;
import io.weir.sandbox.cloud.KubernetesUpgrades;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The images that a pool looks up: by its Kubernetes version, and by the next ones, so that it can
 * be upgraded, for either architecture, so that its instance type can be changed.
 *
 * @param launchTemplate of the pool
 * @param cluster spec of the AWSCluster, with what holds where the pool says nothing
 */
record RequiredImages(JsonNode launchTemplate, JsonNode cluster) {
  private static final Pattern VERSION = Pattern.compile("v?(\\d+)\\.(\\d+)\\.(\\d+)");
  private static final String FORMAT = "capa-ami-{{.BaseOS}}-?{{.K8sVersion}}-*";
  private static final List<String> ARCHITECTURES = List.of("x86_64", "arm64");

  /** Adds them to a region. */
  void addTo(RegionBuilder region, String version, String architecture) {
    String named = launchTemplate.at("/ami/id").asText("");
    Matcher parts = VERSION.matcher(version);
    if (!named.isEmpty()) {
      String kubernetes = parts.matches() ? version.replaceFirst("^v", "") : "0.0.0";
      Image image = image(named, "own-" + kubernetes + "-" + named, "self", architecture);
      region.addImage(image, known -> known.id().equals(named), "image " + named);
    } else if (parts.matches()) {
      lookedUp(region, version.replaceFirst("^v", ""), architecture, true);
      publishedByEks(region, version);
      KubernetesUpgrades.from(version)
          .forEach(
              next -> {
                ARCHITECTURES.forEach(either -> lookedUp(region, next, either, false));
                publishedByEks(region, next);
              });
    }
  }

  private static void publishedByEks(RegionBuilder region, String version) {
    KubernetesVersion.of(version).stream()
        .flatMap(read -> EksImage.publishedFor(read.minor()))
        .forEach(image -> region.addImage(image, known -> known.name().equals(image.name()), ""));
  }

  private void lookedUp(
      RegionBuilder region, String version, String architecture, boolean reported) {
    String os = first("imageLookupBaseOS", "ubuntu-24.04");
    String pattern =
        first("imageLookupFormat", FORMAT)
            .replaceAll("\\{\\{\\s*\\.BaseOS\\s*}}", Matcher.quoteReplacement(os))
            .replaceAll("\\{\\{\\s*\\.K8sVersion\\s*}}", Matcher.quoteReplacement(version));
    String name = pattern.replace("?", "").replace("*", "1767225600");
    String owner = first("imageLookupOrg", AwsSeedData.IMAGE_OWNER);
    region.addImage(
        image(GeneratedIds.of("ami", name + architecture), name, owner, architecture),
        known -> Glob.matches(pattern, known.name()),
        reported ? "image for v%s (%s)".formatted(version, architecture) : "");
  }

  private static Image image(String id, String name, String owner, String architecture) {
    return new Image(id, name, owner, architecture, "2026-01-01T00:00:00.000Z", "/dev/sda1", 20);
  }

  private String first(String field, String otherwise) {
    return Stream.of(launchTemplate, cluster)
        .map(each -> each.path(field).asText(""))
        .filter(text -> !text.isEmpty())
        .findFirst()
        .orElse(otherwise);
  }

  /** Every instance type that a pool may launch. */
  static List<String> instanceTypes(JsonNode pool) {
    Stream<String> own =
        Stream.of("/awsLaunchTemplate/instanceType", "/instanceType")
            .map(field -> pool.at(field).asText(""));
    Stream<String> mixed =
        pool.at("/mixedInstancesPolicy/overrides")
            .valueStream()
            .map(override -> override.path("instanceType").asText(""));
    return Stream.concat(own, mixed).filter(type -> !type.isEmpty()).distinct().toList();
  }
}
