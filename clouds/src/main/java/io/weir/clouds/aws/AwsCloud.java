package io.weir.clouds.aws;

import io.weir.clouds.aws.ec2.Ec2Instances;
import io.weir.clouds.aws.eks.EksCluster;
import io.weir.clouds.aws.iam.AccessPolicy;
import io.weir.clouds.aws.seed.Account;
import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.clouds.aws.seed.AwsTiming;
import io.weir.clouds.aws.seed.Image;
import io.weir.clouds.aws.seed.Region;
import io.weir.clouds.aws.seed.Subnet;
import io.weir.clouds.aws.sts.TemporaryKeys;
import io.weir.clouds.http.CloudBuilder;
import io.weir.clouds.http.HttpCloud;
import io.weir.clouds.site.CloudContext;
import io.weir.clouds.site.Sites;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A running simulated AWS, listening on loopback. */
public final class AwsCloud extends HttpCloud<RegionalServices> {
  private final AwsSeedData awsSeedData;
  private final AwsProtocol protocol;
  private final TemporaryKeys temporaryKeys;

  private AwsCloud(
      AwsSeedData awsSeedData,
      AwsProtocol protocol,
      TemporaryKeys temporaryKeys,
      Sites<RegionalServices> sites,
      int port) {
    super("AWS", sites, protocol, port);
    this.protocol = protocol;
    this.temporaryKeys = temporaryKeys;
    this.awsSeedData = awsSeedData;
  }

  /** What to set before it starts; the defaults are a sandbox's. */
  public static Builder builder() {
    return new Builder();
  }

  /** Starts one with all defaults. */
  public static AwsCloud start() {
    return builder().start();
  }

  /** What exists beforehand. */
  public AwsSeedData seedData() {
    return awsSeedData;
  }

  @Override
  public String launchAction() {
    return Ec2Instances.LAUNCH_ACTION;
  }

  @Override
  public Set<String> regions() {
    return seedData().regions().stream()
        .map(Region::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Override
  public Set<String> zones() {
    return seedData().regions().stream()
        .flatMap(region -> region.subnets().stream())
        .map(Subnet::zone)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Has everybody be allowed, from now on, what the policy allows and nothing else. */
  public void restrictTo(AccessPolicy accessPolicy) {
    protocol.setAccessPolicy(Optional.of(accessPolicy));
  }

  /** Has everybody be allowed everything again. */
  public void unrestrict() {
    protocol.setAccessPolicy(Optional.empty());
  }

  /**
   * Makes a role be there that anybody may assume.
   *
   * @param externalId who says it; empty if nothing must be said
   */
  public void putRole(String arn, String externalId) {
    temporaryKeys.putRole(arn, externalId);
  }

  /** Has nobody assume a role from now on. */
  public void removeRole(String arn) {
    temporaryKeys.removeRole(arn);
  }

  /** Publishes an image in every region. */
  public void publishImage(Image image) {
    sites()
        .createAll()
        .forEach(regionalServices -> regionalServices.accountRegion().publishImage(image));
  }

  /** Makes an EKS cluster be there in every region, or be so from now on. */
  public void putEksCluster(EksCluster cluster) {
    sites().createAll().forEach(services -> services.eks().putCluster(cluster));
  }

  /** Has the next creation of a node group of this name fail. */
  public void failNodegroupCreation(String nodegroup) {
    sites().createAll().forEach(services -> services.eks().failCreation(nodegroup));
  }

  /** Has a node group be unwell, or well again if there is no code. */
  public void degradeNodegroup(String cluster, String nodegroup, String code, String message) {
    sites()
        .createAll()
        .forEach(services -> services.eks().degrade(cluster, nodegroup, code, message));
  }

  /** What to set before a cloud starts. */
  public static final class Builder extends CloudBuilder<Builder> {
    private AwsSeedData awsSeedData = AwsSeedData.forCluster("workload");
    private AwsTiming awsTiming = AwsTiming.standard();

    private Builder() {}

    @Override
    protected Builder self() {
      return this;
    }

    /** What exists beforehand; the default seed data of a cluster named workload if not set. */
    public Builder seedData(AwsSeedData newSeedData) {
      awsSeedData = newSeedData;
      return this;
    }

    /** How long things take. */
    public Builder timing(AwsTiming newTiming) {
      awsTiming = newTiming;
      return this;
    }

    /** Starts it. */
    public AwsCloud start() {
      AwsSeedData seed = awsSeedData;
      AwsTiming timing = awsTiming;
      Map<String, Function<CloudContext, AccountRegion>> places = new TreeMap<>();
      for (Account account : seed.accounts()) {
        for (Region region : seed.regions()) {
          places.put(
              AwsProtocol.siteName(account, region),
              context -> new AccountRegion(account, region, timing, context));
        }
      }
      CloudContext cloud = newContext();
      var temporaryKeys = new TemporaryKeys(cloud.clock()::now);
      var sites =
          new Sites<>(
              cloud,
              List.copyOf(places.keySet()),
              (name, context) ->
                  RegionalServices.in(
                      Objects.requireNonNull(places.get(name), name).apply(context),
                      temporaryKeys));
      var protocol = new AwsProtocol(seed, temporaryKeys);
      return withControlEndpoint(new AwsCloud(seed, protocol, temporaryKeys, sites, port()));
    }
  }
}
