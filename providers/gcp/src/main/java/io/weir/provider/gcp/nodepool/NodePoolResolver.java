package io.weir.provider.gcp.nodepool;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import io.weir.api.core.MachinePool;
import io.weir.provider.KubernetesVersion;
import io.weir.provider.PoolInputs;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.QueryCollector;
import io.weir.provider.QueryResults;
import io.weir.provider.ResolveResult;
import io.weir.provider.gcp.api.GcpConstants;
import io.weir.provider.gcp.api.GcpManagedControlPlane;
import io.weir.provider.gcp.api.GcpManagedMachinePool;
import io.weir.provider.gcp.api.GcpManagedMachinePool.LinuxNodeConfig;
import io.weir.provider.gcp.api.GcpManagedMachinePool.NodeNetwork;
import io.weir.provider.gcp.api.GcpManagedMachinePool.NodeSecurity;
import io.weir.provider.gcp.api.GcpManagedMachinePool.Scaling;
import io.weir.provider.gcp.api.GcpManagedMachinePool.Spec;
import io.weir.provider.http.JsonFields;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a node pool should be, from the objects of its pool and cluster. */
public final class NodePoolResolver {

  private static final Map<String, String> EFFECTS =
      Map.of(
          "NoSchedule", "NO_SCHEDULE",
          "NoExecute", "NO_EXECUTE",
          "PreferNoSchedule", "PREFER_NO_SCHEDULE");

  private final PoolInputs in;
  private final Spec spec;
  private final String clusterName;

  private NodePoolResolver(PoolInputs in) throws PrerequisiteException {
    this.in = in;
    this.spec = in.pool().as(GcpManagedMachinePool.class).spec();
    this.clusterName =
        in.controlPlane(GcpConstants.MANAGED_CONTROL_PLANE)
            .as(GcpManagedControlPlane.class)
            .spec()
            .clusterName();
  }

  /** The name of the node pool in GKE. */
  public static String name(ApiObject pool) {
    String own = pool.as(GcpManagedMachinePool.class).spec().nodePoolName();
    return own.isEmpty() ? pool.name() : own;
  }

  /** The desired state, or what must be asked or provided for it. */
  public static ResolveResult<DesiredNodePool> resolve(PoolInputs in, QueryResults known) {
    try {
      var queries = new QueryCollector(known);
      var resolver = new NodePoolResolver(in);
      Optional<GkeCluster.Found> found =
          queries.resultOf(new GkeCluster.Query(), GkeCluster.Found.class);
      return found.isEmpty()
          ? new ResolveResult.NeedsQueries<>(queries.missing())
          : new ResolveResult.Resolved<>(resolver.desired(found.get()));
    } catch (PrerequisiteException why) {
      return new ResolveResult.Blocked<>(why);
    }
  }

  private DesiredNodePool desired(GkeCluster.Found found) throws PrerequisiteException {
    GkeCluster cluster =
        found
            .cluster()
            .filter(GkeCluster::takesPools)
            .orElseThrow(
                () ->
                    PrerequisiteException.waiting(
                        "WaitingForCluster",
                        "GKE cluster %s %s"
                            .formatted(
                                clusterName,
                                found
                                    .cluster()
                                    .map(there -> "is " + there.status())
                                    .orElse("does not exist"))));
    if (cluster.autopilot()) {
      throw PrerequisiteException.invalid(
          "GKE cluster %s is in Autopilot mode, where Google makes the nodes: delete %s, or use another cluster"
              .formatted(clusterName, in.pool()));
    }
    Optional<KubernetesVersion> parsed = in.kubernetesVersion();
    String version = parsed.isPresent() ? text() : "";
    boolean external = in.hasExternallyManagedReplicas();
    boolean autoscaled = spec.isAutoscaled();
    return new DesiredNodePool(
        fields(version),
        Optional.ofNullable(spec.scaling()).map(NodePoolResolver::autoscaling),
        version,
        external || autoscaled ? OptionalInt.empty() : OptionalInt.of(in.replicas()),
        in.replicas(),
        spec.nodeLocations().isEmpty()
            ? cluster.zones()
            : spec.nodeLocations().stream().sorted().distinct().toList(),
        !spec.nodeLocations().isEmpty(),
        external && !autoscaled
            ? List.of(
                "the MachinePool has the annotation %s, so its spec.replicas has no effect and the size is left to an autoscaler: remove the annotation to scale by spec.replicas"
                    .formatted(MetadataKeys.REPLICAS_MANAGED_BY))
            : List.of());
  }

  /** The version as it was asked for, which may name a build of GKE. */
  private String text() {
    String asked = in.machinePool().as(MachinePool.class).spec().template().spec().version();
    return Objects.requireNonNullElse(asked, "").replaceFirst("^v", "");
  }

