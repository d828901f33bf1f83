package io.weir.bootstrap.config;

import io.weir.api.ObjectKey;
import java.util.Optional;
import java.util.Set;

/**
 * The names under which Cluster API looks for the Secrets of a Cluster: {@code
 * <cluster>-<purpose>}; pure.
 */
public final class ClusterSecretNames {

  private static final String KUBECONFIG = "kubeconfig";

  /** What is signed by whoever has the key in one of these is trusted in the whole cluster. */
  private static final Set<String> AUTHORITIES = Set.of("ca", "etcd", "proxy", "sa");

  private ClusterSecretNames() {}

  /** Whether a Secret of the name is a Cluster's, or would become one's that is yet to come. */
  public static boolean isReserved(String name) {
    return purpose(name).filter(ClusterSecretNames::isPurpose).isPresent();
  }

  /** The Cluster whose kubeconfig a Secret of the name is, if it exists. */
  public static Optional<ObjectKey> clusterOfKubeconfig(ObjectKey secret) {
    return cluster(secret, Set.of(KUBECONFIG));
  }

  /** The Cluster whose authority a Secret of the name is, if it exists. */
  static Optional<ObjectKey> clusterOfAuthority(ObjectKey secret) {
    return cluster(secret, AUTHORITIES);
  }

  private static Optional<ObjectKey> cluster(ObjectKey secret, Set<String> purposes) {
    return purpose(secret.name())
        .filter(purposes::contains)
        .map(
            purpose ->
                new ObjectKey(
                    secret.namespace(),
                    secret.name().substring(0, secret.name().length() - purpose.length() - 1)));
  }

  private static boolean isPurpose(String text) {
    return text.equals(KUBECONFIG) || AUTHORITIES.contains(text);
  }

  private static Optional<String> purpose(String name) {
    int dash = name.lastIndexOf('-');
    return dash <= 0 ? Optional.empty() : Optional.of(name.substring(dash + 1));
  }
}
