package io.weir.provider.oci.nodepool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.provider.CreationStep;
import io.weir.provider.PlanStep;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.fingerprint.CanonicalDigest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** One write to OKE. */
public sealed interface NodePoolStep extends PlanStep {

  /** The node pool. */
  String name();

  @Override
  default boolean canBeSkipped() {
    return true;
  }

  /**
   * Creates a node pool. OKE would make a second one of the same name, unless it knows the token.
   *
   * @param creation what all attempts at this creation have in common
   * @param imageNote the note of the image, if Weir has chosen it
   */
  record CreateNodePool(String name, ObjectNode fields, String creation, Optional<String> imageNote)
      implements NodePoolStep, CreationStep {
    @Override
    public String description() {
      return "create node pool " + name;
    }

    @Override
    public String reason() {
      return "it does not exist, %d nodes wanted"
          .formatted(fields.path(DesiredNodePool.CONFIG).path("size").asInt());
    }

    /** OKE refuses a token with another body, so that another body has another token. */
    public String retryToken() {
      return creation + "-" + CanonicalDigest.of(fields).substring(0, 24);
    }

    @Override
    public Object goalKey() {
      return List.of("creation", name, fields);
    }

    @Override
    public ProviderAnnotations annotationsBefore(ProviderAnnotations notes, Instant now) {
      ProviderAnnotations noted =
          CreationStep.super
              .annotationsBefore(notes, now)
              .with(NodePoolNotes.CREATION, Optional.of(creation));
      return imageNote.isPresent() ? noted.with(NodePoolNotes.IMAGE, imageNote) : noted;
    }

    /** What was answered is not to be answered again, should the node pool fail to come. */
    @Override
    public ProviderAnnotations annotationsAfterSuccess(ProviderAnnotations notes) {
      return notes.with(NodePoolNotes.CREATION, Optional.empty());
    }

    @Override
    public ProviderAnnotations annotationsAfterFailure(ProviderAnnotations notes) {
      return CreationStep.super
          .annotationsAfterFailure(notes)
          .with(NodePoolNotes.CREATION, Optional.empty());
    }
  }

  /** Marks a node pool as that of this object. */
  record MarkNodePool(
      String name, String id, String etag, ObjectNode fields, String eventReason, String reason)
      implements NodePoolStep {
    @Override
    public String description() {
      return "mark node pool " + name;
    }

    @Override
    public boolean endsPass() {
      return true;
    }

    @Override
    public boolean canBeSkipped() {
      return false;
    }
  }

  /**
   * Sets what differs.
   *
   * @param endsInstances how many nodes OKE may replace since of it
   * @param imageNote the note of the image, if Weir has chosen it
   */
  record UpdateNodePool(
      String name,
      String id,
      String etag,
      ObjectNode fields,
      int endsInstances,
      String reason,
      Optional<String> imageNote)
      implements NodePoolStep {
    @Override
    public String description() {
      return "update node pool " + name;
    }

    @Override
    public Object goalKey() {
      return List.of("update", id, fields);
    }

    @Override
    public ProviderAnnotations annotationsBefore(ProviderAnnotations notes, Instant now) {
      return imageNote.isPresent() ? notes.with(NodePoolNotes.IMAGE, imageNote) : notes;
    }
  }

  /**
   * Sizes a node pool.
   *
   * @param endsInstances how many nodes OKE ends since fewer are wanted
   */
  record ResizeNodePool(
      String name, String id, String etag, int size, int endsInstances, String reason)
      implements NodePoolStep {
    @Override
    public String description() {
      return "resize node pool " + name;
    }

    @Override
    public Object goalKey() {
      return List.of("size", id, size);
    }
  }

  /**
   * Removes one node, drained as the pool says.
   *
   * @param shrink whether the size falls with it; if not, OKE makes another
   * @param since when that was decided
   */
  record DeleteNode(String name, String id, String node, boolean shrink, Instant since)
      implements NodePoolStep {
    @Override
    public String description() {
      return "delete node %s of node pool %s".formatted(node, name);
    }

    @Override
    public String reason() {
      return shrink ? "fewer nodes are wanted" : "another is to take its place";
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
      return List.of("node", id, node);
    }
  }

  /**
   * Removes a node pool with its nodes.
   *
   * @param endsInstances how many it has
   */
  record DeleteNodePool(String name, String id, String etag, int endsInstances)
      implements NodePoolStep {
    @Override
    public String description() {
      return "delete node pool " + name;
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
      return CreationStep.withoutCreation(notes).with(NodePoolNotes.CREATION, Optional.empty());
    }
  }
}
