package io.weir.manager.infrapool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import io.weir.manager.objects.ReferencedSecrets;
import io.weir.pass.SecretAccess;
import io.weir.provider.ProviderException;
import java.util.Optional;
import java.util.function.Consumer;

/** The Secrets that pools have for their bootstrap data. */
record PoolSecretAccess(ReferencedSecrets secrets, WatchedCredentials credentials, KubeClient kube)
    implements SecretAccess {

  @Override
  public Optional<ApiObject> find(ObjectKey key) throws ProviderException {
    try {
      return secrets.find(key);
    } catch (KubeException error) {
      throw ObjectWriteErrors.of(error, true);
    }
  }

  @Override
  public Optional<ApiObject> findCredentials(ObjectKey key) throws ProviderException {
    return credentials.find(key);
  }

  @Override
  public void create(ObjectNode secret) throws ProviderException {
    try {
      ApiObject _ = kube.create(secret);
    } catch (KubeException.AlreadyExists unseen) {
      // Its event brings a pass that says whose it is.
      throw new ProviderException.Transient(String.valueOf(unseen.getMessage()), unseen);
    } catch (KubeException error) {
      throw ObjectWriteErrors.of(error, true);
    }
  }

  @Override
  public void edit(ApiObject secret, Consumer<ObjectNode> edit) throws ProviderException {
    try {
      ApiObject _ = kube.edit(secret, edit);
    } catch (KubeException error) {
      throw ObjectWriteErrors.of(error, true);
    }
  }
}
