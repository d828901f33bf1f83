package io.weir.pass;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.provider.ProviderException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Objects in memory; writes are written down. */
final class TestObjects implements ObjectAccess {

  private final List<String> events;
  private final List<String> applied;
  final List<ApiObject> owned = new ArrayList<>();
  Availability availability = new Availability.Known();
  Optional<ProviderException> failure = Optional.empty();

  /**
   * Nothing yet.
   *
   * @param applied the descriptions of the steps that were made
   */
  TestObjects(List<String> events, List<String> applied) {
    this.events = events;
    this.applied = applied;
  }

  @Override
  public Availability availability(GroupKind kind) {
    return availability;
  }

  @Override
  public Optional<ApiObject> find(GroupKind kind, ObjectKey key) {
    return owned.stream().filter(object -> object.name().equals(key.name())).findFirst();
  }

  @Override
  public List<ApiObject> owned(GroupKind kind) {
    return owned;
  }

  @Override
  public void apply(ObjectNode object, boolean force) throws ProviderException {
    if (failure.isPresent()) {
      throw failure.get();
    }
    events.add("apply " + (force ? "by force" : "new"));
    var written = new ApiObject(object);
    applied.add((force ? "update ConfigMap " : "create ConfigMap ") + written.name());
    owned.clear();
    owned.add(written);
  }

  @Override
  public void edit(ApiObject object, Consumer<ObjectNode> edit) throws ProviderException {
    events.add("edit " + object.name());
    ObjectNode edited = object.copyTree();
    edit.accept(edited);
    owned.clear();
    owned.add(new ApiObject(edited));
  }

  @Override
  public void delete(ApiObject object) throws ProviderException {
    events.add("delete " + object.name());
    owned.clear();
  }
}
