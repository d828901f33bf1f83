package org.example.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.Freshness;
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
import java.util.OptionalInt;

/**
 * A fleet and its machines, which the cloud shows apart.
 *
 * @param wire the fleet as the cloud shows it
 * @param failure why its latest operation failed; empty if it did not, or nobody has read it
 */
record ObservedFleet(JsonNode wire, List<Instance> instances, Optional<String> failure)
    implements ObservedState {

  static ObservedFleet of(JsonNode wire, JsonNode machines) {
    var instances = new ArrayList<Instance>();
    for (JsonNode machine : machines) {
      String id = machine.path("id").asText();
      instances.add(
          new Instance(
              id,
              "fleet://" + id,
              "",
              Instance.State.valueOf(machine.path("state").asText()),
              machine.path("fingerprint").asText()));
    }
    return new ObservedFleet(wire, List.copyOf(instances), Optional.empty());
  }

  /** The same as an answer to a write shows it; the machines are as they were. */
  ObservedFleet with(JsonNode answer) {
    return new ObservedFleet(answer, instances, Optional.empty());
  }

  ObservedFleet withFailure(Optional<String> why) {
    return new ObservedFleet(wire, instances, why);
  }

  /** The same, the end of a machine having been asked for. */
  ObservedFleet withEnding(String machine) {
    return new ObservedFleet(
        wire,
        instances.stream()
            .map(each -> each.id().equals(machine) ? each.in(Instance.State.TERMINATING) : each)
            .toList(),
        failure);
  }

  String name() {
    return wire.path("name").asText();
  }

  int size() {
    return wire.path("size").asInt();
  }

  /** What the model carries of which new machines are made. */
  String fingerprint() {
    return wire.path("fingerprint").asText();
  }

  /** The operation that the cloud began last; empty if there was none. */
  String operation() {
    return wire.path("operation").asText();
  }

  boolean isIn(String state) {
    return wire.path("state").asText().equals(state);
  }

  boolean isStaying(String machine) {
    return instances.stream().anyMatch(each -> each.id().equals(machine) && !each.isEnding());
  }

  /** Whether a machine is as it would be made now. */
  static Freshness freshness(DesiredFleet want, Instance machine) {
    var change = want.changeFrom(machine.revision());
    return switch (change.difference()) {
      case UNKNOWN -> Freshness.UNKNOWN;
      default -> change.outdatesInstances() ? Freshness.OUTDATED : Freshness.CURRENT;
    };
  }

  @Override
  public List<Ownership> ownerships(PoolIdentity identity, ProviderAnnotations annotations) {
    PoolMarks wanted = identity.claim().marks();
    var marks =
        new OwnerMarks(
            "fleet " + name(),
            wire.path("managementCluster").asText(),
            wire.path("pool").asText(),
            OwnerMarks.Origin.UNKNOWN,
            PoolMembers.of(instances.stream()).ids(),
            "set its managementCluster to %s and its pool to %s"
                .formatted(wanted.managementCluster(), wanted.pool()));
    return List.of(Ownership.of(marks, identity.claim()));
  }

  @Override
  public OptionalInt requestedSize() {
    return OptionalInt.of(size());
  }

  @Override
  public boolean isChanging() {
    return !isIn("READY") || instances.stream().anyMatch(Instance::isEnding);
  }

  @Override
  public Optional<String> problem() {
    return failure;
  }
}
