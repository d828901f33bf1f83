package io.weir.provider.aws.eks;

import io.weir.provider.DesiredState;
import io.weir.provider.KubernetesVersion;
import io.weir.provider.aws.template.DesiredTemplate;
import io.weir.provider.managed.KubernetesUpgrade;
import io.weir.provider.managed.VersionSkewPolicy;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an AWSManagedMachinePool should be in AWS, as far as it is known.
 *
 * @param nodegroup its node group
 * @param creatable whether the node group may be made now; if not, one that is there is kept
 * @param hasOwnTemplate whether it uses a launch template of the pool's; if not, EKS makes one
 * @param template that launch template; absent also while it is not known what it should be
 * @param role of its nodes
 * @param version Kubernetes version that its nodes should run; empty for their cluster's at
 *     creation, or where the image brings it
 * @param clusterVersion Kubernetes version of the cluster; empty if it is not known
 * @param remarks fields that have no effect, and why
 */
public record EksDesiredState(
    DesiredNodegroup nodegroup,
    boolean creatable,
    boolean hasOwnTemplate,
    Optional<DesiredTemplate> template,
    DesiredRole role,
    Optional<KubernetesVersion> version,
    String clusterVersion,
    List<String> remarks)
    implements DesiredState {

  /** EKS updates nodes by one minor version at a time, and not beyond their cluster's. */
  private static final VersionSkewPolicy SKEW = new VersionSkewPolicy(false, 3, 1);

  private static final int FIRST_WITHOUT_AL2 = 33;

  public EksDesiredState {
    remarks = List.copyOf(remarks);
  }

  /** Whether it is known what the launch template should be; if not, it stays as it is. */
  public boolean isTemplateKnown() {
    return hasOwnTemplate == template.isPresent();
  }

  /** Whether the launch template names the image, so that EKS decides nothing of it. */
  public boolean hasOwnImage() {
    return template.filter(wanted -> !wanted.data().imageId().isEmpty()).isPresent();
  }

  /** Where the version of the nodes stands. */
  public KubernetesUpgrade upgrade(ObservedNodegroup seen) {
    return new KubernetesUpgrade(
        nodegroup.name(),
        version,
        seen.version(),
        clusterVersion,
        seen.isUpdating(),
        hasNoImage(seen) ? Optional.of(WITHOUT_IMAGE) : Optional.empty(),
        SKEW);
  }

  private static final String WITHOUT_IMAGE =
      "Amazon Linux 2 ends with Kubernetes 1.32: create another pool with another spec.amiType,"
          + " such as AL2023_x86_64_STANDARD";

  private boolean hasNoImage(ObservedNodegroup seen) {
    return isAmazonLinux2(seen.amiType())
        && KubernetesVersion.of(seen.version())
            .filter(now -> now.minor() + 1 >= FIRST_WITHOUT_AL2)
            .isPresent();
  }

  /** Whether EKS has images of this type for no version from 1.33 on. */
  static boolean isAmazonLinux2(@Nullable String amiType) {
    return amiType != null && amiType.startsWith("AL2_");
  }

  /** Whether there are images of Amazon Linux 2 for a version. */
  static boolean hasAmazonLinux2(KubernetesVersion version) {
    return version.minor() < FIRST_WITHOUT_AL2;
  }
}
