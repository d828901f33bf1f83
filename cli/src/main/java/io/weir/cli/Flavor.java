package io.weir.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A kind of cluster of which there is a template, by the names that clusterctl and the providers of
 * Cluster API have for it.
 *
 * @param infrastructure name of the infrastructure provider
 * @param name name of the flavor
 */
record Flavor(String infrastructure, String name) {

  private static final List<Flavor> ALL =
      List.of(
          new Flavor("aws", "machinepool"),
          new Flavor("aws", "eks-machinepool"),
          new Flavor("aws", "eks-managedmachinepool"),
          new Flavor("azure", "machinepool"));

  /** All there are. */
  static List<Flavor> all() {
    return ALL;
  }

  /**
   * The one that is meant.
   *
   * @param infrastructure name of the provider, or that and a version, which is not read; empty if
   *     the flavor's name is to tell it
   * @throws IllegalArgumentException with one sentence for people, if there is none, or if there
   *     are several
   */
  static Flavor find(String name, String infrastructure) {
    String provider = infrastructure.split(":", 2)[0];
    List<Flavor> found =
        ALL.stream()
            .filter(flavor -> flavor.name().equals(name))
            .filter(flavor -> provider.isEmpty() || flavor.infrastructure().equals(provider))
            .toList();
    return switch (found.size()) {
      case 0 ->
          throw new IllegalArgumentException(
              "there is no flavor %s%s; choose from %s"
                  .formatted(name, provider.isEmpty() ? "" : " for " + provider, names()));
      case 1 -> found.getFirst();
      default ->
          throw new IllegalArgumentException(
              "there is a flavor %s for %s; choose one with --infrastructure"
                  .formatted(
                      name,
                      found.stream()
                          .map(Flavor::infrastructure)
                          .collect(Collectors.joining(" and for "))));
    };
  }

  /** For people. */
  static String names() {
    return ALL.stream()
        .map(flavor -> "%s (%s)".formatted(flavor.name(), flavor.infrastructure()))
        .collect(Collectors.joining(", "));
  }

  /** Its template, named and laid out as in a release of a provider. */
  FlavorTemplate template() {
    String path = "flavors/%s/cluster-template-%s.yaml".formatted(infrastructure, name);
    try (InputStream file = Flavor.class.getResourceAsStream(path)) {
      if (file == null) {
        throw new IllegalStateException(path + " is not packed with the command");
      }
      return new FlavorTemplate(new String(file.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path, e);
    }
  }
}
