package io.weir.provider.managed;

import io.weir.provider.KubernetesVersion;
import java.util.Optional;

/**
 * Which versions of Kubernetes a cloud gives the nodes of a cluster, and how it gets them there.
 * Nodes are never newer than their cluster, wherever they are.
 *
 * @param clusterVersionOnly whether nodes are upgraded to the version of their cluster and to no
 *     other
 * @param minorsBehind by how many minor versions the cloud lets nodes be older than their cluster,
 *     unless Kubernetes supports less
 * @param minorsPerUpgrade by how many minor versions one upgrade of a pool may go up
 * @see <a href="https://kubernetes.io/releases/version-skew-policy/">Version skew policy</a>
 */
public record VersionSkewPolicy(
    boolean clusterVersionOnly, int minorsBehind, int minorsPerUpgrade) {

  /** Nodes are upgraded to the version of their cluster, from whatever they run. */
  public static final VersionSkewPolicy CLUSTER_VERSION_ONLY =
      new VersionSkewPolicy(true, 0, Integer.MAX_VALUE);

  /** From this minor version on, an API server takes kubelets that are three older; before, two. */
  private static final int THREE_BEHIND_SINCE = 28;

  /** The oldest series that nodes of this cluster may have. */
  public KubernetesVersion oldest(KubernetesVersion cluster) {
    return series(cluster.major(), cluster.minor() - minorsBehind(cluster.minor()));
  }

  private int minorsBehind(int clusterMinor) {
    return Math.min(minorsBehind, clusterMinor >= THREE_BEHIND_SINCE ? 3 : 2);
  }

  /** Whether the cluster is too new for nodes of this version. */
  boolean isTooOld(KubernetesVersion version, KubernetesVersion cluster) {
    return (clusterVersionOnly ? cluster : oldest(cluster)).compare(version) > 0;
  }

  /**
   * The version that the next upgrade goes to; empty while the cluster must be upgraded first. A
   * series where the cloud may choose the patch version.
   *
   * @param now what the nodes run; older than what is wanted
   * @param wanted what is wanted; not too old for the cluster
   */
  Optional<KubernetesVersion> next(
      KubernetesVersion now, KubernetesVersion wanted, KubernetesVersion cluster) {
    if (clusterVersionOnly) {
      return Optional.of(cluster).filter(version -> version.compare(wanted) == 0);
    }
    boolean clusterBehind = cluster.compare(wanted) < 0;
    if (clusterBehind && !isOnTheWay(now, wanted, cluster) && !holdsUp(now, wanted, cluster)) {
      return Optional.empty();
    }
    KubernetesVersion goal = clusterBehind ? cluster : wanted;
    boolean tooFar = goal.minor() - now.minor() > minorsPerUpgrade;
    return Optional.of(tooFar ? series(now.major(), now.minor() + minorsPerUpgrade) : goal)
        .filter(version -> version.compare(now) > 0);
  }

  /**
   * Whether what the cluster already takes lies on the way, so that no node is replaced in vain.
   */
  private boolean isOnTheWay(
      KubernetesVersion now, KubernetesVersion wanted, KubernetesVersion cluster) {
    return wanted.minor() - now.minor() > minorsPerUpgrade
        && cluster.minor() - now.minor() >= minorsPerUpgrade;
  }

  /** Whether the cluster cannot be upgraded before these nodes are. */
  private boolean holdsUp(
      KubernetesVersion now, KubernetesVersion wanted, KubernetesVersion cluster) {
    int next = cluster.minor() + 1;
    return wanted.minor() >= next && next - now.minor() > minorsBehind(next);
  }

  private static KubernetesVersion series(int major, int minor) {
    return new KubernetesVersion(major, Math.max(0, minor), -1);
  }
}
