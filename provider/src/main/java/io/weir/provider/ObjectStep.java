package io.weir.provider;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import java.util.Map;
import java.util.Optional;

/**
 * One write to the management cluster, which the manager carries out by itself: {@link
 * PoolProvider#apply} is not called. Namespace, owner and marks are those of the pool, whatever the
 * object says.
 */
public sealed interface ObjectStep extends PlanStep {

  /** The kind of the object. */
  GroupKind kind();

  /** Its name, in the pool's namespace. */
  String name();

  /** The UID of the object that the step was planned for; absent if there is none. */
  Optional<String> uid();

  /**
   * Creates the object, or brings the fields that it names to these values.
   *
   * @param object apiVersion, kind, name, and the fields
   */
  record ApplyObject(ObjectNode object, Optional<String> uid, String reason) implements ObjectStep {

    @Override
    public GroupKind kind() {
      return new ApiObject(object).groupKind();
    }

    @Override
    public String name() {
      return new ApiObject(object).name();
    }

    @Override
    public String description() {
      return "%s %s %s".formatted(uid.isPresent() ? "update" : "create", kind().kind(), name());
    }

    @Override
    public String eventReason() {
      return uid.isPresent() ? "UpdateObject" : "CreateObject";
    }
  }

  /**
   * Marks an object as the pool's, which ends the pass.
   *
   * @param claimable why it may be marked
   */
  record ClaimObject(
      GroupKind kind, String name, Optional<String> uid, Ownership.Claimable claimable)
      implements ObjectStep {

    /** Marks this object. */
    public static ClaimObject of(ApiObject object, Ownership.Claimable claimable) {
      return new ClaimObject(
          object.groupKind(), object.name(), Optional.of(object.uid()), claimable);
    }

    @Override
    public String description() {
      return "mark %s %s as this pool's".formatted(kind.kind(), name);
    }

    @Override
    public String reason() {
      return claimable.reason();
    }

    @Override
    public String eventReason() {
      return claimable.eventReason();
    }

    @Override
    public boolean endsPass() {
      return true;
    }
  }

  /**
   * Sets annotations of an object, and leaves all else in it as it is.
   *
   * @param annotations by key; an absent value removes one
   */
  record AnnotateObject(
      GroupKind kind,
      String name,
      Optional<String> uid,
      Map<String, Optional<String>> annotations,
      String reason)
      implements ObjectStep {

    public AnnotateObject {
      annotations = Map.copyOf(annotations);
    }

    /** Annotates this object. */
    public static AnnotateObject of(
        ApiObject object, Map<String, Optional<String>> annotations, String reason) {
      return new AnnotateObject(
          object.groupKind(), object.name(), Optional.of(object.uid()), annotations, reason);
    }

    @Override
    public String description() {
      return "annotate %s %s".formatted(kind.kind(), name);
    }

    @Override
    public String eventReason() {
      return "UpdateObject";
    }
  }

  /** Asks for the object's removal. */
  record DeleteObject(GroupKind kind, String name, Optional<String> uid, String reason)
      implements ObjectStep {

    public DeleteObject {
      if (uid.isEmpty()) {
        throw new IllegalArgumentException("of what is there only: " + name);
      }
    }

    /** Deletes this object. */
    public static DeleteObject of(ApiObject object, String reason) {
      return new DeleteObject(object.groupKind(), object.name(), Optional.of(object.uid()), reason);
    }

    @Override
    public String description() {
      return "delete %s %s".formatted(kind.kind(), name);
    }

    /** Caches do not show at once that it is gone. */
    @Override
    public boolean endsPass() {
      return true;
    }
  }
}
