package io.weir.provider.aws.machinepool;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.MetadataKeys;
import io.weir.api.core.MachinePool;
import io.weir.provider.BootstrapData;
import io.weir.provider.PoolInputs;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.QueryCollector;
import io.weir.provider.QueryResults;
import io.weir.provider.RequiredBootstrapData;
import io.weir.provider.ResolveResult;
import io.weir.provider.aws.account.AwsClusterObjects;
import io.weir.provider.aws.account.AwsScopeResolver;
import io.weir.provider.aws.api.AWSMachinePool;
import io.weir.provider.aws.api.AwsReasons;
import io.weir.provider.aws.group.DesiredGroupFactory;
import io.weir.provider.aws.group.GroupSettings;
import io.weir.provider.aws.image.BootImage;
import io.weir.provider.aws.image.ImageResolver;
import io.weir.provider.aws.network.SecurityGroupResolver;
import io.weir.provider.aws.network.SubnetResolver;
import io.weir.provider.aws.refresh.InstanceRefreshSettings;
import io.weir.provider.aws.tag.DesiredTags;
import io.weir.provider.aws.tag.PoolTags;
import io.weir.provider.aws.tag.RequestedTags;
import io.weir.provider.aws.template.DesiredTemplateFactory;
import io.weir.provider.aws.template.LaunchTarget;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** From a pool's objects to what AWS should hold; pure. */
public final class AwsDesiredStateResolver {

  private final PoolInputs in;
  private final AwsClusterObjects cluster;
  private final String clusterName;
  private final BootstrapData bootstrap;
  private final AWSMachinePool.Spec pool;
  private final MachinePool.Spec machinePool;

  private AwsDesiredStateResolver(PoolInputs in) throws PrerequisiteException {
    this.in = in;
    this.cluster = AwsClusterObjects.of(in);
    this.clusterName =
        cluster.isEks() ? AwsScopeResolver.resolveEks(in).parentId() : cluster.cluster().name();
    this.bootstrap = prerequisites(in, cluster);
    this.pool = in.pool().as(AWSMachinePool.class).spec();
    this.machinePool = in.machinePool().as(MachinePool.class).spec();
  }

  /** The desired state, or the questions to ask first, or what is in the way. */
  public static ResolveResult<AwsDesiredState> resolve(PoolInputs in, QueryResults known) {
    try {
      return new AwsDesiredStateResolver(in).resolve(new QueryCollector(known));
    } catch (PrerequisiteException why) {
      return new ResolveResult.Blocked<>(why);
    }
  }

  private ResolveResult<AwsDesiredState> resolve(QueryCollector queryCollector)
      throws PrerequisiteException {
    Map<String, String> additional = additionalTags();
    var image = BootImage.of(image(), queryCollector);
    var places = subnets();
    var subnets = places.resolve(queryCollector);
    var groups = securityGroups();
    var securityGroups = groups.resolve(queryCollector);
    if (!image.isResolved() || subnets.isEmpty() || securityGroups.isEmpty()) {
      return new ResolveResult.NeedsQueries<>(queryCollector.missing());
    }
    ApiObject object = in.pool();
    var common = PoolTags.common(clusterName, object.name(), additional);
    var tags = new DesiredTags(PoolTags.ofPool(common, in.marks()), additional);
    var group =
        new DesiredGroupFactory(
                object.name(),
                pool,
                machinePool.replicas(),
                in.hasExternallyManagedReplicas(),
                drainsCloudTerminations(),
                tags)
            .create(subnets.get(), places.ignoredPlacement(subnets.get()));
    var template =
        new DesiredTemplateFactory(
                object.name(),
                pool.awsLaunchTemplate(),
                in.machinePool(),
                bootstrap,
                tags,
                common,
                target(group.settings()))
            .create(image, securityGroups.get(), groups.asked());
    var desired =
        new AwsDesiredState(template, group, InstanceRefreshSettings.of(pool.refreshPreferences()));
    return image
        .missing()
        .<ResolveResult<AwsDesiredState>>map(
            why -> new ResolveResult.Blocked<>(why, Optional.of(desired)))
        .orElseGet(() -> new ResolveResult.Resolved<>(desired));
  }

  private boolean drainsCloudTerminations() {
    return MetadataKeys.DRAIN_CLOUD_TERMINATIONS.equals(
        in.machinePool().annotations().get(MetadataKeys.CLOUD_TERMINATIONS));
  }

  private static BootstrapData prerequisites(PoolInputs in, AwsClusterObjects awsClusterObjects)
      throws PrerequisiteException {
    var _ = AwsScopeResolver.resolve(in);
    if (!awsClusterObjects.isProvisioned()) {
      throw PrerequisiteException.waiting(
          AwsReasons.WAITING_FOR_CLUSTER,
          "Cluster %s is not provisioned yet".formatted(awsClusterObjects.cluster().key()));
    }
    var bootstrap = RequiredBootstrapData.of(in);
    var ignition = in.pool().as(AWSMachinePool.class).spec().ignition();
    if (bootstrap.format().equals("ignition")
        && ignition != null
        && !"UnencryptedUserData".equals(ignition.storageType())) {
      throw PrerequisiteException.needsUserAction(
          AwsReasons.INVALID,
          "spec.ignition.storageType is %s, which is not supported yet; use UnencryptedUserData"
              .formatted(ignition.storageType()));
    }
    return bootstrap;
  }

  private ImageResolver image() {
    return new ImageResolver(
        pool.awsLaunchTemplate(),
        cluster.awsCluster().spec(),
        machinePool.template().spec().version(),
        cluster.isEks());
  }

  private static LaunchTarget target(GroupSettings group) {
    return new LaunchTarget(
        group.subnets(), group.mixed() == null ? List.of() : group.mixed().instanceTypes());
  }

  private SubnetResolver subnets() {
    return new SubnetResolver(
        pool.subnets(),
        pool.availabilityZones(),
        pool.availabilityZoneSubnetType(),
        machinePool.failureDomains(),
        cluster.awsCluster().spec().network().subnets(),
        new SubnetResolver.SubnetSource(
            "spec.subnets",
            cluster.infrastructure().groupKind().kind(),
            cluster.infrastructure().key()));
  }

  private SecurityGroupResolver securityGroups() {
    var overrides = new HashMap<String, String>();
    JsonNode given = cluster.infrastructure().at("/spec/network/securityGroupOverrides");
    given.properties().forEach(each -> overrides.put(each.getKey(), each.getValue().asText()));
    return new SecurityGroupResolver(
        pool.awsLaunchTemplate().additionalSecurityGroups(),
        cluster.infrastructure().groupKind().kind(),
        cluster.isEks() ? SecurityGroupResolver.EKS_ROLES : SecurityGroupResolver.ROLES,
        cluster.awsCluster().status().networkStatus().securityGroups(),
        overrides,
        clusterName,
        Optional.ofNullable(cluster.awsCluster().spec().network().vpc().id()));
  }

  private Map<String, String> additionalTags() throws PrerequisiteException {
    return RequestedTags.of(
        clusterName,
        cluster.infrastructure(),
        cluster.awsCluster().spec().additionalTags(),
        in.pool(),
        pool.additionalTags());
  }
}
