package io.weir.clouds.azure.compute;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.InstanceState;
import io.weir.clouds.site.LongOperation;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A virtual machine of a scale set. Guarded by the lock of its site. */
final class ScaleSetInstance {
  /** What its hardware does. */
  enum Power {
    /** There is none yet, or none any more. */
    NONE("unknown"),
    /** It starts. */
    STARTING("starting"),
    /** It runs. */
    RUNNING("running"),
    /** It has stopped, and the hardware is kept. */
    STOPPED("stopped"),
    /** It was given back. */
    DEALLOCATED("deallocated");

    private final String word;

    Power(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }
  }

  final ScaleSet set;
  final String id;
  final String vmId;
  final String computerName;
  final String zone;
  final String address;
  final Instant created;

  /** What it was made from, with what Azure never shows: size, plan and profile. */
  ObjectNode model;

  int modelVersion;
  String provisioningState = "Creating";
  Power power = Power.NONE;
  LongOperation.@Nullable Failure failure;

  /** How far each of its extensions is. */
  final Map<String, String> extensions = new TreeMap<>();

  /** Made beyond the capacity, to be deleted when enough others are there. */
  boolean surplus;

  ScaleSetInstance(
      ScaleSet set,
      String id,
      String vmId,
      String computerName,
      String zone,
      String address,
      Instant created,
      ObjectNode model,
      int modelVersion) {
    this.set = set;
    this.id = id;
    this.vmId = vmId;
    this.computerName = computerName;
    this.zone = zone;
    this.address = address;
    this.created = created;
    this.model = model;
    this.modelVersion = modelVersion;
  }

  /** What it is called as a resource. */
  String name() {
    return set.isFlexible() ? id : set.name() + "_" + id;
  }

  boolean hasState(String state) {
    return provisioningState.equals(state);
  }

  boolean isDeleting() {
    return hasState("Deleting");
  }

  /** Whether Azure still works on it. */
  boolean isMoving() {
    return hasState("Creating") || hasState("Updating") || isDeleting();
  }

  boolean isRunning() {
    return power == Power.RUNNING;
  }

  boolean isLatest() {
    return modelVersion == set.modelVersion;
  }

  String size() {
    return model.path("sku").asText();
  }

  InstanceState.Phase phase() {
    if (isDeleting()) {
      return InstanceState.Phase.TERMINATING;
    }
    return switch (power) {
      case RUNNING -> InstanceState.Phase.RUNNING;
      case STOPPED, DEALLOCATED -> InstanceState.Phase.FAILED;
      case NONE, STARTING ->
          hasState("Failed") ? InstanceState.Phase.FAILED : InstanceState.Phase.PENDING;
    };
  }
}
