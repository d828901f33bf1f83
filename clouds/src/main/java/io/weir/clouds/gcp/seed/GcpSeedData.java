package io.weir.clouds.gcp.seed;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What exists beforehand.
 *
 * @param projects IDs of projects
 * @param networks names of the networks in each project
 * @param regions zones by region
 * @param images Kubernetes version in each image or image family, by the path that templates name
 * @param caller who may call
 */
public record GcpSeedData(
    List<String> projects,
    List<String> networks,
    Map<String, List<String>> regions,
    Map<String, String> images,
    ServiceAccount caller) {

  /** The project of the default seed data. */
  public static final String PROJECT = "weir-demo";

  /** An image of the default seed data. */
  public static final String IMAGE = "projects/weir-demo/global/images/family/node-v1-35";

  private static final ServiceAccount CALLER = ServiceAccount.of(PROJECT);

  public GcpSeedData {
    projects = List.copyOf(projects);
    networks = List.copyOf(networks);
    regions = Map.copyOf(regions);
    images = Map.copyOf(images);
  }

  /** A project with two regions of three zones each. */
  public static GcpSeedData standard() {
    return new GcpSeedData(
        List.of(PROJECT),
        List.of("default"),
        Map.of(
            "europe-west1",
            List.of("europe-west1-b", "europe-west1-c", "europe-west1-d"),
            "us-central1",
            List.of("us-central1-a", "us-central1-b", "us-central1-c")),
        Map.of(IMAGE, "v1.35.4"),
        CALLER);
  }

  /** The same with another project and network. */
  public GcpSeedData with(String project, String network) {
    return new GcpSeedData(
        plus(projects, project), plus(networks, network), regions, images, caller);
  }

  /** The same with another image. */
  public GcpSeedData withImage(String path, String kubernetesVersion) {
    var more = new TreeMap<>(images);
    more.put(path, kubernetesVersion);
    return new GcpSeedData(projects, networks, regions, more, caller);
  }

  /** The same with another region of three zones. */
  public GcpSeedData withRegion(String region) {
    var more = new TreeMap<>(regions);
    more.putIfAbsent(region, List.of(region + "-a", region + "-b", region + "-c"));
    return new GcpSeedData(projects, networks, more, images, caller);
  }

  private static List<String> plus(List<String> some, String one) {
    var more = new TreeSet<>(some);
    more.add(one);
    return List.copyOf(more);
  }

  /** The region of a zone; empty if there is no such zone. */
  public Optional<String> regionOf(String zone) {
    return regions.entrySet().stream()
        .filter(region -> region.getValue().contains(zone))
        .map(Map.Entry::getKey)
        .findFirst();
  }
}
