package io.weir.provider.oci.instancepool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.provider.CreationStep;
import io.weir.provider.PlanStep;
import io.weir.provider.ProviderAnnotations;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** One write to an instance pool or to a configuration of it. */
public sealed interface InstancePoolStep extends PlanStep {

  /** The instance pool. */
  String name();

  /**
   * Makes a configuration.
   *
   * @param desired what it is made from
   * @param retryToken by which Oracle Cloud knows a repetition
   */
  record CreateInstanceConfiguration(
      String name, DesiredInstancePool desired, String retryToken, String reason)
      implements InstancePoolStep, CreationStep {
    @Override
    public String description() {
      return "create an instance configuration of pool " + name;
    }

    @Override
    public Object goalKey() {
      return List.of("configuration", name, desired.fingerprint());
    }

    /** Without the digest of the bootstrap data, which renews itself. */
    @Override
    public Object backoffKey() {
      return List.of("configuration", name, desired.revision());
    }

    /** What the request has; with the bootstrap data. */
    public ObjectNode fields() {
      return desired.configuration();
    }

    @Override
    public String toString() {
      return "CreateInstanceConfiguration[" + name + "]";
    }
  }

  /**
   * Creates an instance pool. Oracle Cloud would make a second one of the same name, unless it
   * knows the token.
   *
   * @param creation what all attempts at this creation have in common
   * @param retryToken by which Oracle Cloud knows a repetition
   */
  record CreateInstancePool(String name, ObjectNode fields, String creation, String retryToken)
      implements InstancePoolStep, CreationStep {
    /** Whether there is a configuration to make instances from. */
    boolean hasConfiguration() {
      return !fields.path("instanceConfigurationId").asText("").isEmpty();
    }

    @Override
    public String description() {
      return "create instance pool " + name;
    }

    @Override
    public String reason() {
      return "it does not exist, %d instances wanted".formatted(fields.path("size").asInt());
    }

    @Override
    public Object goalKey() {
      return List.of("creation", name, fields);
    }

    @Override
    public ProviderAnnotations annotationsBefore(ProviderAnnotations notes, Instant now) {
      return CreationStep.super
          .annotationsBefore(notes, now)
          .with(InstancePoolNotes.CREATION, Optional.of(creation));
    }

    @Override
    public ProviderAnnotations annotationsAfterSuccess(ProviderAnnotations notes) {
      return notes.with(InstancePoolNotes.CREATION, Optional.empty());
    }

    @Override
    public ProviderAnnotations annotationsAfterFailure(ProviderAnnotations notes) {
      return CreationStep.super
          .annotationsAfterFailure(notes)
          .with(InstancePoolNotes.CREATION, Optional.empty());
    }
  }

  /** Marks an instance pool as that of this object. */
  record MarkInstancePool(
      String name, String id, String etag, ObjectNode fields, String eventReason, String reason)
      implements InstancePoolStep {
    @Override
    public String description() {
      return "mark instance pool " + name;
    }

    @Override
    public boolean endsPass() {
      return true;
    }
  }

  /** Marks a configuration as that of this object. */
  record MarkInstanceConfiguration(
      String name, String id, ObjectNode fields, String eventReason, String reason)
      implements InstancePoolStep {
    @Override
    public String description() {
      return "mark the instance configuration of pool " + name;
    }

    @Override
    public boolean endsPass() {
      return true;
    }
  }

  /** Sets what differs; running instances stay as they are. */
  record UpdateInstancePool(String name, String id, String etag, ObjectNode fields, String reason)
      implements InstancePoolStep {
    @Override
    public String description() {
      return "update instance pool " + name;
    }

    @Override
    public Object goalKey() {
      return List.of("update", id, fields);
    }
  }

  /**
   * Sizes an instance pool.
   *
   * @param endsInstances how many Oracle Cloud ends since fewer are wanted
   */
  record ResizeInstancePool(
      String name, String id, String etag, int size, int endsInstances, String reason)
      implements InstancePoolStep {
    @Override
    public String description() {
      return "resize instance pool " + name;
    }

    @Override
    public Object goalKey() {
      return List.of("size", id, size);
    }
  }

  /**
   * Takes an instance out of its pool and ends it.
   *
   * @param shrink whether the size falls with it; if not, another is made
   * @param since when that was decided
   */
  record EndInstance(String name, String id, String instance, boolean shrink, Instant since)
      implements InstancePoolStep {
    @Override
    public String description() {
      return "end instance %s of instance pool %s".formatted(instance, name);
    }

    @Override
    public String reason() {
      return shrink ? "fewer instances are wanted" : "another is to take its place";
    }

    @Override
    public boolean canBeSkipped() {
      return true;
    }

    @Override
    public int endsInstances() {
      return 1;
    }

    @Override
    public Optional<Instant> decidedAt() {
      return Optional.of(since);
    }

    @Override
    public Object goalKey() {
      return List.of("end", id, instance);
    }
  }

  /**
   * Removes an instance pool with its instances.
   *
   * @param endsInstances how many it has
   */
  record DeleteInstancePool(String name, String id, String etag, int endsInstances)
      implements InstancePoolStep {
    @Override
    public String description() {
      return "delete instance pool " + name;
    }

    @Override
    public String reason() {
      return "its object is being deleted";
    }

    @Override
    public Object goalKey() {
      return "deletion of " + id;
    }

    @Override
    public boolean deletes() {
      return true;
    }

    @Override
    public ProviderAnnotations annotationsAfterSuccess(ProviderAnnotations notes) {
      return CreationStep.withoutCreation(notes).with(InstancePoolNotes.CREATION, Optional.empty());
    }
  }

  /** Removes a configuration that no instance pool and no instance uses. */
  record DeleteInstanceConfiguration(String name, String id, String reason)
      implements InstancePoolStep {
    @Override
    public String description() {
      return "delete instance configuration %s of pool %s".formatted(id, name);
    }

    @Override
    public boolean canBeSkipped() {
      return true;
    }

    @Override
    public boolean deletes() {
      return true;
    }
  }
}
