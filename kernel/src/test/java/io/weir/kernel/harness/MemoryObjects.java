package io.weir.kernel.harness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.api.OwnerReference;
import io.weir.kernel.cache.KindRegistry;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.Resource;
import io.weir.kernel.kube.ResourceLookup;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The objects of a {@link MemoryApiServer} and what becomes of them when they are written: versions
 * and generations, conflicts, finalizers, the dependents of what is gone, and what watches are told
 * of all that. Nothing is validated, defaulted, pruned or converted, and namespaces need not exist.
 */
final class MemoryObjects implements ResourceLookup {

  private static final AtomicLong STORES = new AtomicLong();
  private static final int REMEMBERED = 5_000;
  private static final List<Resource> BUILT_IN =
      Stream.of(
              GroupKind.SECRET,
              GroupKind.CUSTOM_RESOURCE_DEFINITION,
              BuiltInKinds.CONFIG_MAP,
              BuiltInKinds.EVENT,
              BuiltInKinds.LEASE,
              BuiltInKinds.NAMESPACE,
              BuiltInKinds.NODE,
              BuiltInKinds.POD,
              BuiltInKinds.PERSISTENT_VOLUME_CLAIM,
              BuiltInKinds.VOLUME_ATTACHMENT)
          .map(kind -> BuiltInKinds.LOOKUP.find(kind).orElseThrow())
          .toList();

  /** What only the server says of an object. */
  private static final Set<String> ITS_OWN =
      Set.of("uid", "creationTimestamp", "deletionTimestamp", "generation", "resourceVersion");

  private final long store = STORES.incrementAndGet();
  private final InstantSource clock;
  private final Consumer<Event> changed;
  private final TreeMap<String, ApiObject> objects = new TreeMap<>();
  private final ArrayDeque<Event> history = new ArrayDeque<>();
  private long forgotten = 1;
  private long version = 1;

  /**
   * A change of an object.
   *
   * @param version of all objects after it
   * @param before empty for a new one
   * @param after empty for one that is gone
   */
  record Event(long version, Optional<ApiObject> before, Optional<ApiObject> after) {}

  /** A request that has no effect. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1;
    private final int code;
    private final String reason;

    Refused(int code, String reason, String message) {
      super(message);
      this.code = code;
      this.reason = reason;
    }

    /** The object that such an answer has. */
    ObjectNode status() {
      return Json.MAPPER
          .createObjectNode()
          .put("kind", "Status")
          .put("status", "Failure")
          .put("code", code)
          .put("reason", reason)
          .put("message", getMessage());
    }

