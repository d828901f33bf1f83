package io.weir.provider.kit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.provider.BootstrapData;
import io.weir.provider.PoolInputs;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one pool as an API server would hold them; changed as people would change them.
 */
public final class PoolObjects {
  private final ObjectNode pool;
  private final ObjectNode machinePool;
  private final List<ApiObject> related;
  private @Nullable ApiObject cluster;
  private @Nullable BootstrapData data;

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

  /** The provider's inputs. Equal states give equal inputs, newly created. */
  public PoolInputs inputs() {
    return new PoolInputs(
        pool(),
        new ApiObject(machinePool.deepCopy()),
        Optional.ofNullable(cluster),
        Optional.ofNullable(data),
        this::find);
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
    return cluster == null
        ? Optional.empty()
        : related.stream()
            .filter(each -> each.groupKind().equals(kind) && each.key().equals(key))
            .findFirst();
  }
}
