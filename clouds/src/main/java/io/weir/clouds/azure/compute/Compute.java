package io.weir.clouds.azure.compute;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.InstanceState;
import io.weir.clouds.azure.arm.Subscription;
import io.weir.clouds.azure.network.NetworkReferences;
import io.weir.clouds.azure.resources.ResourceGroups;
import io.weir.clouds.azure.seed.Location;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** What Microsoft.Compute offers in one subscription. Guarded by the lock of its site. */
public final class Compute {
  /** The action under which faults find the launch of an instance. */
  public static final String LAUNCH_ACTION = "AllocateVirtualMachine";

  /** The same for extensions, with {@code scaleset/extension} as resource. */
  public static final String EXTENSION_ACTION = "RunExtension";

  private final ScaleSetStore store;
  private final CoreQuota quota;
  private final SizeRestrictions restrictions = new SizeRestrictions();
  private final ScaleSetReconciler reconciler;
  private final ScaleSetOperations scaleSets;
  private final InstanceOperations machines;
  private final ResourceSkus skus;
  private final GalleryOperations galleries;

  /** All that lies in a subscription; what images there are, all subscriptions share. */
  public Compute(Subscription subscription, ResourceGroups groups, ImageCatalog images) {
    store = new ScaleSetStore(groups);
    quota = new CoreQuota(subscription, store);
    reconciler = new ScaleSetReconciler(subscription, store, quota, images);
    var references = new ScaleSetReferences(new NetworkReferences(subscription), images);
    scaleSets =
        new ScaleSetOperations(
            subscription,
            groups,
            store,
            new ScaleSetChecks(subscription, references, restrictions),
            quota,
            reconciler);
    machines = new InstanceOperations(subscription, store, reconciler);
    skus = new ResourceSkus(subscription, restrictions);
    galleries = new GalleryOperations(subscription, images);
    groups.onDeletion(this::deleteGroup, group -> store.inGroup(group).isEmpty());
  }

  private void deleteGroup(String group) {
    store.inGroup(group).stream()
        .filter(set -> !set.deleting)
        .forEach(
            set -> {
              var _ = reconciler.startDeletion(set, "VirtualMachineScaleSets_Delete");
            });
  }

  /** The calls that are about whole scale sets. */
  public ScaleSetOperations scaleSets() {
    return scaleSets;
  }

  /** The calls that are about instances. */
  public InstanceOperations machines() {
    return machines;
  }

  /** The calls that are about sizes. */
  public ResourceSkus skus() {
    return skus;
  }

  /** The calls that are about images. */
  public GalleryOperations galleries() {
    return galleries;
  }

  /** Sets how many cores of a family may be used. */
  public void setQuota(String family, int cores) {
    quota.setLimit(family, cores);
  }

  /** Takes a size away from a zone, or, where the zone is empty, from a location. */
  public void restrictSize(String size, String location, String zone) {
    restrictions.add(size, location, zone);
  }

  /** Takes the hardware of a spot instance away; false if none of this id runs. */
  public boolean evict(String instanceId) {
    Optional<ScaleSetInstance> found = find(instanceId, one -> one.isRunning() && one.set.isSpot());
    found.ifPresent(reconciler.lifecycle()::evict);
    return found.isPresent();
  }

  /** Ends an instance without warning; false if none of this id runs. */
  public boolean kill(String instanceId) {
    return find(instanceId, ScaleSetInstance::isRunning)
        .filter(reconciler.lifecycle()::kill)
        .isPresent();
  }

  /** Whether an instance exists, running or not. */
  public boolean exists(String instanceId) {
    return find(instanceId, _ -> true).isPresent();
  }

  private Optional<ScaleSetInstance> find(String id, Predicate<ScaleSetInstance> which) {
    return store
        .instances()
        .filter(one -> InstanceAddressing.node(one).equalsIgnoreCase(id))
        .filter(which)
        .findFirst();
  }

  /** All instances, as people see them. */
  public List<InstanceState> instances() {
    return store
        .instances()
        .map(
            one ->
                new InstanceState(
                    InstanceAddressing.node(one),
                    one.set.name(),
                    Location.zoneLabel(one.set.location(), one.zone),
                    one.provisioningState + "/" + one.power.word(),
                    one.phase()))
        .toList();
  }

  /** What an instance that is made now would find at its first boot, by scale set. */
  public Map<String, byte[]> launchData() {
    Map<String, byte[]> data = new TreeMap<>();
    store.all().stream()
        .filter(set -> !set.deleting)
        .forEach(set -> data.put(set.name(), InstanceLifecycle.userData(ScaleSetModel.of(set))));
    return data;
  }

  /** What was asked for and is there, by scale set; without ids and times. */
  public Map<String, Object> comparableState() {
    Map<String, Object> picture = new TreeMap<>();
    for (ScaleSet set : store.all()) {
      ObjectNode whole = set.document.deepCopy();
      if (whole.path("identity") instanceof ObjectNode identity) {
        identity.remove(List.of("principalId", "tenantId"));
      }
      whole.put("instances", set.staying().size());
      picture.put(set.id.group() + "/" + set.name(), whole);
    }
    return picture;
  }

  /** All of it, to be known at another time. */
  public ObjectNode save() {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    ArrayNode sets = saved.putArray("scaleSets");
    store.all().forEach(set -> sets.add(ComputeStateJson.scaleSet(set)));
    quota.limits().forEach(saved.putObject("quota")::put);
    restrictions.all().forEach(saved.putArray("restrictions")::add);
    return saved;
  }

  /** Takes in what was saved. */
  public void load(JsonNode saved) {
    saved.path("scaleSets").forEach(one -> store.add(ComputeStateJson.scaleSet(one)));
    saved
        .path("quota")
        .properties()
        .forEach(one -> quota.setLimit(one.getKey(), one.getValue().asInt()));
    saved.path("restrictions").forEach(one -> restrictions.addKey(one.asText()));
  }

  /** Goes on with what was loaded. */
  public void resume() {
    List.copyOf(store.all()).forEach(reconciler::resume);
  }
}