    int code() {
      return code;
    }
  }

  /**
   * A store with the one Namespace that every cluster has.
   *
   * @param changed is told of each change before anybody else
   */
  MemoryObjects(InstantSource clock, Consumer<Event> changed) {
    this.clock = clock;
    this.changed = changed;
    ObjectNode kubeSystem =
        Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Namespace");
    kubeSystem.putObject("metadata").put("name", "kube-system");
    try {
      ApiObject _ =
          create(BuiltInKinds.LOOKUP.find(BuiltInKinds.NAMESPACE).orElseThrow(), "", kubeSystem);
    } catch (Refused impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Where the kind is served; empty if its CRD is not installed. */
  @Override
  public synchronized Optional<Resource> find(GroupKind kind) {
    return resources().filter(resource -> resource.kind().equals(kind)).findFirst();
  }

  /** What is served under this group and plural. */
  synchronized Optional<Resource> find(String group, String plural) {
    return resources()
        .filter(resource -> resource.kind().group().equals(group))
        .filter(resource -> resource.plural().equals(plural))
        .findFirst();
  }

  private Stream<Resource> resources() {
    return Stream.concat(
        BUILT_IN.stream(),
        stored("customresourcedefinitions.apiextensions.k8s.io").stream()
            .map(KindRegistry::resourceOf));
  }

  /** All objects of a plural, with its group unless that is the core group. */
  synchronized List<ApiObject> stored(String plural) {
    return List.copyOf(objects.subMap(plural + "/", plural + "0").values());
  }

  /** All objects. */
  synchronized List<ApiObject> all() {
    return List.copyOf(objects.values());
  }

  /** The version of all objects. */
  synchronized long version() {
    return version;
  }

  /** The selected objects and the version at which they are so. */
  synchronized ObjectNode list(Selection selection) {
    ObjectNode list = Json.MAPPER.createObjectNode();
    list.withObject("/metadata").put("resourceVersion", Long.toString(version));
    ArrayNode items = list.putArray("items");
    objects.values().stream().filter(selection::has).forEach(found -> items.add(found.copyTree()));
    return list;
  }

  /** What came after this version; waits for something until all has ended, then maybe nothing. */
  synchronized List<Event> after(long seen, BooleanSupplier ended)
      throws Refused, InterruptedException {
    if (seen < forgotten) {
      throw new Refused(410, "Expired", "too old resource version: " + seen);
    }
    while (seen >= version && !ended.getAsBoolean()) {
      wait();
    }
    return history.stream().filter(event -> event.version() > seen).toList();
  }

  /** Lets those see that it has ended who wait for changes. */
  synchronized void wake() {
    notifyAll();
  }

  /** The object. */
  synchronized ApiObject get(Resource resource, ObjectKey key) throws Refused {
    ApiObject found = objects.get(place(resource, key));
    if (found == null) {
      throw new Refused(
          404, "NotFound", "%s \"%s\" not found".formatted(named(resource), key.name()));
    }
    return found;
  }

  private static String named(Resource resource) {
    String group = resource.kind().group();
    return group.isEmpty() ? resource.plural() : resource.plural() + "." + group;
  }

  private static String place(Resource resource, ObjectKey key) {
    return named(resource)
        + "/"
        + (resource.namespaced() ? key.namespace() : "")
        + "/"
        + key.name();
  }

  private static boolean custom(Resource resource) {
    return BUILT_IN.stream().noneMatch(resource::equals);
  }

  /** Custom kinds of these tests all have one, and of the others those with a status. */
  private static boolean statusApart(Resource resource) {
    return custom(resource)
        || resource.kind().equals(BuiltInKinds.NODE)
        || resource.kind().equals(GroupKind.CUSTOM_RESOURCE_DEFINITION);
  }

  /** Stores a new object. */
  synchronized ApiObject create(Resource resource, String namespace, ObjectNode sent)
      throws Refused {
    ObjectNode tree = sent.deepCopy();
    ObjectNode metadata = tree.withObject("/metadata");
    if (resource.namespaced()) {
      metadata.put("namespace", namespace);
    }
    String name = metadata.path("name").asText();
    String place = place(resource, new ObjectKey(namespace, name));
    if (objects.containsKey(place)) {
      throw new Refused(
          409, "AlreadyExists", "%s \"%s\" already exists".formatted(named(resource), name));
    }
    metadata.remove(ITS_OWN);
    metadata.put("uid", new UUID(store, version).toString()).put("creationTimestamp", now());
    if (custom(resource)) {
      metadata.put("generation", 1);
    }
    if (statusApart(resource)) {
      tree.remove("status");
    }
    return store(place, Optional.empty(), settled(resource, tree));
  }

  private String now() {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** What the server makes of an object before it is stored. */
  private static ObjectNode settled(Resource resource, ObjectNode tree) {
    ObjectNode metadata = tree.withObject("/metadata");
    metadata.remove("managedFields");
    for (String list : List.of("finalizers", "ownerReferences", "labels", "annotations")) {
      if (metadata.has(list) && metadata.get(list).isEmpty()) {
        metadata.remove(list);
      }
    }
    if (resource.kind().equals(GroupKind.SECRET)
        && tree.remove("stringData") instanceof ObjectNode text) {
      text.properties()
          .forEach(
              entry ->
                  tree.withObject("/data").put(entry.getKey(), encoded(entry.getValue().asText())));
    }
    if (resource.kind().equals(GroupKind.CUSTOM_RESOURCE_DEFINITION)) {
      tree.withObject("/status")
          .putArray("conditions")
          .addObject()
          .put("type", "Established")
          .put("status", "True");
    }
    return tree;
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Changes an object, or its status alone, by a merge patch. */
  synchronized ApiObject patch(Resource resource, ObjectKey key, boolean status, ObjectNode patch)
      throws Refused {
    ApiObject there = get(resource, key);
    JsonNode based = patch.at("/metadata/resourceVersion");
    if (!based.isMissingNode() && !based.asText().equals(there.resourceVersion())) {
      throw conflict(resource, key, "the object has been modified");
    }
    JsonNode same = patch.at("/metadata/uid");
    if (!same.isMissingNode() && !same.asText().equals(there.uid())) {
      throw conflict(resource, key, "the UID in the precondition is another");
    }
    return change(resource, there, status, merged(there.copyTree(), patch));
  }

  /**
   * Creates an object or brings the fields named to these values. No record is kept of who set
   * what: a field that is not named any more stays.
   */
  synchronized ApiObject apply(Resource resource, ObjectKey key, ObjectNode fields) throws Refused {
    ApiObject there = objects.get(place(resource, key));
    JsonNode same = fields.at("/metadata/uid");
    if (!same.isMissingNode() && (there == null || !same.asText().equals(there.uid()))) {
      throw conflict(resource, key, "there is no object of the UID");
    }
    return there == null
        ? create(resource, key.namespace(), fields)
        : change(resource, there, false, merged(there.copyTree(), fields));
  }

  private ApiObject change(Resource resource, ApiObject there, boolean status, ObjectNode wanted) {
    ObjectNode tree = status ? there.copyTree() : wanted;
    if (status || statusApart(resource)) {
      JsonNode reported = status ? wanted.get("status") : there.copyTree().get("status");
      tree.remove("status");
      if (reported != null) {
        tree.set("status", reported);
      }
    }
    ObjectNode metadata = tree.withObject("/metadata");
    for (String own : ITS_OWN) {
      metadata.remove(own);
      if (!there.at("/metadata/" + own).isMissingNode()) {
        metadata.set(own, there.at("/metadata/" + own));
      }
    }
    ObjectNode settled = settled(resource, tree);
    if (settled.equals(there.copyTree())) {
      return there;
    }
    if (custom(resource) && !bare(settled).equals(bare(there.copyTree()))) {
      metadata.put("generation", there.generation() + 1);
    }
    String place = place(resource, there.key());
    var after = new ApiObject(settled);
    if (after.isDeleting() && after.finalizers().isEmpty()) {
      ApiObject _ = remove(place, there);
      return after;
    }
    return store(place, Optional.of(there), settled);
  }

  private static ObjectNode bare(ObjectNode tree) {
    ObjectNode bare = tree.deepCopy();
    bare.remove(List.of("metadata", "status"));
    return bare;
  }

  /** Removes an object, or marks it until its finalizers are gone. */
  synchronized ApiObject delete(Resource resource, ObjectKey key, JsonNode options) throws Refused {
    ApiObject there = get(resource, key);
    String uid = options.at("/preconditions/uid").asText("");
    String based = options.at("/preconditions/resourceVersion").asText("");
    if (!uid.isEmpty() && !uid.equals(there.uid())) {
      throw conflict(resource, key, "the UID in the precondition is another");
    }
    if (!based.isEmpty() && !based.equals(there.resourceVersion())) {
      throw conflict(resource, key, "the resourceVersion in the precondition is another");
    }
    if (options.path("propagationPolicy").asText("Background").equals("Background")) {
      return delete(place(resource, key), there, custom(resource));
    }
    throw new Refused(501, "NotImplemented", "only dependents in the background go here");
  }

  private ApiObject delete(String place, ApiObject there, boolean counted) {
    if (there.finalizers().isEmpty()) {
      return remove(place, there);
    }
    if (there.isDeleting()) {
      return there;
    }
    ObjectNode tree = there.copyTree();
    ObjectNode metadata = tree.withObject("/metadata").put("deletionTimestamp", now());
    metadata.put("deletionGracePeriodSeconds", 0);
    if (counted) {
      metadata.put("generation", there.generation() + 1);
    }
    return store(place, Optional.of(there), tree);
  }

  private ApiObject remove(String place, ApiObject gone) {
    version++;
    objects.remove(place);
    happened(new Event(version, Optional.of(gone), Optional.empty()));
    collect(gone.uid());
    return gone;
  }

  /** Dependents go with the last of their owners, and forget one of several. */
  private void collect(String uid) {
    for (var entry : List.copyOf(objects.entrySet())) {
      ApiObject object = entry.getValue();
      List<OwnerReference> owners = object.ownerReferences();
      if (owners.stream().noneMatch(owner -> owner.uid().equals(uid))
          || objects.get(entry.getKey()) != object) {
        continue;
      }
      if (owners.stream().noneMatch(owner -> exists(owner.uid()))) {
        ApiObject _ = delete(entry.getKey(), object, object.generation() > 0);
      } else {
        ObjectNode tree = object.copyTree();
        tree.withObject("/metadata")
            .withArray("ownerReferences")
            .removeIf(owner -> owner.path("uid").asText().equals(uid));
        ApiObject _ = store(entry.getKey(), Optional.of(object), tree);
      }
    }
  }

  private boolean exists(String uid) {
    return objects.values().stream().anyMatch(object -> object.uid().equals(uid));
  }

  private ApiObject store(String place, Optional<ApiObject> before, ObjectNode tree) {
    version++;
    tree.withObject("/metadata").put("resourceVersion", Long.toString(version));
    var object = new ApiObject(tree);
    objects.put(place, object);
    happened(new Event(version, before, Optional.of(object)));
    return object;
  }

  private void happened(Event event) {
    history.add(event);
    if (history.size() > REMEMBERED) {
      forgotten = history.remove().version();
    }
    changed.accept(event);
    notifyAll();
  }

  private static Refused conflict(Resource resource, ObjectKey key, String why) {
    return new Refused(
        409,
        "Conflict",
        "Operation cannot be fulfilled on %s \"%s\": %s"
            .formatted(named(resource), key.name(), why));
  }

  private static ObjectNode merged(ObjectNode there, ObjectNode patch) {
    for (var member : patch.properties()) {
      String key = member.getKey();
      if (member.getValue().isNull()) {
        there.remove(key);
      } else if (member.getValue() instanceof ObjectNode inner) {
        ObjectNode old =
            there.get(key) instanceof ObjectNode object ? object : Json.MAPPER.createObjectNode();
        there.set(key, merged(old, inner));
      } else {
        there.set(key, member.getValue());
      }
    }
    return there;
  }

  /** The CRDs of custom kinds, without the schemas that nothing here reads. */
  synchronized void install(List<ApiObject> crds) {
    Resource definitions =
        BuiltInKinds.LOOKUP.find(GroupKind.CUSTOM_RESOURCE_DEFINITION).orElseThrow();
    for (ApiObject crd : crds) {
      ObjectNode tree = crd.copyTree();
      for (JsonNode served : tree.at("/spec/versions")) {
        ((ObjectNode) served).remove(List.of("schema", "additionalPrinterColumns"));
      }
      try {
        ApiObject _ = create(definitions, "", tree);
      } catch (Refused twice) {
        throw new IllegalArgumentException(twice);
      }
    }
  }
}
