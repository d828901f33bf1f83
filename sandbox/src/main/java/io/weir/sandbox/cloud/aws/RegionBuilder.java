package io.weir.sandbox.cloud.aws;

import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.clouds.aws.seed.Image;
import io.weir.clouds.aws.seed.InstanceType;
import io.weir.clouds.aws.seed.Region;
import io.weir.clouds.aws.seed.SecurityGroup;
import io.weir.clouds.aws.seed.Subnet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** A region that grows as names of things in it turn up, and a note of what was added. */
final class RegionBuilder {
  private static final String CAPA = "sigs.k8s.io/cluster-api-provider-aws/";

  private final String name;
  private final List<Subnet> subnets;
  private final List<SecurityGroup> groups;
  private final List<Image> images;
  private final List<InstanceType> types;
  private final List<String> keyPairs;
  private final List<String> profiles;
  private final List<String> added = new ArrayList<>();
  private String vpc;

  private RegionBuilder(Region region) {
    name = region.name();
    vpc = region.vpc();
    subnets = new ArrayList<>(region.subnets());
    groups = new ArrayList<>(region.securityGroups());
    images = new ArrayList<>(region.images());
    types = new ArrayList<>(region.instanceTypes());
    keyPairs = new ArrayList<>(region.keyPairs());
    profiles = new ArrayList<>(region.instanceProfiles());
  }

  /** The region as every sandbox has it, for a cluster. */
  static RegionBuilder of(String region, String cluster) {
    return AwsSeedData.forCluster(cluster)
        .withRegion(region, cluster)
        .region(region)
        .map(RegionBuilder::new)
        .orElseThrow();
  }

  /** A region that is there already. */
  static RegionBuilder of(Region region) {
    return new RegionBuilder(region);
  }

  Region build() {
    return new Region(name, vpc, subnets, groups, images, types, keyPairs, profiles);
  }

  String name() {
    return name;
  }

  String vpc() {
    return vpc;
  }

  List<Subnet> subnets() {
    return subnets;
  }

  /** What was added, in order, such as {@code key pair team-a}. */
  List<String> added() {
    return added;
  }

  /** The security groups of a further cluster, with the tags by which they are found. */
  void addClusterSecurityGroups(String cluster) {
    String owned = CAPA + "cluster/" + cluster;
    if (groups.stream().noneMatch(group -> group.tags().containsKey(owned))) {
      for (String role : List.of("node", "controlplane", "apiserver-lb", "lb")) {
        String groupName = cluster + "-" + role;
        groups.add(
            new SecurityGroup(
                GeneratedIds.of("sg", groupName),
                groupName,
                Map.of("Name", groupName, CAPA + "role", role, owned, "owned")));
      }
    }
  }

  void setNetwork(String id) {
    if (!vpc.equals(id)) {
      vpc = id;
      added.add("network " + id);
    }
  }

  /** A subnet; in its zone, or if that is empty in the next of those that it may be in. */
  void addSubnet(String id, String zone, List<String> candidates) {
    if (absent(subnets, subnet -> subnet.id().equals(id))) {
      String where =
          zone.isEmpty() ? candidates.get((subnets.size() - 3) % candidates.size()) : zone;
      subnets.add(new Subnet(id, where, cidr(), Map.of("Name", id)));
      added.add("subnet %s (%s)".formatted(id, where));
    }
  }

  /** Some subnet in a zone. */
  void addZone(String zone) {
    if (absent(subnets, subnet -> subnet.zone().equals(zone))) {
      addSubnet(GeneratedIds.of("subnet", zone), zone, List.of());
    }
  }

  void addSecurityGroup(String id) {
    if (absent(groups, group -> group.id().equals(id))) {
      groups.add(new SecurityGroup(id, id, Map.of()));
      added.add("security group " + id);
    }
  }

  void addKeyPair(String key) {
    name(keyPairs, "key pair", key);
  }

  void addInstanceProfile(String profile) {
    name(profiles, "instance profile", profile);
  }

  /** A role of instances, for which AWS has a profile of the same name. */
  void addRole(String role) {
    name(profiles, "role", role);
  }

  /** An instance type; its architecture. */
  String addInstanceType(String type) {
    if (absent(types, known -> known.name().equals(type))) {
      types.add(InstanceTypeGuess.of(type));
      added.add("instance type " + type);
    }
    return types.stream()
        .filter(t -> t.name().equals(type))
        .findFirst()
        .orElseThrow()
        .architecture();
  }

  /** An image, unless one of the same owner and architecture is as good. */
  void addImage(Image image, Predicate<Image> asGood, String reported) {
    if (absent(
        images,
        known ->
            known.owner().equals(image.owner())
                && known.architecture().equals(image.architecture())
                && asGood.test(known))) {
      images.add(image);
      if (!reported.isEmpty()) {
        added.add(reported);
      }
    }
  }

  private void name(List<String> known, String what, String wanted) {
    if (absent(known, wanted::equals)) {
      known.add(wanted);
      added.add(what + " " + wanted);
    }
  }

  /** The first /18 of a network that no other subnet uses. */
  private String cidr() {
    int further = subnets.size() - 3;
    return "10.%d.%d.0/18".formatted(1 + further / 4, further % 4 * 64);
  }

  private static <T> boolean absent(List<T> known, Predicate<T> same) {
    return known.stream().noneMatch(same);
  }
}
