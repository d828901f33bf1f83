package io.weir.manager.bootstrap;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.bootstrap.config.BootstrapDataSecret;
import io.weir.bootstrap.config.ConfigProblem;
import io.weir.bootstrap.config.JoinTokenSelection;
import io.weir.bootstrap.config.UnusedConfigState;
import io.weir.bootstrap.render.RenderedBootstrapData;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import io.weir.manager.objects.SecretRetention;
import java.util.Optional;

/** The data Secrets in the management cluster. Throws KubeException. */
public final class BootstrapDataStore {

  private final ObjectCache secrets;
  private final KubeClient kube;

  /** Of the management cluster. */
  public BootstrapDataStore(ObjectCache secrets, KubeClient kube) {
    this.secrets = secrets;
    this.kube = kube;
  }

  /** The config's own Secret, from memory; empty if there is none or it holds no data. */
  public Optional<ApiObject> find(ApiObject config) {
    return known(config)
        .filter(secret -> BootstrapDataSecret.isOf(secret, config))
        .filter(BootstrapDataSecret::hasData);
  }

  /** Why nothing can be stored for the config, as far as memory tells. */
  public Optional<ConfigProblem> problem(ApiObject config) {
    return ConfigProblem.ofName(config, known(config));
  }

  private Optional<ApiObject> known(ApiObject config) {
    return SecretRetention.whole(secrets.get(config.key()), kube);
  }

  /** Has a config's Secret remember how far it is on its way out of use, if that is news. */
  public ApiObject saveUnusedState(ApiObject secret, UnusedConfigState unusedConfigState) {
    return kube.edit(secret, unusedConfigState::writeTo);
  }

  /**
   * Whether data that was there is gone together with its config, of which the watch has not heard
   * yet: made again, it would be collected again, as often as it is made. Asks the server, and only
   * when data is missing that was reported.
   */
  public boolean isDeletedWithConfig(ApiObject config) {
    return !config.at("/status/dataSecretName").asText("").isEmpty()
        && find(config).isEmpty()
        && kube.get(config.groupKind(), config.key())
            .filter(now -> now.uid().equals(config.uid()))
            .isEmpty();
  }

  /**
   * Writes the data, if anything differs.
   *
   * @return why not, if the Secret of that name is somebody else's; nothing is written then
   */
  public Optional<ConfigProblem> store(
      ApiObject config,
      String cluster,
      RenderedBootstrapData made,
      JoinTokenSelection joinTokenSelection) {
    Optional<ApiObject> there = known(config);
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
    Optional<ConfigProblem> foreign = ConfigProblem.ofName(config, there);
    if (foreign.isEmpty()) {
      ApiObject _ =
          kube.editKept(
              there.get(),
              tree -> BootstrapDataSecret.write(tree, config, cluster, made, joinTokenSelection));
    }
    return foreign;
  }
}
