package io.weir.clouds.azure.seed;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Everything that exists beforehand.
 *
 * @param tenant id of the one tenant
 * @param principals who may ask for tokens
 * @param subscriptions the subscriptions, which all principals may use
 * @param locations the regions
 * @param sizes sizes of virtual machines
 * @param images images that machines boot from
 */
public record AzureSeedData(
    String tenant,
    List<ServicePrincipal> principals,
    List<SubscriptionSeed> subscriptions,
    List<Location> locations,
    List<VmSize> sizes,
    List<ImageDefinition> images) {
  /** The subscription of the default seed data. */
  public static final String SUBSCRIPTION = "0b1f6471-1bf0-4dda-aec3-cb9272f09590";

  /** Who may call in the default seed data. */
  public static final ServicePrincipal PRINCIPAL =
      new ServicePrincipal(
          "8a9c7f2e-4a55-4f0e-8f3b-6a1f2b3c4d5e",
          "sandbox~client~secret~sandbox~client~secret",
          "5d2f1f0a-77b1-4c2d-9d1c-0f9e8d7c6b5a",
          Set.of("system:serviceaccount:weir-system:weir"));

  /** The gallery in which Cluster API publishes its images. */
  public static final String GALLERY = "ClusterAPI-f72ceb4f-5159-4c26-a0fe-2ea738f0d019";

  private static final Map<String, String> PREMIUM =
      Map.of(
          "PremiumIO", "True",
          "AcceleratedNetworkingEnabled", "True",
          "EncryptionAtHostSupported", "True",
          "EphemeralOSDiskSupported", "True",
          "CpuArchitectureType", "x64");

  public AzureSeedData {
    principals = List.copyOf(principals);
    subscriptions = List.copyOf(subscriptions);
    locations = List.copyOf(locations);
    sizes = List.copyOf(sizes);
    images = List.copyOf(images);
  }

  /**
   * One subscription with the resource group, network and load balancer of a cluster, as Cluster
   * API's provider makes and names them, and an identity for its machines.
   */
  public static AzureSeedData forCluster(String cluster) {
    return new AzureSeedData(
        "3f1a0c7d-9b1e-4d7c-8a55-1c2d3e4f5a6b",
        List.of(PRINCIPAL),
        List.of(
            new SubscriptionSeed(
                SUBSCRIPTION,
                Map.of(cluster, "westeurope"),
                List.of(
                    new VirtualNetwork(
                        cluster,
                        cluster + "-vnet",
                        List.of(cluster + "-controlplane-subnet", cluster + "-node-subnet"))),
                List.of(
                    new LoadBalancer(cluster, cluster, List.of(cluster + "-outboundBackendPool"))),
                List.of(new UserAssignedIdentity(cluster, "nodes")),
                1000)),
        List.of(
            new Location("westeurope", List.of("1", "2", "3")),
            new Location("eastus", List.of("1", "2", "3")),
            new Location("westus", List.of())),
        List.of(
            new VmSize(
                "Standard_B2s", "standardBSFamily", 2, 4, Map.of("CpuArchitectureType", "x64")),
            new VmSize("Standard_D2s_v3", "standardDSv3Family", 2, 8, PREMIUM),
            new VmSize("Standard_D4s_v3", "standardDSv3Family", 4, 16, PREMIUM),
            new VmSize("Standard_D8s_v3", "standardDSv3Family", 8, 32, PREMIUM),
            new VmSize("Standard_D8ds_v5", "standardDDSv5Family", 8, 32, PREMIUM),
            new VmSize("Standard_E4s_v5", "standardESv5Family", 4, 32, PREMIUM),
            new VmSize(
                "Standard_A1_v2", "standardAv2Family", 1, 2, Map.of("CpuArchitectureType", "x64"))),
        List.of(
            kubernetesImage("capi-ubun2-2404"),
            kubernetesImage("capi-win-2022-containerd"),
            new ImageDefinition(
                ImageDefinition.Kind.MARKETPLACE,
                "cncf-upstream",
                "capi",
                "ubuntu-2204-gen1",
                Map.of("130.3.20240717", "v1.30.3")),
            new ImageDefinition(
                ImageDefinition.Kind.MARKETPLACE,
                "Canonical",
                "ubuntu-24_04-lts",
                "server",
                Map.of("24.04.202501010", ""))));
  }

  private static ImageDefinition kubernetesImage(String name) {
    Map<String, String> versions = new TreeMap<>();
    Stream.of("1.33.7", "1.34.3", "1.35.0", "1.35.4").forEach(v -> versions.put(v, "v" + v));
    return new ImageDefinition(ImageDefinition.Kind.COMMUNITY, "", GALLERY, name, versions);
  }

  /** The same with another image. */
  public AzureSeedData withImage(ImageDefinition image) {
    return new AzureSeedData(
        tenant,
        principals,
        subscriptions,
        locations,
        sizes,
        Stream.concat(images.stream(), Stream.of(image)).toList());
  }

  /** The same with another size. */
  public AzureSeedData withSize(VmSize size) {
    return new AzureSeedData(
        tenant,
        principals,
        subscriptions,
        locations,
        Stream.concat(sizes.stream(), Stream.of(size)).toList(),
        images);
  }

  /** The same with another subscription. */
  public AzureSeedData withSubscription(SubscriptionSeed subscription) {
    return new AzureSeedData(
        tenant,
        principals,
        Stream.concat(subscriptions.stream(), Stream.of(subscription)).toList(),
        locations,
        sizes,
        images);
  }

  /** The subscription of an id. */
  public Optional<SubscriptionSeed> subscription(String id) {
    return subscriptions.stream().filter(one -> one.id().equalsIgnoreCase(id)).findFirst();
  }

  /** The location of a name. */
  public Optional<Location> location(String name) {
    return locations.stream().filter(one -> one.name().equalsIgnoreCase(name)).findFirst();
  }

  /** The size of a name. */
  public Optional<VmSize> size(String name) {
    return sizes.stream().filter(one -> one.name().equalsIgnoreCase(name)).findFirst();
  }
}
