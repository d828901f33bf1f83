package io.weir.pass;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.provider.ProviderException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Secrets in memory; writes, and reads of credentials, are written down. */
final class TestSecrets implements SecretAccess {

  private final List<String> events;
  final Map<ObjectKey, ApiObject> stored = new HashMap<>();
  Optional<ProviderException> failure = Optional.empty();

  /** Nothing yet. */
  TestSecrets(List<String> events) {
    this.events = events;
  }

  void put(ObjectNode tree) {
    var secret = new ApiObject(tree.deepCopy());
    stored.put(secret.key(), secret);
  }

  private void fail() throws ProviderException {
    if (failure.isPresent()) {
      throw failure.get();
    }
  }

  @Override
  public Optional<ApiObject> find(ObjectKey key) {
    return Optional.ofNullable(stored.get(key));
  }

  @Override
  public Optional<ApiObject> findCredentials(ObjectKey key) {
    events.add("read credentials " + key);
    return find(key);
  }

  @Override
  public void create(ObjectNode secret) throws ProviderException {
    fail();
    events.add("create Secret " + new ApiObject(secret).key());
    put(secret);
  }

  @Override
  public void edit(ApiObject secret, Consumer<ObjectNode> edit) throws ProviderException {
    fail();
    events.add("edit Secret " + secret.key());
    ObjectNode tree = secret.copyTree();
    edit.accept(tree);
    put(tree);
  }
}
