package io.weir.clouds.aws.seed;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Everything that exists beforehand. */
public record AwsSeedData(List<Account> accounts, List<Region> regions) {
  /** The account that publishes images of Cluster API's AWS provider. */
  public static final String IMAGE_OWNER = "819546954734";

  /** The account of the default seed data. */
  public static final Account ACCOUNT =
      new Account("AKIAIOSFODNN7SANDBOX", "sandbox-only", "123456789012");

  private static final String ROLE = "sigs.k8s.io/cluster-api-provider-aws/role";
  private static final List<Integer> MINORS_OF_EKS = List.of(31, 32, 33, 34, 35, 36);
  private static final List<String> VERSIONS = List.of("1.33.7", "1.34.3", "1.35.0", "1.35.4");

  /** Seed data from JSON with the names of these records. */
  public static AwsSeedData fromJson(String json) {
    try {
      return new ObjectMapper().readValue(json, AwsSeedData.class);
    } catch (JsonProcessingException malformed) {
      throw new IllegalArgumentException(
          "not the seed data of a simulated cloud: " + malformed.getOriginalMessage(), malformed);
    }
  }

  /**
   * One account in us-east-1: three zones with a private subnet each, the security groups that
   * Cluster API's AWS provider makes for the cluster, and images for a few Kubernetes versions.
   */
  public static AwsSeedData forCluster(String cluster) {
    return new AwsSeedData(List.of(ACCOUNT), List.of(region("us-east-1", cluster)));
  }

  /** The same with another region like that of {@link #forCluster}. */
  public AwsSeedData withRegion(String name, String cluster) {
    return new AwsSeedData(
        accounts, Stream.concat(regions.stream(), Stream.of(region(name, cluster))).toList());
  }

  /** The same with another account. */
  public AwsSeedData withAccount(Account account) {
    return new AwsSeedData(Stream.concat(accounts.stream(), Stream.of(account)).toList(), regions);
  }

  /** The account that an access key belongs to. */
  public Optional<Account> account(String accessKey) {
    return accounts.stream().filter(a -> a.accessKey().equals(accessKey)).findFirst();
  }

  /** The region of this name. */
  public Optional<Region> region(String name) {
    return regions.stream().filter(r -> r.name().equals(name)).findFirst();
  }

  private static Region region(String name, String cluster) {
    return new Region(
        name,
        "vpc-0123456789abcdef0",
        List.of(
            subnet("subnet-0aaaaaaaaaaaaaaa1", name + "a", "10.0.0.0/18", cluster),
            subnet("subnet-0bbbbbbbbbbbbbbb2", name + "b", "10.0.64.0/18", cluster),
            subnet("subnet-0ccccccccccccccc3", name + "c", "10.0.128.0/18", cluster)),
        List.of(
            group("sg-0111111111111111a", cluster, "node"),
            group("sg-0222222222222222b", cluster, "controlplane"),
            group("sg-0333333333333333c", cluster, "apiserver-lb"),
            group("sg-0444444444444444d", cluster, "lb")),
        Stream.concat(
                VERSIONS.stream()
                    .flatMap(
                        version -> Stream.of("x86_64", "arm64").map(arch -> image(version, arch))),
                MINORS_OF_EKS.stream().flatMap(EksImage::publishedFor))
            .toList(),
        List.of(
            new InstanceType("t3.medium", "x86_64", 2, 4096),
            new InstanceType("t3.large", "x86_64", 2, 8192),
            new InstanceType("t3.xlarge", "x86_64", 4, 16384),
            new InstanceType("m5.large", "x86_64", 2, 8192),
            new InstanceType("m5.xlarge", "x86_64", 4, 16384),
            new InstanceType("m5a.large", "x86_64", 2, 8192),
            new InstanceType("c5.large", "x86_64", 2, 4096),
            new InstanceType("t4g.large", "arm64", 2, 8192),
            new InstanceType("m6g.large", "arm64", 2, 8192)),
        List.of("default"),
        List.of(
            "nodes.cluster-api-provider-aws.sigs.k8s.io",
            "control-plane.cluster-api-provider-aws.sigs.k8s.io"));
  }

  private static Subnet subnet(String id, String zone, String cidr, String cluster) {
    return new Subnet(
        id,
        zone,
        cidr,
        Map.of(
            "Name",
            cluster + "-subnet-private-" + zone,
            ROLE,
            "private",
            "kubernetes.io/role/internal-elb",
            "1",
            "kubernetes.io/cluster/" + cluster,
            "shared",
            "sigs.k8s.io/cluster-api-provider-aws/cluster/" + cluster,
            "owned"));
  }

  private static SecurityGroup group(String id, String cluster, String role) {
    return new SecurityGroup(
        id,
        cluster + "-" + role,
        Map.of(
            "Name",
            cluster + "-" + role,
            ROLE,
            role,
            "sigs.k8s.io/cluster-api-provider-aws/cluster/" + cluster,
            "owned"));
  }

  // The number in the id follows from the name, so that every run has the same ids.
  private static Image image(String version, String architecture) {
    String name = "capa-ami-ubuntu-24.04-" + version + "-" + stamp(version, architecture);
    return new Image(
        "ami-0%016x".formatted(Integer.toUnsignedLong((version + architecture).hashCode())),
        name,
        IMAGE_OWNER,
        architecture,
        "2026-0%d-01T00:00:00.000Z".formatted(1 + VERSIONS.indexOf(version)),
        "/dev/sda1",
        20);
  }

  private static String stamp(String version, String architecture) {
    return Integer.toString(
        1_767_225_600
            + VERSIONS.indexOf(version) * 86_400
            + (architecture.equals("arm64") ? 1 : 0));
  }
}