  private ObjectNode fields(String version) {
    ObjectNode fields = Json.MAPPER.createObjectNode().put("name", name(in.pool()));
    fields.set("config", config());
    if (!spec.nodeLocations().isEmpty()) {
      spec.nodeLocations().forEach(fields.putArray("locations")::add);
    }
    if (spec.isAutoscaled()) {
      fields.set("autoscaling", autoscaling(Objects.requireNonNull(spec.scaling())));
    }
    var management = spec.management();
    if (management != null) {
      fields
          .putObject("management")
          .put("autoRepair", management.autoRepair())
          .put("autoUpgrade", management.autoUpgrade());
    }
    if (spec.maxPodsPerNode() != null) {
      // 64 bits are a text on the wire.
      fields.putObject("maxPodsConstraint").put("maxPodsPerNode", spec.maxPodsPerNode().toString());
    }
    NodeNetwork network = spec.nodeNetwork();
    if (network.createPodRange() != null
        && network.podRangeName() != null
        && network.podRangeCidrBlock() != null) {
      fields
          .putObject("networkConfig")
          .put("createPodRange", network.createPodRange())
          .put("podRange", network.podRangeName())
          .put("podIpv4CidrBlock", network.podRangeCidrBlock());
    }
    if (!version.isEmpty()) {
      fields.put("version", version);
    }
    return fields;
  }

  private ObjectNode config() {
    ObjectNode config = Json.MAPPER.createObjectNode();
    put(config, "machineType", spec.machine());
    JsonFields.putIfPresent(config, "diskSizeGb", spec.diskSize());
    put(config, "diskType", spec.diskType());
    JsonFields.putIfPresent(config, "localSsdCount", spec.localSsdCount());
    put(config, "imageType", spec.imageType());
    JsonFields.putIfPresent(config, "preemptible", spec.preemptible());
    JsonFields.putIfPresent(config, "spot", spec.spot());
    list(config, "tags", spec.nodeNetwork().tags());
    security(config, spec.nodeSecurity());
    ObjectNode labels = config.putObject("labels");
    new TreeMap<>(spec.kubernetesLabels()).forEach(labels::put);
    NodePoolMarks.put(labels, in.marks());
    ObjectNode ofMachines = config.putObject("resourceLabels");
    new TreeMap<>(spec.additionalLabels()).forEach(ofMachines::put);
    ofMachines.put(GcpConstants.CLUSTER_LABEL_PREFIX + clusterName, GcpConstants.OWNED);
    if (!spec.kubernetesTaints().isEmpty()) {
      ArrayNode taints = config.putArray("taints");
      for (var taint : spec.kubernetesTaints()) {
        taints
            .addObject()
            .put("key", taint.key())
            .put("value", taint.value())
            .put("effect", EFFECTS.getOrDefault(taint.effect(), taint.effect()));
      }
    }
    linux(config, spec.linuxNodeConfig());
    return config;
  }

  /** What the spec leaves out is left to GKE, whose nodes are shielded. */
  private static void security(ObjectNode config, NodeSecurity security) {
    var account = security.serviceAccount();
    if (account != null) {
      put(config, "serviceAccount", account.email());
      list(config, "oauthScopes", account.scopes());
    }
    if ("GVISOR".equals(security.sandboxType())) {
      config.putObject("sandboxConfig").put("type", security.sandboxType());
    }
    ObjectNode shielded = Json.MAPPER.createObjectNode();
    JsonFields.putIfPresent(shielded, "enableSecureBoot", security.enableSecureBoot());
    JsonFields.putIfPresent(
        shielded, "enableIntegrityMonitoring", security.enableIntegrityMonitoring());
    if (!shielded.isEmpty()) {
      config.set("shieldedInstanceConfig", shielded);
    }
  }

  private static void linux(ObjectNode config, LinuxNodeConfig linux) {
    ObjectNode settings = Json.MAPPER.createObjectNode();
    if (!linux.sysctls().isEmpty()) {
      ObjectNode sysctls = settings.putObject("sysctls");
      linux.sysctls().stream()
          .filter(each -> !each.parameter().isEmpty())
          .forEach(each -> sysctls.put(each.parameter(), each.value()));
    }
    int mode = Objects.requireNonNullElse(linux.cgroupMode(), 0);
    if (mode == 1 || mode == 2) {
      settings.put("cgroupMode", "CGROUP_MODE_V" + mode);
    }
    if (!settings.isEmpty()) {
      config.set("linuxNodeConfig", settings);
    }
  }

  /** Zero is said: GKE takes what is left out for none of its business. */
  private static ObjectNode autoscaling(Scaling scaling) {
    ObjectNode fields = Json.MAPPER.createObjectNode().put("enabled", scaling.isEnabled());
    if (scaling.isEnabled()) {
      int least = Objects.requireNonNullElse(scaling.minCount(), 0);
      String policy = Objects.requireNonNullElse(scaling.locationPolicy(), "balanced");
      fields
          .put("totalMinNodeCount", least)
          .put(
              "totalMaxNodeCount",
              Objects.requireNonNullElse(scaling.maxCount(), Math.max(1, least)))
          .put("locationPolicy", policy.toUpperCase(Locale.ROOT));
    }
    return fields;
  }

  private static void put(ObjectNode fields, String name, @Nullable String value) {
    if (value != null && !value.isEmpty()) {
      fields.put(name, value);
    }
  }

  private static void list(ObjectNode fields, String name, List<String> values) {
    if (!values.isEmpty()) {
      values.forEach(fields.putArray(name)::add);
    }
  }
}
