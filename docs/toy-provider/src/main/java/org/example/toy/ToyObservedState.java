package org.example.toy;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.Instance;
import io.weir.provider.ObservedState;
import io.weir.provider.OwnerMarks;
import io.weir.provider.Ownership;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolMarks;
import io.weir.provider.PoolMembers;
import io.weir.provider.ProviderAnnotations;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A set of machines as the toy cloud shows it. */
record ToyObservedState(
    String name,
    String managementCluster,
    String pool,
    int size,
    String state,
    List<Instance> instances)
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
        wire.path("managementCluster").asText(),
        wire.path("pool").asText(),
        wire.path("size").asInt(),
        wire.path("state").asText(),
        List.copyOf(instances));
  }

  /** Nobody else makes sets, so that only marks tell whose one is. */
  @Override
  public List<Ownership> ownerships(PoolIdentity identity, ProviderAnnotations annotations) {
    PoolMarks wanted = identity.claim().marks();
    String remedy =
        "set its managementCluster to %s and its pool to %s"
            .formatted(wanted.managementCluster(), wanted.pool());
    var marks =
        new OwnerMarks(
            "set " + name,
            managementCluster,
            pool,
            OwnerMarks.Origin.UNKNOWN,
            PoolMembers.of(instances.stream()).ids(),
            remedy);
    return List.of(Ownership.of(marks, identity.claim()));
  }

  /** Whether the machine is there and not on its way out. */
  boolean isStaying(String machine) {
    return instances.stream()
        .anyMatch(each -> each.id().equals(machine) && each.state() != Instance.State.TERMINATING);
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
