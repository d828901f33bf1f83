package org.example.toy;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.Instance;
import io.weir.provider.ObservedState;
import io.weir.provider.Ownership;
import io.weir.provider.PoolIdentity;
import io.weir.provider.ProviderAnnotations;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A set of machines as the toy cloud shows it. */
record ToyObservedState(String name, String owner, int size, String state, List<Instance> instances)
    implements ObservedState {

  static ToyObservedState of(JsonNode wire) {
    var instances = new ArrayList<Instance>();
    for (JsonNode machine : wire.path("machines")) {
      String id = machine.path("id").asText();
      var state = Instance.State.valueOf(machine.path("state").asText());
      instances.add(new Instance(id, "toy://" + id, "", state, ""));
    }
    return new ToyObservedState(
        wire.path("name").asText(),
        wire.path("owner").asText(),
        wire.path("size").asInt(),
        wire.path("state").asText(),
        List.copyOf(instances));
  }

  @Override
  public Ownership ownership(PoolIdentity pool, ProviderAnnotations providerAnnotations) {
    return owner.equals(pool.key().toString())
        ? new Ownership.Ours()
        : new Ownership.Foreign("set " + name + " belongs to " + owner + ": rename the pool");
  }

  @Override
  public boolean isChanging() {
    return !state.equals("STILL");
  }

  @Override
  public Optional<String> problem() {
    return Optional.empty();
  }
}
