package io.weir.clouds.scaleway.seed;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Everything that exists beforehand.
 *
 * @param projects projects and their keys
 * @param regions regions and their zones
 * @param nodeTypes types of instances, the same in every zone
 * @param versions versions of Kubernetes, such as {@code 1.35.4}, oldest first
 * @param kubeletArgs the arguments of a kubelet that a pool may set, with their types
 * @param nodesPerCluster how many nodes a cluster may have
 */
public record ScalewaySeedData(
    List<Project> projects,
    List<Region> regions,
    List<NodeType> nodeTypes,
    List<String> versions,
    Map<String, String> kubeletArgs,
    int nodesPerCluster) {
  /** The project of the default seed data. */
  public static final Project PROJECT =
      new Project(
          "9f1c0a52-6d0b-4a53-8f6e-0d5f3a1b7c01",
          "3b6e9d14-2f7a-4c88-9a10-5e4d2c7b8f02",
          "SCWSANDBOXSANDBOX000",
          "00000000-5a5a-4a5a-8a5a-5a5a5a5a5a5a");

  /** The security group of nodes whose pool names none. */
  public static final String SECURITY_GROUP = "d49109f7-0bad-4991-b0fb-853c658463d2";

  private static final long GB = 1_000_000_000L;

  public ScalewaySeedData {
    projects = List.copyOf(projects);
    regions = List.copyOf(regions);
    nodeTypes = List.copyOf(nodeTypes);
    versions = List.copyOf(versions);
    kubeletArgs = Map.copyOf(kubeletArgs);
  }

  /** One project, three regions of three zones, and a choice of types and versions. */
  public static ScalewaySeedData standard() {
    return new ScalewaySeedData(
        List.of(PROJECT),
        Stream.of("fr-par", "nl-ams", "pl-waw").map(ScalewaySeedData::threeZones).toList(),
        List.of(
            new NodeType("STARDUST1-S", 1, 10 * GB),
            new NodeType("DEV1-S", 2, 20 * GB),
            new NodeType("PLAY2-PICO", 2, 0),
            new NodeType("PLAY2-NANO", 4, 0),
            new NodeType("DEV1-M", 4, 40 * GB),
            new NodeType("DEV1-L", 8, 80 * GB),
            new NodeType("GP1-XS", 16, 150 * GB),
            new NodeType("GP1-S", 32, 300 * GB),
            new NodeType("PRO2-XXS", 8, 0),
            new NodeType("PRO2-XS", 16, 0)),
        List.of("1.33.7", "1.34.3", "1.35.0", "1.35.4"),
        Map.of(
            "containerLogMaxFiles", "uint16",
            "containerLogMaxSize", "quantity",
            "cpuCFSQuota", "bool",
            "cpuCFSQuotaPeriod", "duration",
            "cpuManagerPolicy", "enum:none|static",
            "enableDebuggingHandlers", "bool",
            "imageGCHighThresholdPercent", "uint32",
            "imageGCLowThresholdPercent", "uint32",
            "maxPods", "uint16"),
        150);
  }

  /** The same with another project. */
  public ScalewaySeedData withProject(Project project) {
    return new ScalewaySeedData(
        Stream.concat(projects.stream(), Stream.of(project)).toList(),
        regions,
        nodeTypes,
        versions,
        kubeletArgs,
        nodesPerCluster);
  }

  /** The same with another limit on the nodes of a cluster. */
  public ScalewaySeedData withNodesPerCluster(int limit) {
    return new ScalewaySeedData(projects, regions, nodeTypes, versions, kubeletArgs, limit);
  }

  /** The same with another version, behind the others. */
  public ScalewaySeedData withVersion(String version) {
    return versions.contains(version)
        ? this
        : new ScalewaySeedData(
            projects,
            regions,
            nodeTypes,
            Stream.concat(versions.stream(), Stream.of(version)).toList(),
            kubeletArgs,
            nodesPerCluster);
  }

  /** The project that a secret key belongs to. */
  public Optional<Project> projectOfKey(String secretKey) {
    return projects.stream().filter(p -> p.secretKey().equals(secretKey)).findFirst();
  }

  /** The project of this id. */
  public Optional<Project> project(String id) {
    return projects.stream().filter(p -> p.id().equals(id)).findFirst();
  }

  /** The region of this name. */
  public Optional<Region> region(String name) {
    return regions.stream().filter(r -> r.name().equals(name)).findFirst();
  }

  /** The type of this name, in either of its forms. */
  public Optional<NodeType> nodeType(String name) {
    String wireName = NodeType.apiName(name);
    return nodeTypes.stream().filter(t -> t.apiName().equals(wireName)).findFirst();
  }

  private static Region threeZones(String name) {
    return new Region(name, List.of(name + "-1", name + "-2", name + "-3"));
  }
}
