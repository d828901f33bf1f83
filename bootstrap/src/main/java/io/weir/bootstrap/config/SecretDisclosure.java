package io.weir.bootstrap.config;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.OwnerReference;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which values of Secrets a config may have its machines given. Whoever may write a config names
 * any Secret of the namespace, without a right to read it, and whoever can start a program on a
 * machine reads its data: so what no machine needs, and opens a cluster, is not given; pure.
 */
public final class SecretDisclosure {

  private static final String ACCOUNT_TOKEN = "kubernetes.io/service-account-token";
  private static final String JOIN_TOKEN = "bootstrap.kubernetes.io/token";
  private static final String SIGNING_KEY = "tls.key";
  private static final Set<GroupKind> CONFIGS =
      Set.of(
          GroupKind.KUBEADM_CONFIG,
          GroupKind.EKS_CONFIG,
          GroupKind.NODEADM_CONFIG,
          GroupKind.GKE_CONFIG);

  private SecretDisclosure() {}

  /**
   * Why the value is not given; empty if it is.
   *
   * @param key of the value
   * @param clusters whether there is a Cluster of the name
   */
  public static Optional<String> refusal(
      ApiObject secret, String key, Predicate<ObjectKey> clusters) {
    return kept(secret, key, clusters)
        .map(
            what ->
                "Secret %s is %s, which machines are not given; copy what they need into another Secret, of type Opaque"
                    .formatted(secret.name(), what));
  }

  private static Optional<String> kept(
      ApiObject secret, String key, Predicate<ObjectKey> clusters) {
    String type = secret.at("/type").asText("");
    if (type.equals(ACCOUNT_TOKEN)) {
      return Optional.of("the token of a ServiceAccount");
    }
    if (type.equals(JOIN_TOKEN)) {
      return Optional.of("a join token");
    }
    Optional<OwnerReference> config =
        secret.controller().filter(owner -> CONFIGS.contains(owner.groupKind()));
    if (config.isPresent()) {
      return config.map(
          owner -> "the bootstrap data of %s %s".formatted(owner.kind(), owner.name()));
    }
    return ClusterSecretNames.clusterOfKubeconfig(secret.key())
        .filter(clusters)
        .map(cluster -> "the kubeconfig of Cluster " + cluster.name())
        .or(
            () ->
                ClusterSecretNames.clusterOfAuthority(secret.key())
                    .filter(_ -> key.equals(SIGNING_KEY))
                    .filter(clusters)
                    .map(cluster -> "an authority of Cluster " + cluster.name()));
  }
}
