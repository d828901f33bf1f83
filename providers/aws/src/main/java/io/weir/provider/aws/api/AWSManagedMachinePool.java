package io.weir.provider.aws.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.weir.api.EmptyIfNull;
import io.weir.api.conditions.Condition;
import io.weir.provider.aws.api.AWSMachinePool.LifecycleHook;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pool of nodes that EKS manages: one managed node group.
 *
 * @param spec what was asked for; as the schema's defaults have it when the object has none
 * @param status how far it came; empty before the first report
 */
public record AWSManagedMachinePool(Spec spec, Status status) {

  public AWSManagedMachinePool {
    spec = spec == null ? Spec.EMPTY : spec;
    status = status == null ? Status.EMPTY : status;
  }

  /**
   * What was asked for.
   *
   * @param eksNodegroupName the node group's name; absent only where no webhook ran
   * @param availabilityZones zones in which the cluster's subnets are used
   * @param availabilityZoneSubnetType which subnets of these zones: {@code public}, {@code private}
   *     or {@code all}; absent means all
   * @param subnetIDs subnets named one by one; goes before the zones
   * @param additionalTags further tags; they override the control plane's
   * @param roleAdditionalPolicies ARNs of further policies for a role that Weir makes
   * @param roleName IAM role of the nodes; absent for the default, or one that Weir makes
   * @param rolePath path of a role that Weir makes
   * @param rolePermissionsBoundary ARN of the permissions boundary of a role that Weir makes
   * @param amiVersion release of the image; absent for the newest at creation
   * @param amiType image family of EKS
   * @param labels labels of the Nodes
   * @param taints taints of the Nodes
   * @param diskSize root disk in GiB; absent means EKS's default
   * @param instanceType instance type; absent means EKS's default
   * @param scaling bounds of the size; absent for none but the size itself
   * @param remoteAccess SSH access; absent for none
   * @param providerIDList identities of the instances, written by the controller
   * @param capacityType {@code onDemand} or {@code spot}
   * @param awsLaunchTemplate a launch template of the pool's own; absent for EKS's
   * @param lifecycleHooks hooks that hold instances while they start or stop
   * @param nodeRepairConfig whether EKS repairs nodes; absent means not
   */
  public record Spec(
      @Nullable String eksNodegroupName,
      List<String> availabilityZones,
      @Nullable String availabilityZoneSubnetType,
      List<String> subnetIDs,
      Map<String, String> additionalTags,
      List<String> roleAdditionalPolicies,
      @Nullable String roleName,
      @Nullable String rolePath,
      @Nullable String rolePermissionsBoundary,
      @Nullable String amiVersion,
      @Nullable String amiType,
      Map<String, String> labels,
      List<Taint> taints,
      @Nullable Integer diskSize,
      @Nullable String instanceType,
      @Nullable Scaling scaling,
      @Nullable RemoteAccess remoteAccess,
      List<String> providerIDList,
      @Nullable String capacityType,
      @Nullable AWSLaunchTemplate awsLaunchTemplate,
      List<LifecycleHook> lifecycleHooks,
      @Nullable NodeRepairConfig nodeRepairConfig) {

    /** Nothing asked for. */
    public static final Spec EMPTY =
        new Spec(
            null, List.of(), null, List.of(), Map.of(), List.of(), null, null, null, null, null,
            Map.of(), List.of(), null, null, null, null, List.of(), null, null, List.of(), null);

    public Spec {
      availabilityZones = EmptyIfNull.list(availabilityZones);
      subnetIDs = EmptyIfNull.list(subnetIDs);
      additionalTags = EmptyIfNull.map(additionalTags);
      roleAdditionalPolicies = EmptyIfNull.list(roleAdditionalPolicies);
      labels = EmptyIfNull.map(labels);
      taints = EmptyIfNull.list(taints);
      providerIDList = EmptyIfNull.list(providerIDList);
      lifecycleHooks = EmptyIfNull.list(lifecycleHooks);
    }
  }

  /**
   * A taint.
   *
   * @param effect {@code no-schedule}, {@code no-execute} or {@code prefer-no-schedule}
   */
  public record Taint(String effect, String key, String value) {}

  /**
   * Bounds of the size.
   *
   * @param minSize fewest nodes; absent for no bound of the pool's own
   * @param maxSize most nodes; absent for no bound of the pool's own
   */
  public record Scaling(@Nullable Integer minSize, @Nullable Integer maxSize) {}

  /**
   * SSH access.
   *
   * @param sshKeyName EC2 key pair; absent means the control plane's
   * @param sourceSecurityGroups security groups from which it is allowed, beside the cluster's
   * @param isPublic whether it is open to every address
   */
  public record RemoteAccess(
      @Nullable String sshKeyName,
      List<String> sourceSecurityGroups,
      @JsonProperty("public") boolean isPublic) {

    public RemoteAccess {
      sourceSecurityGroups = EmptyIfNull.list(sourceSecurityGroups);
    }
  }

  /**
   * Whether EKS repairs nodes.
   *
   * @param enabled whether it does; absent means not
   */
  public record NodeRepairConfig(@Nullable Boolean enabled) {}

  /**
   * How far the pool came.
   *
   * @param ready whether the node group exists and can run nodes: the contract's signal to core
   * @param replicas instances of the node group
   * @param launchTemplateID ID of the launch template; absent if it is EKS's
   * @param launchTemplateVersion its newest version, as decimal text
   * @param failureReason word for a failure that others took as final
   * @param failureMessage the same for people
   * @param conditions what is true of the pool now
   */
  public record Status(
      boolean ready,
      @Nullable Integer replicas,
      @Nullable String launchTemplateID,
      @Nullable String launchTemplateVersion,
      @Nullable String failureReason,
      @Nullable String failureMessage,
      List<Condition.V1Beta1> conditions) {

    /** None of it set. */
    public static final Status EMPTY = new Status(false, null, null, null, null, null, List.of());

    public Status {
      conditions = EmptyIfNull.list(conditions);
    }
  }
}
