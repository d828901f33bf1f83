package io.weir.pass;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.provider.ManagementObjects;
import io.weir.provider.ProviderException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The management cluster as a pool of API objects needs it: reads from caches that show what the
 * process itself has created and changed, and writes.
 */
public interface ObjectAccess extends ManagementObjects {

  /** For pools that are made of no objects. */
  ObjectAccess NONE = new NoObjects();

  /** What can be said of the objects of a kind. */
  sealed interface Availability {

    /** All of them are known. */
    record Known() implements Availability {}

    /** The kind is not installed, so that there are none. */
    record NotInstalled() implements Availability {}

    /** Nothing can be said now. */
    record Unknown(ProviderException why) implements Availability {}
  }

  /** What can be said of the objects of a kind, which is watched from now on. */
  Availability availability(GroupKind kind);

  /**
   * Applies an object on the server.
   *
   * @param object whole, with namespace; with a UID, it must be that of the object there
   * @param force whether fields are taken over from whoever set them
   * @throws ProviderException sorted by what the caller can do
   */
  void apply(ObjectNode object, boolean force) throws ProviderException;

  /**
   * Changes an object as it was seen, and leaves all else in it as it is.
   *
   * @throws ProviderException sorted by what the caller can do
   */
  void edit(ApiObject object, Consumer<ObjectNode> edit) throws ProviderException;

  /**
   * Asks for the removal of just this object; one that is gone is a success.
   *
   * @throws ProviderException sorted by what the caller can do
   */
  void delete(ApiObject object) throws ProviderException;

  /** Nothing is there, and nothing may be written. */
  final class NoObjects implements ObjectAccess {
    private NoObjects() {}

    @Override
    public Availability availability(GroupKind kind) {
      return new Availability.Unknown(none());
    }

    @Override
    public Optional<ApiObject> find(GroupKind kind, ObjectKey key) {
      return Optional.empty();
    }

    @Override
    public List<ApiObject> owned(GroupKind kind) {
      return List.of();
    }

    @Override
    public void apply(ObjectNode object, boolean force) throws ProviderException {
      throw none();
    }

    @Override
    public void edit(ApiObject object, Consumer<ObjectNode> edit) throws ProviderException {
      throw none();
    }

    @Override
    public void delete(ApiObject object) throws ProviderException {
      throw none();
    }

    private static ProviderException none() {
      return new ProviderException.Rejected("pools of this kind are made of no objects", null);
    }
  }
}
