package io.weir.provider.kit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.pass.NodeDrains;
import io.weir.pass.ObjectAccess;
import io.weir.pass.PassSubject;
import io.weir.pass.PoolMachineView;
import io.weir.pass.WorkloadNodeView;
import io.weir.provider.BootstrapData;
import io.weir.provider.Ownership;
import io.weir.provider.OwnershipClaim;
import io.weir.provider.OwnershipClaim.Adoption;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolMarks;
import io.weir.provider.PoolMembers;
import io.weir.provider.PoolNode;
import io.weir.provider.TakenOver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one pool as an API server would hold them; changed as people would change them.
 */
public final class PoolObjects {
  private final ObjectNode pool;
  private final ObjectNode machinePool;
  private final List<ApiObject> related;
  private final List<ApiObject> identities = new ArrayList<>();
  private String managementCluster = "here";
  private Set<String> formerManagementClusters = Set.of();
  private @Nullable ApiObject cluster;
  private @Nullable BootstrapData data;
  private @Nullable TestObjectStore store;
  private final TestSecretStore secrets = new TestSecretStore();
  private WorkloadNodeView nodes = WorkloadNodeView.UNKNOWN;

  /**
   * Objects of a pool.
   *
   * @param pool the infrastructure pool, with metadata
   * @param machinePool the MachinePool that owns it
   * @param cluster the Cluster
   * @param related what the provider reads beside them
   * @param data bootstrap data; null for none
   */
  public PoolObjects(
      ObjectNode pool,
      ObjectNode machinePool,
      ObjectNode cluster,
      List<ObjectNode> related,
      @Nullable BootstrapData data) {
    this.pool = pool.deepCopy();
    this.machinePool = machinePool.deepCopy();
    this.cluster = new ApiObject(cluster);
    this.related = related.stream().map(ApiObject::new).toList();
    this.data = data;
  }

  /** Adds an object that says who may use an identity. It is not the cluster's, and outlives it. */
  public PoolObjects addIdentity(ObjectNode identity) {
    identities.add(new ApiObject(identity.deepCopy()));
    return this;
  }

  /** Removes what says who may use an identity; whether there was any. */
  public boolean removeIdentities() {
    boolean any = !identities.isEmpty();
    identities.clear();
    return any;
  }

  /** Moves the objects to another management cluster, as copying or restoring them there does. */
  public PoolObjects moveTo(String otherManagementCluster) {
    managementCluster = otherManagementCluster;
    return this;
  }

  /** Has administrators say where the objects came from. */
  public PoolObjects setFormerManagementClusters(String... former) {
    formerManagementClusters = Set.of(former);
    return this;
  }

  /** What the pool can show for its claim to cloud objects. */
  OwnershipClaim claim() {
    ApiObject now = pool();
    boolean adopting = now.annotation(Ownership.ADOPT).filter("true"::equals).isPresent();
    return new OwnershipClaim(
        PoolMarks.of(managementCluster, now),
        now.namespace(),
        Set.of(),
        formerManagementClusters,
        adopting
            ? new Adoption.Requested(PoolMembers.listedIn(now), "the line of this pool")
            : new Adoption.NotRequested(),
        Optional.empty(),
        TakenOver.from(now, managementCluster));
  }

  /** The provider's inputs. Equal states give equal inputs, newly created. */
  public PoolInputs inputs() {
    return new PoolInputs(
        pool(),
        new ApiObject(machinePool.deepCopy()),
        Optional.ofNullable(cluster),
        Optional.ofNullable(data),
        PoolMarks.of(managementCluster, pool()),
        this::find);
  }

  /** What a pass is about. */
  PassSubject subject() {
    return new PassSubject(
        pool(),
        Optional.of(new ApiObject(machinePool.deepCopy())),
        clusterName(),
        Optional.ofNullable(cluster),
        claim(),
        store == null ? ObjectAccess.NONE : store.access(pool().key(), claim().marks()),
        PoolMachineView.NONE,
        secrets,
        nodes,
        NodeDrains.NONE);
  }

  /** The infrastructure pool as it stands. */
  public ApiObject pool() {
    return new ApiObject(pool.deepCopy());
  }

  /** The tree of the infrastructure pool, for changing. */
  public ObjectNode poolTree() {
    return pool;
  }

  /** The tree of the MachinePool, for changing. */
  public ObjectNode machinePoolTree() {
    return machinePool;
  }

  /** Requests another size. */
  public PoolObjects setReplicas(int replicas) {
    machinePool.withObject("/spec").put("replicas", replicas);
    return this;
  }

  /** Sets other bootstrap data, or none. */
  public PoolObjects setBootstrapData(@Nullable BootstrapData other) {
    data = other;
    return this;
  }

  /** The bootstrap data. */
  public Optional<BootstrapData> bootstrapData() {
    return Optional.ofNullable(data);
  }

  /** The Secrets beside the pool. */
  public TestSecretStore secrets() {
    return secrets;
  }

  /** Has the pool made of objects that are stored there. */
  public PoolObjects storeObjectsIn(TestObjectStore objects) {
    store = objects;
    return this;
  }

  /** The Nodes of the workload cluster are these from now on; before, none are known. */
  public PoolObjects setNodes(List<PoolNode> all) {
    nodes = new TestNodes(List.copyOf(all));
    return this;
  }

  /** The workload cluster is out of reach from now on. */
  public PoolObjects loseNodes() {
    nodes = WorkloadNodeView.UNKNOWN;
    return this;
  }

  /** Removes the Cluster and everything that belongs to it, as when somebody deletes too much. */
  public PoolObjects removeCluster() {
    cluster = null;
    return this;
  }

  /** Sets annotations of the infrastructure pool; an absent value removes one. */
  public void annotate(Map<String, Optional<String>> annotations) {
    ObjectNode there = pool.withObject("/metadata/annotations");
    annotations.forEach(
        (key, value) ->
            value.ifPresentOrElse(text -> there.put(key, text), () -> there.remove(key)));
  }

  String clusterName() {
    return pool().label(MetadataKeys.CLUSTER_NAME).orElse("");
  }

  private Optional<ApiObject> find(GroupKind kind, ObjectKey key) {
    Stream<ApiObject> ofCluster = cluster == null ? Stream.empty() : related.stream();
    return Stream.concat(identities.stream(), ofCluster)
        .filter(each -> each.groupKind().equals(kind) && each.key().equals(key))
        .findFirst();
  }
}
