package io.weir.manager.kubeadm;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.OwnerReference;
import io.weir.bootstrap.config.BootstrapDataSecret;
import io.weir.bootstrap.config.JoinTokenSelection;
import io.weir.bootstrap.config.UnusedConfigState;
import io.weir.bootstrap.render.RenderedBootstrapData;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import java.util.Optional;

/** The data Secrets in the management cluster. Throws KubeException. */
final class BootstrapDataStore {

  private final ObjectCache secrets;
  private final KubeClient kube;

  BootstrapDataStore(ObjectCache secrets, KubeClient kube) {
    this.secrets = secrets;
    this.kube = kube;
  }

  /** The config's Secret, from memory; empty if there is none or it holds no data. */
  Optional<ApiObject> find(ApiObject config) {
    return secrets.get(config.key()).filter(BootstrapDataSecret::hasData);
  }

  /** Has a config's Secret remember how far it is on its way out of use, if that is news. */
  ApiObject saveUnusedState(ApiObject secret, UnusedConfigState unusedConfigState) {
    return kube.edit(secret, unusedConfigState::writeTo);
  }

  /**
   * Whether data that was there is gone together with its config, of which the watch has not heard
   * yet: made again, it would be collected again, as often as it is made. Asks the server, and only
   * when data is missing that was reported.
   */
  boolean isDeletedWithConfig(ApiObject config) {
    return !config.at("/status/dataSecretName").asText("").isEmpty()
        && find(config).isEmpty()
        && kube.get(GroupKind.KUBEADM_CONFIG, config.key())
            .filter(now -> now.uid().equals(config.uid()))
            .isEmpty();
  }

  /**
   * Writes the data, if anything differs.
   *
   * @return whom the Secret of that name belongs to, if not to the config; nothing is written then
   */
  Optional<OwnerReference> store(
      ApiObject config,
      String cluster,
      RenderedBootstrapData made,
      JoinTokenSelection joinTokenSelection) {
    Optional<ApiObject> there = secrets.get(config.key());
    if (there.isEmpty()) {
      try {
        ApiObject _ =
            kube.create(BootstrapDataSecret.newSecret(config, cluster, made, joinTokenSelection));
        return Optional.empty();
      } catch (KubeException.AlreadyExists unseen) {
        // It has lost the label by which it is watched.
        there = Optional.of(kube.get(GroupKind.SECRET, config.key()).orElseThrow(() -> unseen));
      }
    }
    Optional<OwnerReference> stranger = BootstrapDataSecret.otherOwner(there.get(), config);
    if (stranger.isEmpty()) {
      ApiObject _ =
          kube.edit(
              there.get(),
              tree -> BootstrapDataSecret.write(tree, config, cluster, made, joinTokenSelection));
    }
    return stranger;
  }
}
