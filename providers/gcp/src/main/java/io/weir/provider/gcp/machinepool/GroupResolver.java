package io.weir.provider.gcp.machinepool;

import io.weir.api.ApiObject;
import io.weir.api.MetadataKeys;
import io.weir.api.admission.Violation;
import io.weir.api.core.Cluster;
import io.weir.api.core.MachinePool;
import io.weir.provider.BootstrapData;
import io.weir.provider.PoolInputs;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.QueryCollector;
import io.weir.provider.QueryResults;
import io.weir.provider.RequiredBootstrapData;
import io.weir.provider.ResolveResult;
import io.weir.provider.fingerprint.CanonicalDigest;
import io.weir.provider.fingerprint.InstanceRevision;
import io.weir.provider.gcp.admission.PoolRules;
import io.weir.provider.gcp.api.GcpCluster;
import io.weir.provider.gcp.api.GcpConstants;
import io.weir.provider.gcp.api.GcpMachinePool;
import io.weir.provider.gcp.group.DesiredGroup;
import io.weir.provider.gcp.template.DesiredTemplate;
import io.weir.provider.gcp.template.TemplateProperties;
import io.weir.provider.gcp.template.UserData;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** From a pool's objects to what its managed instance group should be. */
public final class GroupResolver {

  private static final String WAITING = "WaitingForClusterInfrastructure";
  private static final Pattern ZONE = Pattern.compile("[a-z][a-z0-9-]{0,61}[a-z0-9]");

  private GroupResolver() {}

  /** The desired group, or the question to ask first, or what is in the way. */
  public static ResolveResult<DesiredGroup> resolve(PoolInputs in, QueryResults known) {
    try {
      var queries = new QueryCollector(known);
      Optional<DesiredGroup> desired = resolve(in, queries);
      return desired.isPresent()
          ? new ResolveResult.Resolved<>(desired.get())
          : new ResolveResult.NeedsQueries<>(queries.missing());
    } catch (PrerequisiteException why) {
      return new ResolveResult.Blocked<>(why);
    }
  }

  private static Optional<DesiredGroup> resolve(PoolInputs in, QueryCollector queries)
      throws PrerequisiteException {
    GcpCluster gcpCluster = in.infrastructureCluster(GcpConstants.CLUSTER).as(GcpCluster.class);
    ApiObject cluster = in.cluster().orElseThrow();
    if (!cluster.as(Cluster.class).status().initialization().infrastructureProvisioned()) {
      throw PrerequisiteException.waiting(
          WAITING, "Cluster %s is not provisioned yet".formatted(cluster.key()));
    }
    Optional<Violation> violation = PoolRules.firstViolation(in.pool().copyTree());
    if (violation.isPresent()) {
      throw PrerequisiteException.invalid(violation.get().fullMessage());
    }
    BootstrapData bootstrap = RequiredBootstrapData.of(in);
    DesiredTemplate template = template(in, gcpCluster.spec(), cluster.name(), bootstrap);
    return zones(in, gcpCluster, queries)
        .map(
            zones ->
                new DesiredGroup(
                    GroupNames.of(in.pool()),
                    gcpCluster.spec().region(),
                    zones,
                    in.replicas(),
                    in.hasExternallyManagedReplicas(),
                    in.pool().annotation(GcpConstants.AUTOSCALER).isPresent(),
                    template,
                    in.marks(),
                    RequiredBootstrapData.staleReason(in.machinePool(), bootstrap)));
  }

  /** All that was asked for, in the form that a digest is made of. */
  private record RevisionInput(String properties, String kubernetes) {}

  private static DesiredTemplate template(
      PoolInputs in, GcpCluster.Spec gcpCluster, String cluster, BootstrapData bootstrap)
      throws PrerequisiteException {
    boolean controlPlane = in.machinePool().label(GcpConstants.CONTROL_PLANE_LABEL).isPresent();
    var properties =
        new TemplateProperties(
                in.pool().as(GcpMachinePool.class).spec(),
                gcpCluster,
                cluster,
                controlPlane ? "control-plane" : "node",
                in.kubernetesVersion())
            .toJson();
    UserData userData = UserData.of(bootstrap);
    var revision =
        new InstanceRevision(
            CanonicalDigest.of(
                new RevisionInput(
                    properties.toString(), RequiredBootstrapData.version(in.machinePool()))),
            bootstrap.inputDigest().isEmpty() ? userData.sha256() : bootstrap.inputDigest(),
            in.machinePool()
                .annotation(MetadataKeys.ROLL_ON_BOOTSTRAP_CHANGE)
                .filter(value -> !value.equals("false"))
                .isPresent());
    return new DesiredTemplate(in.pool().name(), properties, userData, revision);
  }

  /** Those of the MachinePool, else those of the cluster, else all of the region. */
  private static Optional<List<String>> zones(
      PoolInputs in, GcpCluster gcpCluster, QueryCollector queries) throws PrerequisiteException {
    String region = gcpCluster.spec().region();
    List<String> asked = in.machinePool().as(MachinePool.class).spec().failureDomains();
    if (!asked.isEmpty()) {
      return Optional.of(checked(asked, region, "MachinePool spec.failureDomains"));
    }
    List<String> ofCluster = gcpCluster.spec().failureDomains();
    if (!ofCluster.isEmpty()) {
      return Optional.of(checked(ofCluster, region, "GCPCluster spec.failureDomains"));
    }
    if (!gcpCluster.status().failureDomains().isEmpty()) {
      return Optional.of(
          checked(
              gcpCluster.status().failureDomains().keySet(),
              region,
              "GCPCluster status.failureDomains"));
    }
    return queries.resultOf(new ZonesQuery(), ZonesQuery.Zones.class).map(ZonesQuery.Zones::names);
  }

  private static List<String> checked(Collection<String> zones, String region, String field)
      throws PrerequisiteException {
    for (String zone : zones) {
      if (!ZONE.matcher(zone).matches() || !zone.startsWith(region + "-")) {
        throw PrerequisiteException.invalid(
            "%s names %s, which is no zone of region %s: name zones such as %s-b"
                .formatted(field, zone, region, region));
      }
    }
    return List.copyOf(new TreeSet<>(zones));
  }
}
