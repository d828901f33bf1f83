package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.OwnerReference;
import io.weir.api.core.MachinePool;
import io.weir.bootstrap.config.ClusterSecretNames;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.KubeClient;
import io.weir.manager.objects.ReferencedSecrets;
import io.weir.manager.workload.WorkloadClusterAccess;
import io.weir.pass.ObjectAccess;
import io.weir.pass.PassSubject;
import io.weir.pass.PoolMachineView;
import io.weir.pass.SecretAccess;
import io.weir.pass.WorkloadNodeView;
import io.weir.provider.BootstrapData;
import io.weir.provider.OwnershipClaim;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolProvider;
import java.util.Optional;

/** Gathers what the API server says of an infrastructure pool, from caches. */
final class InfraPoolReader {

  private final PoolProvider<?, ?> provider;
  private final ObjectCache machinePools;
  private final ObjectCache clusters;
  private final ReferencedSecrets secrets;
  private final SecretAccess secretAccess;
  private final OwnershipClaims claims;
  private final TrackedReads reads;
  private final PoolObjectCaches objectCaches;
  private final Optional<PoolMachineObjects> machines;
  private final Optional<WorkloadClusterAccess> workloads;
  private final PoolDrains drains;
  private final KubeClient kube;

  InfraPoolReader(
      PoolProvider<?, ?> provider,
      ObjectCache machinePools,
      ObjectCache clusters,
      ReferencedSecrets secrets,
      SecretAccess secretAccess,
      OwnershipClaims claims,
      TrackedReads reads,
      PoolObjectCaches objectCaches,
      Optional<PoolMachineObjects> machines,
      Optional<WorkloadClusterAccess> workloads,
      PoolDrains drains,
      KubeClient kube) {
    this.provider = provider;
    this.machinePools = machinePools;
    this.clusters = clusters;
    this.secrets = secrets;
    this.secretAccess = secretAccess;
    this.claims = claims;
    this.reads = reads;
    this.objectCaches = objectCaches;
    this.machines = machines;
    this.workloads = workloads;
    this.drains = drains;
    this.kube = kube;
  }

  PassSubject read(ApiObject pool) {
    Optional<ApiObject> machinePool =
        pool.controller()
            .filter(owner -> owner.groupKind().equals(GroupKind.MACHINE_POOL))
            .flatMap(owner -> owner(pool, owner));
    String clusterName =
        machinePool
            .map(owner -> owner.as(MachinePool.class).spec().clusterName())
            .or(() -> pool.label(MetadataKeys.CLUSTER_NAME))
            .orElse("");
    var clusterKey = new ObjectKey(pool.namespace(), clusterName);
    Optional<ApiObject> cluster = clusters.get(clusterKey);
    OwnershipClaim claim = claims.of(pool, clusterName);
    return new PassSubject(
        pool,
        machinePool,
        clusterName,
        cluster,
        claim,
        objects(pool, claim),
        machines.map(known -> known.view(pool)).orElse(PoolMachineView.NONE),
        secretAccess,
        nodes(clusterKey),
        drains.of(pool, machinePool, clusterKey));
  }

  private WorkloadNodeView nodes(ObjectKey cluster) {
    return workloads
        .<WorkloadNodeView>map(access -> new ClusterNodes(access, cluster))
        .orElse(WorkloadNodeView.UNKNOWN);
  }

  private ObjectAccess objects(ApiObject pool, OwnershipClaim claim) {
    return provider.objectKinds().isEmpty()
        ? ObjectAccess.NONE
        : new PoolObjectAccess(
            pool.key(),
            claim,
            provider::isObjectKind,
            provider.fieldManager(),
            objectCaches,
            reads,
            kube);
  }

  /** All that the provider makes a desired state from; empty while there is no MachinePool. */
  Optional<PoolInputs> inputs(PassSubject situation) {
    boolean booting = provider.traits(situation.pool()).needsBootstrapData();
    return situation
        .machinePool()
        .map(owner -> inputs(situation, owner, booting ? bootstrap(owner) : Optional.empty()));
  }

  /** The same for a pool that goes, whose bootstrap data may be gone before it. */
  Optional<PoolInputs> inputsWithoutBootstrapData(PassSubject situation) {
    return situation.machinePool().map(owner -> inputs(situation, owner, Optional.empty()));
  }

  private PoolInputs inputs(
      PassSubject situation, ApiObject owner, Optional<BootstrapData> bootstrap) {
    ApiObject pool = situation.pool();
    return new PoolInputs(
        pool,
        owner,
        situation.cluster(),
        bootstrap,
        situation.claim().marks(),
        reads.readerFor(pool.key()));
  }

  private Optional<ApiObject> owner(ApiObject pool, OwnerReference owner) {
    return machinePools
        .get(new ObjectKey(pool.namespace(), owner.name()))
        .filter(found -> found.uid().equals(owner.uid()));
  }

  private Optional<BootstrapData> bootstrap(ApiObject machinePool) {
    String name =
        machinePool.as(MachinePool.class).spec().template().spec().bootstrap().dataSecretName();
    if (name == null || name.isEmpty()) {
      return Optional.empty();
    }
    var key = new ObjectKey(machinePool.namespace(), name);
    return isKubeconfig(key)
        ? Optional.empty()
        : secrets.find(key).flatMap(BootstrapDataReader::read);
  }

  /** It has the same key as bootstrap data, and nobody means to hand a cluster to its machines. */
  private boolean isKubeconfig(ObjectKey secret) {
    return ClusterSecretNames.clusterOfKubeconfig(secret).flatMap(clusters::get).isPresent();
  }
}
