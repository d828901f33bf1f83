package io.weir.manager.cluster;

import io.weir.api.ApiObject;
import io.weir.api.EventReasons;
import io.weir.api.GroupKind;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.bootstrap.kubeadm.CaSecret;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import io.weir.manager.objects.SecretRetention;
import java.util.Optional;

/**
 * Keeps the Secret with the CA of a Cluster that exists already as its kubeconfig or its cloud
 * says, unless it is somebody else's. Machines trust what is in it, and a CA may be replaced.
 */
public final class CaSecretWriter {

  private final ObjectCache secrets;
  private final KubeClient kube;
  private final EventRecorder events;

  /**
   * Writes by a client.
   *
   * @param secrets the Secrets with a cluster label
   */
  public CaSecretWriter(ObjectCache secrets, KubeClient kube, EventRecorder events) {
    this.secrets = secrets;
    this.kube = kube;
    this.events = events;
  }

  /**
   * Makes the Secret, or brings ours up to date. Throws KubeException.
   *
   * @param pem certificates by which the API server was just proven to be the one, or which its
   *     cloud has just told; empty if neither says anything of the cluster's CA
   * @return what people must know, with the remedy: somebody's Secret does not fit
   */
  public Optional<String> createOrUpdate(ApiObject cluster, String pem) {
    if (pem.isEmpty()) {
      return Optional.empty();
    }
    Optional<ApiObject> there =
        SecretRetention.whole(secrets.get(CaSecret.key(cluster.key())), kube)
            .or(() -> unlessMade(cluster, pem));
    return there.flatMap(secret -> compare(secret, cluster, pem));
  }

  /** Makes it; if there is one after all, it is somebody's own, and counts. */
  private Optional<ApiObject> unlessMade(ApiObject cluster, String pem) {
    ObjectKey key = CaSecret.key(cluster.key());
    try {
      ApiObject _ = kube.create(CaSecret.newSecret(cluster, pem));
      return Optional.empty();
    } catch (KubeException.NamespaceTerminating _) {
      return Optional.empty(); // the Cluster goes next, and its event tells
    } catch (KubeException.AlreadyExists _) {
      // With the label it is seen from memory the next time.
      return kube.get(GroupKind.SECRET, key)
          .map(
              own ->
                  kube.edit(
                      own,
                      tree ->
                          MetadataEdits.setLabel(tree, MetadataKeys.CLUSTER_NAME, cluster.name())));
    }
  }

  private Optional<String> compare(ApiObject secret, ApiObject cluster, String pem) {
    if (secret.isDeleting() || CaSecret.hasExactly(secret, pem)) {
      return Optional.empty();
    }
    if (CaSecret.isOurs(secret, cluster)) {
      ApiObject _ = kube.edit(secret, tree -> CaSecret.putCertificates(tree, pem));
      events.normal(
          cluster,
          EventReasons.AUTHORITY_FOLLOWED,
          "Attach",
          "%s now holds the new CA of the cluster; machines that start from now on trust it"
              .formatted(secret));
      return Optional.empty();
    }
    return CaSecret.hasAnyOf(secret, pem)
        ? Optional.empty()
        : Optional.of(
            "%s holds none of the CA certificates of the cluster, and machines trust only what it holds; if the cluster's CA was replaced, put the new certificate there under key %s"
                .formatted(secret, CaSecret.CERTIFICATES));
  }
}
