package io.weir.provider.aws.eks;

import io.weir.provider.aws.eks.DesiredNodegroup.RemoteAccess;
import io.weir.provider.aws.eks.NodegroupSize.Scaling;
import io.weir.provider.aws.group.ObservedGroup.TemplateReference;
import io.weir.provider.aws.tag.TaggedResource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A node group as EKS shows it.
 *
 * @param cluster the EKS cluster
 * @param name unique in the cluster
 * @param arn its ARN
 * @param status in EKS's words, such as {@code ACTIVE}
 * @param version Kubernetes version of its nodes, a series such as {@code 1.33}
 * @param releaseVersion of the image
 * @param settings what can be changed
 * @param scaling its size and bounds
 * @param amiType in EKS's words; absent if not shown
 * @param capacityType in EKS's words; absent if not shown
 * @param diskSize in GiB; absent if the launch template decides it
 * @param instanceTypes of its nodes; empty if the launch template decides it
 * @param subnets ids
 * @param nodeRole ARN of the role of its nodes
 * @param remoteAccess SSH access; absent for none, or if the launch template decides it
 * @param template launch template that it was asked to use; absent if it is EKS's
 * @param tags its tags
 * @param issues what EKS reports of its health, for people
 * @param groups names of its Auto Scaling groups
 * @param created when it was created
 */
public record ObservedNodegroup(
    String cluster,
    String name,
    String arn,
    String status,
    String version,
    String releaseVersion,
    NodegroupSettings settings,
    Scaling scaling,
    @Nullable String amiType,
    @Nullable String capacityType,
    @Nullable Integer diskSize,
    List<String> instanceTypes,
    List<String> subnets,
    String nodeRole,
    @Nullable RemoteAccess remoteAccess,
    Optional<TemplateReference> template,
    Map<String, String> tags,
    List<String> issues,
    List<String> groups,
    Instant created) {

  private static final String TYPE = "EKS node group";
  private static final String UPDATING = "UPDATING";
  private static final String DELETING = "DELETING";

  public ObservedNodegroup {
    instanceTypes = List.copyOf(instanceTypes);
    subnets = List.copyOf(subnets);
    tags = Map.copyOf(tags);
    issues = issues.stream().sorted().toList();
    groups = groups.stream().sorted().toList();
  }

  /** As what its tags hang on. */
  public TaggedResource resource() {
    return new TaggedResource(TYPE, name, arn);
  }

  /** Whether it is a node group that tags hang on. */
  public static boolean isA(TaggedResource resource) {
    return resource.type().equals(TYPE);
  }

  /** Whether EKS takes changes of it now. */
  public boolean isChangeable() {
    return status.equals("ACTIVE") || status.equals("DEGRADED");
  }

  /** Whether EKS is changing it. */
  public boolean isUpdating() {
    return status.equals(UPDATING);
  }

  /** Whether it is on its way out. */
  public boolean isDeleting() {
    return status.equals(DELETING);
  }

  /** Whether it never came to be. */
  public boolean hasFailedCreation() {
    return status.equals("CREATE_FAILED");
  }

  /** Whether it can run nodes, be it that something is wrong with some. */
  public boolean isReady() {
    return isChangeable() || isUpdating();
  }

  /** Whether it will be something else soon. */
  public boolean isChanging() {
    return isUpdating() || isDeleting() || status.equals("CREATING");
  }

  /** Whether its nodes have the role of this name; also if EKS shows none. */
  public boolean hasRole(String role) {
    return nodeRole.isEmpty() || nodeRole.endsWith("/" + role);
  }

  /** The same while EKS changes it. */
  public ObservedNodegroup updating() {
    return with(UPDATING, tags);
  }

  /** The same while EKS deletes it. */
  public ObservedNodegroup deleting() {
    return with(DELETING, tags);
  }

  /** The same with other tags. */
  public ObservedNodegroup withTags(Map<String, String> other) {
    return with(status, other);
  }

  private ObservedNodegroup with(String newStatus, Map<String, String> newTags) {
    return new ObservedNodegroup(
        cluster,
        name,
        arn,
        newStatus,
        version,
        releaseVersion,
        settings,
        scaling,
        amiType,
        capacityType,
        diskSize,
        instanceTypes,
        subnets,
        nodeRole,
        remoteAccess,
        template,
        newTags,
        issues,
        groups,
        created);
  }
}
