package io.weir.provider.aws.desired;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.core.MachinePool;
import io.weir.provider.BootstrapData;
import io.weir.provider.PoolInputs;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.QueryCollector;
import io.weir.provider.QueryResults;
import io.weir.provider.ResolveResult;
import io.weir.provider.aws.api.AWSMachinePool;
import io.weir.provider.aws.desired.ImageQuery.ImageResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** From a pool's objects to what AWS should hold; pure. */
public final class AwsDesiredStateResolver {

  private AwsDesiredStateResolver() {}

  /** The desired state, or the questions to ask first, or what is in the way. */
  public static ResolveResult<AwsDesiredState> resolve(PoolInputs in, QueryResults known) {
    try {
      var awsClusterObjects = AwsClusterObjects.of(in);
      var bootstrap = prerequisites(in, awsClusterObjects);
      var queryCollector = new QueryCollector(known);
      var pool = in.pool().as(AWSMachinePool.class).spec();
      var image = boot(image(in, awsClusterObjects, pool), queryCollector);
      var places = subnets(in, awsClusterObjects, pool);
      var subnets = places.resolve(queryCollector);
      var groups = securityGroups(awsClusterObjects, pool);
      var securityGroups = groups.resolve(queryCollector);
      if (!image.known() || subnets.isEmpty() || securityGroups.isEmpty()) {
        return new ResolveResult.NeedsQueries<>(queryCollector.missing());
      }
      var desired =
          desired(
              in,
              awsClusterObjects,
              bootstrap,
              new Placement(subnets.get(), places.ignoredPlacement(subnets.get())),
              new ImageAndSecurityGroups(
                  image.found().orElse(BootImage.NOTHING), securityGroups.get()),
              new ImageAndSecurityGroups(image.asked(), groups.asked()),
              image.missing().isEmpty());
      return image
          .missing()
          .<ResolveResult<AwsDesiredState>>map(
              why -> new ResolveResult.Blocked<>(why, Optional.of(desired)))
          .orElseGet(() -> new ResolveResult.Resolved<>(desired));
    } catch (PrerequisiteException why) {
      return new ResolveResult.Blocked<>(why);
    }
  }

  /**
   * What instances boot.
   *
   * @param found the image; empty while AWS must be asked, or if there is none
   * @param asked what was asked for, in the place of what was found; nothing if that can't be read
   * @param missing why there is none
   */
  private record BootImage(
      Optional<ImageResult.ImageDetails> found,
      ImageResult.ImageDetails asked,
      Optional<PrerequisiteException> missing) {

    static final ImageResult.ImageDetails NOTHING = new ImageResult.ImageDetails("", "");

    boolean known() {
      return found.isPresent() || missing.isPresent();
    }
  }

  /** An image that is missing holds up what is made from it, and not the rest. */
  private static BootImage boot(ImageResolver choice, QueryCollector queryCollector) {
    ImageResult.ImageDetails asked = BootImage.NOTHING;
    try {
      asked = new ImageResult.ImageDetails(choice.source(), "");
      return new BootImage(choice.resolve(queryCollector), asked, Optional.empty());
    } catch (PrerequisiteException missing) {
      return new BootImage(Optional.empty(), asked, Optional.of(missing));
    }
  }

