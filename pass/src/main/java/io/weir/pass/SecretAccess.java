package io.weir.pass;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.provider.ProviderException;
import java.util.Optional;
import java.util.function.Consumer;

/** The Secrets of the management cluster, as far as a pool that has one of its own needs them. */
public interface SecretAccess {

  /** For pools that have none. */
  SecretAccess NONE = new NoSecrets();

  /**
   * The pool's own, whoever made it.
   *
   * @throws ProviderException if it could not be read
   */
  Optional<ApiObject> find(ObjectKey key) throws ProviderException;

  /**
   * The Secret that a scope's credentials are in.
   *
   * @throws ProviderException if it could not be read
   */
  Optional<ApiObject> findCredentials(ObjectKey key) throws ProviderException;

  /**
   * Creates a Secret where there is none.
   *
   * @throws ProviderException sorted by what the caller can do; {@code Transient} if there is one
   *     that was not seen yet
   */
  void create(ObjectNode secret) throws ProviderException;

  /**
   * Changes a Secret as it was seen.
   *
   * @throws ProviderException sorted by what the caller can do
   */
  void edit(ApiObject secret, Consumer<ObjectNode> edit) throws ProviderException;

  /** Nothing is there, and nothing may be written. */
  final class NoSecrets implements SecretAccess {
    private NoSecrets() {}

    @Override
    public Optional<ApiObject> find(ObjectKey key) {
      return Optional.empty();
    }

    @Override
    public Optional<ApiObject> findCredentials(ObjectKey key) {
      return Optional.empty();
    }

    @Override
    public void create(ObjectNode secret) throws ProviderException {
      throw none();
    }

    @Override
    public void edit(ApiObject secret, Consumer<ObjectNode> edit) throws ProviderException {
      throw none();
    }

    private static ProviderException none() {
      return new ProviderException.Rejected("pools of this kind have no Secret", null);
    }
  }
}
