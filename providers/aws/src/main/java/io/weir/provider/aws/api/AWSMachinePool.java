package io.weir.provider.aws.api;

import io.weir.api.EmptyIfNull;
import io.weir.api.conditions.Condition;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pool of EC2 instances: one Auto Scaling group and its launch template.
 *
 * @param spec what was asked for; as the schema's defaults have it when the object has none
 * @param status how far it came; empty before the first report
 */
public record AWSMachinePool(Spec spec, Status status) {

  public AWSMachinePool {
    spec = spec == null ? Spec.EMPTY : spec;
    status = status == null ? Status.EMPTY : status;
  }

  /**
   * What was asked for.
   *
   * @param providerID ARN of the group, written by the controller
   * @param minSize smallest size of the group
   * @param maxSize largest size of the group
   * @param availabilityZones zones in which the cluster's subnets are used
   * @param availabilityZoneSubnetType which subnets of these zones: {@code public}, {@code private}
   *     or {@code all}; absent means all
   * @param subnets subnets named one by one; goes before the zones
   * @param additionalTags further tags; they override the cluster's
   * @param awsLaunchTemplate what each instance is made from
   * @param mixedInstancesPolicy several instance types or purchase models in one group
   * @param providerIDList identities of the instances, written by the controller
   * @param defaultCoolDown pause between simple scaling activities; a Go duration
   * @param defaultInstanceWarmup time until a new instance counts in metrics; a Go duration
   * @param refreshPreferences how instances are replaced when the template changes
   * @param capacityRebalance whether Spot instances at risk are replaced ahead of time
   * @param suspendProcesses processes of the group that are switched off
   * @param ignition how Ignition data reaches the instances; absent means in the user data
   * @param lifecycleHooks hooks that hold instances while they start or stop
   */
  public record Spec(
      @Nullable String providerID,
      int minSize,
      int maxSize,
      List<String> availabilityZones,
      @Nullable String availabilityZoneSubnetType,
      List<AWSResourceReference> subnets,
      Map<String, String> additionalTags,
      AWSLaunchTemplate awsLaunchTemplate,
      @Nullable MixedInstancesPolicy mixedInstancesPolicy,
      List<String> providerIDList,
      @Nullable String defaultCoolDown,
      @Nullable String defaultInstanceWarmup,
      @Nullable RefreshPreferences refreshPreferences,
      boolean capacityRebalance,
      @Nullable SuspendProcesses suspendProcesses,
      @Nullable Ignition ignition,
      List<LifecycleHook> lifecycleHooks) {

    /** Nothing asked for but what the schema sets by default. */
    public static final Spec EMPTY =
        new Spec(
            null,
            1,
            1,
            List.of(),
            null,
            List.of(),
            Map.of(),
            AWSLaunchTemplate.EMPTY,
            null,
            List.of(),
            null,
            null,
            null,
            false,
            null,
            null,
            List.of());

    public Spec {
      availabilityZones = EmptyIfNull.list(availabilityZones);
      subnets = EmptyIfNull.list(subnets);
      additionalTags = EmptyIfNull.map(additionalTags);
      providerIDList = EmptyIfNull.list(providerIDList);
      lifecycleHooks = EmptyIfNull.list(lifecycleHooks);
    }
  }

  /**
   * How instances are replaced when the template changes.
   *
   * @param disable never replace instances for a new template
   * @param strategy strategy of the instance refresh; absent means Rolling
   * @param instanceWarmup seconds until a new instance counts as ready; absent means the group's
   * @param minHealthyPercentage share of the group that must stay in service; absent means AWS's
   *     default
   * @param maxHealthyPercentage size to which the group may grow meanwhile, in percent; needs the
   *     minimum
   */
  public record RefreshPreferences(
      boolean disable,
      @Nullable String strategy,
      @Nullable Long instanceWarmup,
      @Nullable Long minHealthyPercentage,
      @Nullable Long maxHealthyPercentage) {}

  /**
   * A hook that holds instances while they start or stop.
   *
   * @param name name, unique in the group
   * @param lifecycleTransition {@code autoscaling:EC2_INSTANCE_LAUNCHING} or {@code
   *     autoscaling:EC2_INSTANCE_TERMINATING}
   * @param notificationTargetARN topic or queue that is told; only together with the role
   * @param roleARN role that may tell it
   * @param heartbeatTimeout how long an instance is held; a Go duration; absent means an hour
   * @param defaultResult what follows then: {@code CONTINUE} or {@code ABANDON}; absent means
   *     ABANDON
   * @param notificationMetadata text that is sent along
   */
  public record LifecycleHook(
      String name,
      String lifecycleTransition,
      @Nullable String notificationTargetARN,
      @Nullable String roleARN,
      @Nullable String heartbeatTimeout,
      @Nullable String defaultResult,
      @Nullable String notificationMetadata) {}

  /**
   * How Ignition data reaches the instances.
   *
   * @param version not used: an annotation of the KubeadmConfig tells it
   * @param storageType {@code ClusterObjectStore} (the cluster's S3 bucket, not supported yet) or
   *     {@code UnencryptedUserData}; stored with a default of the first
   * @param proxy not used: nothing is fetched
   * @param tls not used: nothing is fetched
   */
  public record Ignition(
      @Nullable String version,
      @Nullable String storageType,
      @Nullable IgnitionProxy proxy,
      @Nullable IgnitionTLS tls) {}

  /**
   * Proxies for fetching Ignition data.
   *
   * @param httpProxy proxy for HTTP
   * @param httpsProxy proxy for HTTPS
   * @param noProxy hosts, domains and networks that are reached directly
   */
  public record IgnitionProxy(
      @Nullable String httpProxy, @Nullable String httpsProxy, List<String> noProxy) {

    public IgnitionProxy {
      noProxy = EmptyIfNull.list(noProxy);
    }
  }

  /**
   * Certificates to trust when fetching Ignition data.
   *
   * @param certificateAuthorities URLs or data URLs of CA bundles
   */
  public record IgnitionTLS(List<String> certificateAuthorities) {

    public IgnitionTLS {
      certificateAuthorities = EmptyIfNull.list(certificateAuthorities);
    }
  }

  /**
   * How far the pool came.
   *
   * @param ready whether the last pass was complete: the contract's signal to core
   * @param replicas instances in the group, in whatever state
   * @param conditions what is true of the pool now
   * @param instances the instances
   * @param launchTemplateID ID of the launch template
   * @param launchTemplateVersion its newest version, as decimal text
   * @param infrastructureMachineKind kind of the objects for single instances; absent when there
   *     are none
   * @param asgStatus what AWS says of a group that is being deleted
   * @param failureReason word for a failure that was taken as final
   * @param failureMessage the same for people
   */
  public record Status(
      boolean ready,
      @Nullable Integer replicas,
      List<Condition.V1Beta1> conditions,
      List<Instance> instances,
      @Nullable String launchTemplateID,
      @Nullable String launchTemplateVersion,
      @Nullable String infrastructureMachineKind,
      @Nullable String asgStatus,
      @Nullable String failureReason,
      @Nullable String failureMessage) {

    /** None of it set. */
    public static final Status EMPTY =
        new Status(false, null, List.of(), List.of(), null, null, null, null, null, null);

    public Status {
      conditions = EmptyIfNull.list(conditions);
      instances = EmptyIfNull.list(instances);
    }
  }

  /**
   * An instance of the group.
   *
   * @param instanceID EC2 instance ID
   * @param version kubelet version of its node
   */
  public record Instance(@Nullable String instanceID, @Nullable String version) {}
}
