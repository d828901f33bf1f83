package io.weir.provider.scaleway.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.provider.CreationStep;
import io.weir.provider.PlanStep;
import io.weir.provider.ProviderAnnotations;
import java.util.List;
import java.util.Locale;

/** One write to Kapsule. None needs one before it, so one that cannot be made holds up no other. */
public sealed interface KapsuleStep extends PlanStep {

  /** The pool. */
  String name();

  @Override
  default String description() {
    return getClass().getSimpleName().toLowerCase(Locale.ROOT) + " pool " + name();
  }

  @Override
  default boolean canBeSkipped() {
    return true;
  }

  /** Makes a pool. Kapsule would make a second one of the same name. */
  record Create(String name, ObjectNode pool) implements KapsuleStep, CreationStep {
    @Override
    public String reason() {
      return "it does not exist, %d nodes wanted".formatted(pool.path("size").asInt());
    }
  }

  /** Marks a pool as that of this object. */
  record Mark(String name, String id, List<String> tags, String eventReason, String reason)
      implements KapsuleStep {
    @Override
    public boolean endsPass() {
      return true;
    }

    @Override
    public boolean canBeSkipped() {
      return false;
    }
  }

  /** Sets what differs. */
  record Update(String name, String id, ObjectNode fields, String reason) implements KapsuleStep {}

  /**
   * Sizes a pool.
   *
   * @param endsInstances how many nodes Kapsule ends since fewer are wanted
   */
  record Resize(String name, String id, int size, int endsInstances, String reason)
      implements KapsuleStep {
    @Override
    public Object goalKey() {
      return "size of " + id + " " + size;
    }
  }

  /**
   * Lets Kapsule replace the nodes by such of its cluster's version.
   *
   * @param endsInstances how many there are
   */
  record Upgrade(String name, String id, String version, int endsInstances, String reason)
      implements KapsuleStep {
    @Override
    public Object goalKey() {
      return List.of("upgrade", id, version);
    }
  }

  /**
   * Removes a pool with its nodes.
   *
   * @param endsInstances how many it has
   */
  record Delete(String name, String id, int endsInstances) implements KapsuleStep {
    @Override
    public Object goalKey() {
      return "deletion of " + id;
    }

    @Override
    public String reason() {
      return "its object is being deleted";
    }

    @Override
    public boolean deletes() {
      return true;
    }

    @Override
    public ProviderAnnotations annotationsAfterSuccess(ProviderAnnotations providerAnnotations) {
      return CreationStep.withoutCreation(providerAnnotations);
    }
  }
}
