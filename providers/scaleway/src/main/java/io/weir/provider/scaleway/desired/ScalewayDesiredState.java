package io.weir.provider.scaleway.desired;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.provider.DesiredState;
import io.weir.provider.KubernetesVersion;
import io.weir.provider.PoolInputs;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.http.JsonFields;
import io.weir.provider.managed.KubernetesUpgrade;
import io.weir.provider.managed.VersionSkewPolicy;
import io.weir.provider.scaleway.api.ScalewayConstants;
import io.weir.provider.scaleway.api.ScalewayManagedMachinePool;
import io.weir.provider.scaleway.api.ScalewayManagedMachinePool.Spec;
import io.weir.provider.scaleway.api.ScalewayManagedMachinePool.UpgradePolicy;
import io.weir.provider.scaleway.kapsule.KapsuleCluster;
import io.weir.provider.scaleway.kapsule.KapsulePool;
import io.weir.provider.scaleway.observed.KapsuleMarks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a pool should be. The two objects hold fields by their names on the wire, and only those
 * that the spec says something of: the rest is Kapsule's choice. Neither is to be changed.
 *
 * @param immutableFields what only the creation can set
 * @param mutableFields what can be set at any time, the size apart
 * @param size how many nodes; empty if that is decided elsewhere
 * @param initialSize how many nodes at first
 * @param version the version of its nodes; empty if nobody asks for one
 * @param remarks fields that have no effect, and why
 */
