package io.weir.bootstrap.admission;

import io.weir.api.admission.ObjectField;
import java.util.Base64;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

/** What is accepted, since Cluster API accepts it, but will not come out as meant. */
final class KubeadmConfigWarnings {

  /** What the bootstrap data brings itself. */
  private static final Set<String> GENERATED =
      Set.of(
          "/run/kubeadm/kubeadm-join-config.yaml",
          "/run/cluster-api/placeholder",
          "/run/cluster-api/bootstrap-success.complete",
          "/etc/kubeadm.yml",
          "/etc/kubeadm.sh");

  private KubeadmConfigWarnings() {}

  static Stream<String> warnings(ObjectField spec) {
    return Stream.of(
            generatedFiles(spec),
            relativePaths(spec),
            notBase64(spec),
            token(spec),
            disksTwice(spec))
        .flatMap(sentences -> sentences);
  }

  private static Stream<String> generatedFiles(ObjectField spec) {
    return spec.at("files")
        .items()
        .map(file -> file.at("path"))
        .filter(path -> GENERATED.contains(path.text()))
        .map(
            path ->
                "%s: Weir writes %s as well, and one of the two is lost: choose another path"
                    .formatted(path.path(), path.text()));
  }

  private static Stream<String> relativePaths(ObjectField spec) {
    return spec.at("files")
        .items()
        .map(file -> file.at("path"))
        .filter(path -> path.isNonEmpty() && !path.text().startsWith("/"))
        .map(
            path ->
                "%s: %s is not absolute: where it ends up depends on cloud-init, and Ignition"
                        .formatted(path.path(), path.text())
                    + " refuses it; begin it with /");
  }

  static Stream<String> notBase64(ObjectField spec) {
    return spec.at("files")
        .items()
        .filter(file -> file.at("encoding").text().endsWith("base64"))
        .map(file -> file.at("content"))
        .filter(content -> content.isNonEmpty() && !isBase64(content.text()))
        .map(
            content ->
                content.path()
                    + ": is not base64, though its encoding says so: machines will not write the"
                    + " file");
  }

  private static boolean isBase64(String text) {
    try {
      Base64.getDecoder().decode(text.replaceAll("\\s", ""));
      return true;
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  private static Stream<String> token(ObjectField spec) {
    ObjectField token = spec.at("joinConfiguration", "discovery", "bootstrapToken", "token");
    return token.isNonEmpty() && !KubeadmRules.isToken(token)
        ? Stream.of(
            token.path()
                + ": is not a join token, so machines will not join: remove it, and Weir creates"
                + " one and keeps it valid")
        : Stream.empty();
  }

  static Stream<String> disksTwice(ObjectField spec) {
    var seen = new HashSet<String>();
    return spec
        .at("diskSetup", "partitions")
        .items()
        .map(partition -> partition.at("device"))
        .filter(device -> device.isNonEmpty() && !seen.add(device.text()))
        .map(
            device ->
                "%s: %s is partitioned twice: remove one of the two"
                    .formatted(device.path(), device.text()))
        .toList()
        .stream();
  }
}
