package io.weir.sandbox.cloud.azure;

import io.weir.clouds.azure.seed.AzureSeedData;
import io.weir.clouds.azure.seed.ImageDefinition;
import io.weir.clouds.azure.seed.LoadBalancer;
import io.weir.clouds.azure.seed.Location;
import io.weir.clouds.azure.seed.ServicePrincipal;
import io.weir.clouds.azure.seed.SubscriptionSeed;
import io.weir.clouds.azure.seed.UserAssignedIdentity;
import io.weir.clouds.azure.seed.VirtualNetwork;
import io.weir.clouds.azure.seed.VmSize;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A tenant that grows as names of things in it turn up, and a note of what was added. */
final class TenantBuilder {
  private static final int CORES = 1_000;

  /** What holds resources of one resource group. */
  private record Parent(String group, String name) {}

  /** A subscription that grows. */
  private static final class Subscription {
    private final Map<String, String> groups = new TreeMap<>();
    private final Map<Parent, Set<String>> networks = new LinkedHashMap<>();
    private final Map<Parent, Set<String>> balancers = new LinkedHashMap<>();
    private final Set<UserAssignedIdentity> identities = new LinkedHashSet<>();
    private int cores = CORES;

    SubscriptionSeed build(String id) {
      return new SubscriptionSeed(
          id,
          groups,
          networks.entrySet().stream()
              .map(
                  each ->
                      new VirtualNetwork(
                          each.getKey().group(),
                          each.getKey().name(),
                          List.copyOf(each.getValue())))
              .toList(),
          balancers.entrySet().stream()
              .map(
                  each ->
                      new LoadBalancer(
                          each.getKey().group(),
                          each.getKey().name(),
                          List.copyOf(each.getValue())))
              .toList(),
          List.copyOf(identities),
          cores);
    }
  }

  /** By what an image is found. */
  private record ImageKey(ImageDefinition.Kind kind, String scope, String gallery, String name) {}

  private final List<ServicePrincipal> principals;
  private final Map<String, Subscription> subscriptions = new LinkedHashMap<>();
  private final Map<String, Location> locations = new LinkedHashMap<>();
  private final Map<String, VmSize> sizes = new LinkedHashMap<>();
  private final Map<ImageKey, Map<String, String>> images = new LinkedHashMap<>();
  private final List<String> added = new ArrayList<>();
  private String tenant;

  TenantBuilder(AzureSeedData seed) {
    tenant = seed.tenant();
    principals = new ArrayList<>(seed.principals());
    for (SubscriptionSeed each : seed.subscriptions()) {
      Subscription subscription = subscription(each.id());
      subscription.cores = each.cores();
      subscription.groups.putAll(each.resourceGroups());
      subscription.identities.addAll(each.identities());
      each.networks()
          .forEach(
              network ->
                  subscription.networks.put(
                      new Parent(network.resourceGroup(), network.name()),
                      new LinkedHashSet<>(network.subnets())));
      each.loadBalancers()
          .forEach(
              balancer ->
                  subscription.balancers.put(
                      new Parent(balancer.resourceGroup(), balancer.name()),
                      new LinkedHashSet<>(balancer.backendPools())));
    }
    seed.locations().forEach(each -> locations.put(each.name(), each));
    seed.sizes().forEach(each -> sizes.put(each.name(), each));
    seed.images()
        .forEach(
            each ->
                images.put(
                    new ImageKey(each.kind(), each.scope(), each.gallery(), each.name()),
                    new TreeMap<>(each.versions())));
  }

  AzureSeedData build() {
    return new AzureSeedData(
        tenant,
        principals,
        subscriptions.entrySet().stream()
            .map(each -> each.getValue().build(each.getKey()))
            .toList(),
        List.copyOf(locations.values()),
        List.copyOf(sizes.values()),
        images.entrySet().stream()
            .map(
                each ->
                    new ImageDefinition(
                        each.getKey().kind(),
                        each.getKey().scope(),
                        each.getKey().gallery(),
                        each.getKey().name(),
                        each.getValue()))
            .toList());
  }

  /** The tenant's id. */
  String id() {
    return tenant;
  }

  /** What was added, in order, such as {@code VM size Standard_F4s_v2}. */
  List<String> added() {
    return added;
  }

  private Subscription subscription(String id) {
    return subscriptions.computeIfAbsent(id.toLowerCase(Locale.ROOT), _ -> new Subscription());
  }

  void addPrincipals(ServicePrincipals of) {
    of.tenant().ifPresent(named -> tenant = named);
    principals.replaceAll(of::withGivenPassword);
    for (ServicePrincipal principal : of.absentFrom(principals)) {
      principals.add(principal);
      added.add("service principal " + principal.clientId());
    }
  }

  /** A location by its name, or as people write it, such as {@code West Europe}. */
  void addLocation(String written) {
    String name = locationName(written);
    if (locations.putIfAbsent(name, new Location(name, List.of("1", "2", "3"))) == null) {
      added.add("location " + name);
    }
  }

  private static String locationName(String written) {
    return written.replace(" ", "").toLowerCase(Locale.ROOT);
  }

  void addGroup(String subscription, String group, String location) {
    addLocation(location);
    if (!subscriptions.containsKey(subscription.toLowerCase(Locale.ROOT))) {
      added.add("subscription " + subscription);
    }
    if (subscription(subscription).groups.putIfAbsent(group, locationName(location)) == null) {
      added.add("resource group " + group);
    }
  }

  void addSubnet(String subscription, String group, String network, String subnet) {
    addTo(
        subscription(subscription).networks,
        new Parent(group, network),
        subnet,
        "subnet " + subnet);
  }

  void addBackendPool(String subscription, String group, String balancer, String pool) {
    addTo(
        subscription(subscription).balancers,
        new Parent(group, balancer),
        pool,
        "backend pool " + pool);
  }

  void addIdentity(String subscription, String group, String name) {
    if (subscription(subscription).identities.add(new UserAssignedIdentity(group, name))) {
      added.add("identity " + name);
    }
  }

  private void addTo(
      Map<Parent, Set<String>> children, Parent parent, String child, String described) {
    if (children.computeIfAbsent(parent, _ -> new LinkedHashSet<>()).add(child)) {
      added.add(described);
    }
  }

  void addSize(String name) {
    if (sizes.keySet().stream().noneMatch(name::equalsIgnoreCase)) {
      sizes.put(name, VmSizeGuess.of(name));
      added.add("VM size " + name);
    }
  }

  /**
   * An image, unless it is there.
   *
   * @param kubernetes what is in it, such as {@code v1.35.4}; may be empty
   * @param reported how a person calls it; empty for what nobody needs to know
   */
  void addImage(
      ImageDefinition.Kind kind,
      String scope,
      String gallery,
      String name,
      String version,
      String kubernetes,
      String reported) {
    var key = new ImageKey(kind, scope, gallery, name);
    boolean absent =
        images.computeIfAbsent(key, _ -> new TreeMap<>()).putIfAbsent(version, kubernetes) == null;
    if (absent && !reported.isEmpty()) {
      added.add(reported);
    }
  }
}