public record ScalewayDesiredState(
    ObjectNode immutableFields,
    ObjectNode mutableFields,
    OptionalInt size,
    int initialSize,
    Optional<KubernetesVersion> version,
    List<String> remarks)
    implements DesiredState {
  private static final long GB = 1_000_000_000L;
  private static final String NO_NODE_MAY_GO =
      "spec.upgradePolicy allows no node to be replaced: raise maxUnavailable or maxSurge";

  /** What Scaleway's own provider sets where no minimum is asked for. */
  private static final int LEAST = 0;

  private static final String AUTOSCALING = "autoscaling";
  private static final String MIN_SIZE = "min_size";
  private static final String MAX_SIZE = "max_size";

  public ScalewayDesiredState {
    remarks = List.copyOf(remarks);
  }

  /**
   * What the objects ask for.
   *
   * @throws PrerequisiteException if fields contradict each other
   */
  public static ScalewayDesiredState of(PoolInputs in) throws PrerequisiteException {
    Spec spec = in.pool().as(ScalewayManagedMachinePool.class).spec();
    int asked = in.replicas();
    int atBirth = isExternal(spec) ? 0 : isAutoscaled(in.pool()) ? within(spec, asked) : asked;
    return new ScalewayDesiredState(
        fixed(in.pool().name(), spec),
        settings(KapsuleMarks.tags(in.pool().key(), in.marks()), spec),
        isAutoscaled(in.pool()) || in.hasExternallyManagedReplicas()
            ? OptionalInt.empty()
            : OptionalInt.of(asked),
        atBirth,
        in.kubernetesVersion(),
        remarks(spec));
  }

  /** Whether Kapsule decides the size of this pool. */
  public static boolean isAutoscaled(ApiObject pool) {
    Spec spec = pool.as(ScalewayManagedMachinePool.class).spec();
    return isExternal(spec) || is(spec.scaling().autoscaling());
  }

  /** What a creation asks for. */
  public ObjectNode creationFields() {
    ObjectNode fields = immutableFields.deepCopy().put("size", initialSize);
    mutableFields.properties().forEach(field -> fields.set(field.getKey(), field.getValue()));
    return fields;
  }

  /**
   * The fields to set on a pool, the size apart; empty if there are none. With its autoscaler go
   * the bounds, which then are as Kapsule makes them for a pool of that size: left behind, they
   * would be in force again with the next autoscaler.
   */
  public ObjectNode changes(KapsulePool pool) {
    ObjectNode fields = pool.differingFields(mutableFields);
    if (fields.has(AUTOSCALING) && !fields.path(AUTOSCALING).asBoolean()) {
      int most = Math.max(1, size.orElse(pool.size()));
      fields.put(MIN_SIZE, LEAST).put(MAX_SIZE, most);
    }
    return fields;
  }

  /** Where its version stands; Kapsule upgrades to that of the cluster only. */
  public KubernetesUpgrade upgrade(KapsulePool pool, KapsuleCluster cluster) {
    // Kapsule takes no such policy, and would go by the one that it has.
    Optional<String> forbidden =
        mutableFields.has("upgrade_policy") ? Optional.empty() : Optional.of(NO_NODE_MAY_GO);
    return new KubernetesUpgrade(
        pool.name(),
        version,
        pool.version(),
        cluster.version(),
        pool.isUpgrading(),
        forbidden,
        VersionSkewPolicy.CLUSTER_VERSION_ONLY);
  }

  /**
   * Which bound of Kapsule's own stays in force; empty if none does. Without one of the spec's no
   * other can be set: the number of nodes, which Kapsule takes at first, would follow the
   * autoscaler down and never up.
   */
  public Optional<String> keptBoundRemark(KapsulePool pool) {
    return mutableFields.path(AUTOSCALING).asBoolean() && !mutableFields.has(MAX_SIZE)
        ? Optional.of(
            "scaling.maxSize is not set, so the pool stays within Kapsule's own limit of %d nodes: set it to change that"
                .formatted(pool.settings().path(MAX_SIZE).asInt()))
        : Optional.empty();
  }

  /** Whether its nodes come by themselves. */
  public boolean isExternal() {
    return !mutableFields.has(AUTOSCALING);
  }

  private static boolean isExternal(Spec spec) {
    return spec.nodeType().equals(ScalewayManagedMachinePool.EXTERNAL);
  }

  private static int within(Spec spec, int asked) throws PrerequisiteException {
    Integer min = spec.scaling().minSize();
    Integer max = spec.scaling().maxSize();
    if (min != null && max != null && min > max) {
      throw PrerequisiteException.invalid(
          "spec.scaling.minSize %d is more than maxSize %d: correct one".formatted(min, max));
    }
    int atLeast = min == null ? asked : Math.max(min, asked);
    return max == null ? atLeast : Math.min(max, atLeast);
  }

  private static ObjectNode fixed(String name, Spec spec) {
    ObjectNode fields = Json.MAPPER.createObjectNode();
    fields.put("name", name).put("node_type", spec.nodeType()).put("zone", spec.zone());
    fields.put("public_ip_disabled", is(spec.publicIPDisabled()));
    JsonFields.putIfPresent(fields, "placement_group_id", spec.placementGroupID());
    JsonFields.putIfPresent(fields, "root_volume_type", spec.rootVolumeType());
    Long size = spec.rootVolumeSizeGB();
    JsonFields.putIfPresent(fields, "root_volume_size", size == null ? null : size * GB);
    return fields;
  }

  private static boolean is(@Nullable Boolean flag) {
    return Boolean.TRUE.equals(flag);
  }

  private static ObjectNode settings(List<String> marks, Spec spec) {
    ObjectNode fields = Json.MAPPER.createObjectNode();
    fields.put("autohealing", is(spec.autohealing()));
    if (!isExternal(spec)) {
      boolean autoscaling = is(spec.scaling().autoscaling());
      fields.put(AUTOSCALING, autoscaling);
      if (autoscaling) {
        Integer min = spec.scaling().minSize();
        fields.put(MIN_SIZE, min == null ? LEAST : min);
        JsonFields.putIfPresent(fields, MAX_SIZE, spec.scaling().maxSize());
      }
    }
    JsonFields.putIfPresent(fields, "security_group_id", spec.securityGroupID());
    ArrayNode tags = fields.putArray("tags");
    marks.forEach(tags::add);
    spec.additionalTags().stream().filter(tag -> !KapsuleMarks.isReserved(tag)).forEach(tags::add);
    tags.add(ScalewayConstants.CREATED_BY_TAG);
    ObjectNode args = fields.putObject("kubelet_args");
    new TreeMap<>(spec.kubeletArgs()).forEach(args::put);
    UpgradePolicy policy = spec.upgradePolicy();
    if (!policy.isBlocking()) {
      fields
          .putObject("upgrade_policy")
          .put("max_unavailable", policy.unavailable())
          .put("max_surge", policy.surge());
    }
    return fields;
  }

  private static List<String> remarks(Spec spec) {
    List<String> remarks = new ArrayList<>();
    if (spec.upgradePolicy().isBlocking()) {
      remarks.add(NO_NODE_MAY_GO);
    }
    boolean bounds = spec.scaling().minSize() != null || spec.scaling().maxSize() != null;
    if (isExternal(spec)) {
      remarks.add(
          "nodes of type external join by themselves, so replicas and scaling have no effect");
    } else if (bounds && !is(spec.scaling().autoscaling())) {
      remarks.add("scaling.minSize and maxSize have no effect without scaling.autoscaling");
    }
    return remarks;
  }
}