  private static BootstrapData prerequisites(PoolInputs in, AwsClusterObjects awsClusterObjects)
      throws PrerequisiteException {
    var _ = AwsScopeResolver.resolve(in);
    if (!awsClusterObjects.isProvisioned()) {
      throw PrerequisiteException.waiting(
          AwsReasons.WAITING_FOR_CLUSTER,
          "Cluster %s is not provisioned yet".formatted(awsClusterObjects.cluster().key()));
    }
    var bootstrap = in.bootstrapData().orElseThrow(() -> withoutData(in));
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

  private static ImageResolver image(
      PoolInputs in, AwsClusterObjects awsClusterObjects, AWSMachinePool.Spec pool) {
    String version = in.machinePool().as(MachinePool.class).spec().template().spec().version();
    return new ImageResolver(
        pool.awsLaunchTemplate(), awsClusterObjects.awsCluster().spec(), version);
  }

  private static SubnetResolver subnets(
      PoolInputs in, AwsClusterObjects awsClusterObjects, AWSMachinePool.Spec pool) {
    return new SubnetResolver(
        pool,
        in.machinePool().as(MachinePool.class).spec().failureDomains(),
        awsClusterObjects.awsCluster().spec().network().subnets(),
        awsClusterObjects.infrastructure().key().toString());
  }

  private static SecurityGroupResolver securityGroups(
      AwsClusterObjects awsClusterObjects, AWSMachinePool.Spec pool) {
    var overrides = new HashMap<String, String>();
    JsonNode given = awsClusterObjects.infrastructure().at("/spec/network/securityGroupOverrides");
    given.properties().forEach(each -> overrides.put(each.getKey(), each.getValue().asText()));
    return new SecurityGroupResolver(
        pool.awsLaunchTemplate().additionalSecurityGroups(),
        awsClusterObjects.awsCluster().status().networkStatus().securityGroups(),
        overrides,
        awsClusterObjects.cluster().name());
  }

  /** What AWS answers differently in time: as it was found, or as it was asked for. */
  private record ImageAndSecurityGroups(
      ImageResult.ImageDetails image, List<String> securityGroups) {}

  /** Where instances are placed, and which wish about it is not followed. */
  private record Placement(List<String> subnets, Optional<String> passedOver) {}

  private static AwsDesiredState desired(
      PoolInputs in,
      AwsClusterObjects awsClusterObjects,
      BootstrapData bootstrap,
      Placement placement,
      ImageAndSecurityGroups found,
      ImageAndSecurityGroups asked,
      boolean bootable)
      throws PrerequisiteException {
    ApiObject object = in.pool();
    var pool = object.as(AWSMachinePool.class).spec();
    Integer replicas = in.machinePool().as(MachinePool.class).spec().replicas();
    boolean elsewhere = in.hasExternallyManagedReplicas();
    var group = GroupSettingsFactory.create(pool, placement.subnets(), replicas, elsewhere);
    Map<String, String> additional =
        new HashMap<>(awsClusterObjects.awsCluster().spec().additionalTags());
    additional.putAll(pool.additionalTags());
    var common = PoolTags.common(awsClusterObjects.cluster().name(), object.name(), additional);
    var template = template(pool, found, common, bootstrap);
    var encodedUserData = EncodedUserData.of(bootstrap);
    return new AwsDesiredState(
        object.name(),
        GroupSettingsFactory.size(pool, replicas),
        template,
        encodedUserData,
        group,
        PoolTags.ofPool(common, in.marks()),
        additional,
        elsewhere ? Optional.empty() : GroupSettingsFactory.clampReason(pool, replicas),
        placement.passedOver(),
        InstanceRevisionFactory.of(
            template(pool, asked, common, bootstrap), in.machinePool(), bootstrap, encodedUserData),
        InstanceRevisionFactory.refreshSettings(pool.refreshPreferences()),
        bootable,
        InstanceRevisionFactory.staleUserDataReason(in.machinePool(), bootstrap));
  }

  private static LaunchTemplateData template(
      AWSMachinePool.Spec pool,
      ImageAndSecurityGroups imageAndSecurityGroups,
      Map<String, String> tags,
      BootstrapData bootstrap)
      throws PrerequisiteException {
    return LaunchTemplateDataFactory.create(
        pool.awsLaunchTemplate(),
        imageAndSecurityGroups.image(),
        imageAndSecurityGroups.securityGroups(),
        tags,
        bootstrap.secretName());
  }

  /** Data that a config makes comes by itself; what people name, people must make. */
  private static PrerequisiteException withoutData(PoolInputs in) {
    var bootstrap = in.machinePool().as(MachinePool.class).spec().template().spec().bootstrap();
    String secret = bootstrap.dataSecretName();
    return bootstrap.configRef() == null && secret != null
        ? PrerequisiteException.needsUserAction(
            AwsReasons.BOOTSTRAP_DATA_NOT_FOUND,
            "MachinePool %s spec.template.spec.bootstrap.dataSecretName names Secret %s, which does not exist or has no key \"value\"; create it, or name another"
                .formatted(in.machinePool().key(), secret))
        : PrerequisiteException.waiting(
            AwsReasons.WAITING_FOR_BOOTSTRAP,
            "MachinePool %s has no bootstrap data yet".formatted(in.machinePool().key()));
  }
}
