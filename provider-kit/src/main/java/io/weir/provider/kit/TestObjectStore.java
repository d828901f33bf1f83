package io.weir.provider.kit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.pass.ObjectAccess;
import io.weir.provider.PoolMarks;
import io.weir.provider.ProviderException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * The management cluster's objects in memory, for pools that are made of them. It applies as an API
 * server does, without a record of who set which field.
 */
public final class TestObjectStore {

  private final Map<String, ObjectNode> objects = new TreeMap<>();
  private final Set<GroupKind> uninstalled = new HashSet<>();
  private Optional<ProviderException> failure = Optional.empty();
  private boolean failAfterwards;
  private Runnable beforeWrite = () -> {};
  private int writes;

  /** How many writes took effect. */
  public int writeCount() {
    return writes;
  }

  /** The object as it stands. */
  public Optional<ApiObject> find(GroupKind kind, ObjectKey key) {
    return Optional.ofNullable(objects.get(id(kind, key)))
        .map(tree -> new ApiObject(tree.deepCopy()));
  }

  /** All objects. */
  public List<ApiObject> all() {
    return objects.values().stream().map(tree -> new ApiObject(tree.deepCopy())).toList();
  }

  /** Stores an object as somebody else would; its UID is new, unless it is there already. */
  public void put(ObjectNode tree) {
    var object = new ApiObject(tree);
    String uid = find(object.groupKind(), object.key()).map(ApiObject::uid).orElseGet(this::newUid);
    ObjectNode copy = tree.deepCopy();
    copy.withObject("/metadata").put("uid", uid);
    objects.put(id(object.groupKind(), object.key()), copy);
  }

  /** The kind is not installed from now on, and its objects are not to be seen. */
  public void uninstall(GroupKind kind) {
    uninstalled.add(kind);
  }

  /** The kind is installed again. */
  public void install(GroupKind kind) {
    uninstalled.remove(kind);
  }

  /**
   * Makes the next write fail.
   *
   * @param afterwards whether it takes effect nevertheless
   */
  public void failWrite(ProviderException error, boolean afterwards) {
    failure = Optional.of(error);
    failAfterwards = afterwards;
  }

  /** Does something once, after the next write was planned and before it is made. */
  public void beforeNextWrite(Runnable action) {
    beforeWrite = action;
  }

  /** Stores another object of that kind and name. */
  public void replace(GroupKind kind, ObjectKey key) {
    ObjectNode tree = find(kind, key).orElseThrow().copyTree();
    var _ = objects.remove(id(kind, key));
    put(tree);
  }

  private String newUid() {
    return UUID.randomUUID().toString();
  }

  private static String id(GroupKind kind, ObjectKey key) {
    return kind + " " + key;
  }

  /** As a pool sees it. */
  ObjectAccess access(ObjectKey pool, PoolMarks marks) {
    return new Access(pool, marks);
  }

  private interface Write {
    void run() throws ProviderException;
  }

  private void write(Write write) throws ProviderException {
    Runnable before = beforeWrite;
    beforeWrite = () -> {};
    before.run();
    Optional<ProviderException> now = failure;
    failure = Optional.empty();
    if (now.isEmpty() || failAfterwards) {
      write.run();
      writes++;
    }
    if (now.isPresent()) {
      throw now.get();
    }
  }

  private void apply(ObjectNode object, boolean force) throws ProviderException {
    var wanted = new ApiObject(object);
    GroupKind kind = wanted.groupKind();
    if (uninstalled.contains(kind)) {
      throw new ProviderException.Rejected(kind + " is not installed: install its CRD", null);
    }
    Optional<ApiObject> there = find(kind, wanted.key());
    String uid = object.at("/metadata/uid").asText("");
    if (!uid.isEmpty() && there.filter(found -> found.uid().equals(uid)).isEmpty()) {
      throw new ProviderException.Ambiguous(wanted + " is another by now", null);
    }
    ObjectNode merged = there.map(ApiObject::copyTree).orElseGet(object::deepCopy);
    if (!merge(merged, object) && !force) {
      throw new ProviderException.Rejected("conflict with who set fields of " + wanted, null);
    }
    put(merged);
  }

  /** Whether no field had another value. */
  private static boolean merge(ObjectNode into, ObjectNode from) {
    boolean peaceful = true;
    for (Map.Entry<String, JsonNode> field : from.properties()) {
      JsonNode there = into.get(field.getKey());
      if (there instanceof ObjectNode inner && field.getValue() instanceof ObjectNode wanted) {
        peaceful &= merge(inner, wanted);
      } else {
        peaceful &= there == null || there.equals(field.getValue());
        into.set(field.getKey(), field.getValue().deepCopy());
      }
    }
    return peaceful;
  }

  private final class Access implements ObjectAccess {
    private final ObjectKey pool;
    private final PoolMarks marks;

    Access(ObjectKey pool, PoolMarks marks) {
      this.pool = pool;
      this.marks = marks;
    }

    @Override
    public Availability availability(GroupKind kind) {
      return uninstalled.contains(kind)
          ? new Availability.NotInstalled()
          : new Availability.Known();
    }

    @Override
    public Optional<ApiObject> find(GroupKind kind, ObjectKey key) {
      return uninstalled.contains(kind) ? Optional.empty() : TestObjectStore.this.find(kind, key);
    }

    @Override
    public List<ApiObject> owned(GroupKind kind) {
      var owned = new ArrayList<ApiObject>();
      for (ApiObject object : all()) {
        if (object.groupKind().equals(kind)
            && object.namespace().equals(pool.namespace())
            && object.annotation(PoolMarks.POOL_KEY).filter(marks.pool()::equals).isPresent()) {
          owned.add(object);
        }
      }
      return owned;
    }

    @Override
    public void apply(ObjectNode object, boolean force) throws ProviderException {
      write(() -> TestObjectStore.this.apply(object, force));
    }

    @Override
    public void edit(ApiObject object, Consumer<ObjectNode> edit) throws ProviderException {
      write(
          () -> {
            require(object);
            ObjectNode tree = object.copyTree();
            edit.accept(tree);
            put(tree);
          });
    }

    @Override
    public void delete(ApiObject object) throws ProviderException {
      write(
          () -> {
            require(object);
            objects.remove(id(object.groupKind(), object.key()));
          });
    }

    private void require(ApiObject object) throws ProviderException {
      boolean same =
          TestObjectStore.this
              .find(object.groupKind(), object.key())
              .filter(found -> found.uid().equals(object.uid()))
              .isPresent();
      if (!same) {
        throw new ProviderException.Ambiguous(object + " is another by now", null);
      }
    }
  }
}
