package io.weir.provider.kit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.pass.SecretAccess;
import io.weir.provider.ProviderException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The management cluster's Secrets in memory, for pools that have one of their own. */
public final class TestSecretStore implements SecretAccess {

  private final Map<String, ObjectNode> secrets = new TreeMap<>();
  private Optional<ApiObject> credentials = Optional.empty();
  private int writes;

  /** How many writes there were. */
  public int writeCount() {
    return writes;
  }

  /** The credentials of the pool's identity lie in its own namespace. */
  public void putCredentials(ApiObject secret) {
    credentials = Optional.of(secret);
  }

  @Override
  public Optional<ApiObject> find(ObjectKey key) {
    return Optional.ofNullable(secrets.get(key.toString()))
        .map(tree -> new ApiObject(tree.deepCopy()));
  }

  @Override
  public Optional<ApiObject> findCredentials(ObjectKey key) {
    return credentials;
  }

  @Override
  public void create(ObjectNode secret) throws ProviderException {
    String key = new ApiObject(secret).key().toString();
    if (secrets.putIfAbsent(key, secret.deepCopy()) != null) {
      throw new ProviderException.Transient("Secret %s exists".formatted(key), null);
    }
    writes++;
  }

  @Override
  public void edit(ApiObject secret, Consumer<ObjectNode> edit) {
    ObjectNode tree = secret.copyTree();
    edit.accept(tree);
    secrets.put(secret.key().toString(), tree);
    writes++;
  }
}
