package io.weir.manager.kubeadm;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.api.core.Cluster;
import io.weir.bootstrap.BootstrapMetadataKeys;
import io.weir.bootstrap.token.TokenOwner;
import io.weir.bootstrap.token.TokenSecret;
import io.weir.bootstrap.token.WorkloadToken;
import io.weir.engine.audit.AuditEvent;
import io.weir.engine.audit.AuditSubject;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.kernel.work.Reconciler;
import io.weir.kernel.work.Requeue;
import io.weir.manager.audit.AuditLog;
import io.weir.manager.workload.WorkloadClusterAccess;
import io.weir.manager.workload.WorkloadClusterState.Connected;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Revokes the tokens of configs that are gone, one Cluster a pass. No finalizer is needed for that:
 * what is missed while the cluster is unreachable or the manager is down is made up for when the
 * connection comes, or ends by itself.
 */
final class TokenRevocationController implements Reconciler {

  private static final Logger LOG = LoggerFactory.getLogger(TokenRevocationController.class);

  private final ObjectCache clusters;
  private final ObjectCache configs;
  private final KubeClient management;
  private final WorkloadClusterAccess workloadClusterAccess;

  TokenRevocationController(
      ObjectCache clusters,
      ObjectCache configs,
      KubeClient management,
      WorkloadClusterAccess workloadClusterAccess) {
    this.clusters = clusters;
    this.configs = configs;
    this.management = management;
    this.workloadClusterAccess = workloadClusterAccess;
  }

  @Override
  public Requeue reconcile(ObjectKey key) {
    Optional<ApiObject> cluster = clusters.get(key).filter(found -> !paused(found));
    // A kind that is not installed has no objects either, but then nothing was deleted.
    boolean known = configs.syncState() == ObjectCache.SyncState.SYNCED;
    if (cluster.isPresent()
        && known
        && workloadClusterAccess.state(key) instanceof Connected workload) {
      sweep(key, workload);
    }
    return Requeue.done();
  }

  /** When objects are moved they are deleted here while paused, and their tokens go on there. */
  private static boolean paused(ApiObject cluster) {
    return cluster.as(Cluster.class).spec().paused();
  }

  private void sweep(ObjectKey cluster, Connected workload) {
    // In this order: the config of a token that is seen by now was seen before.
    List<WorkloadToken> tokens = workload.tokens().all();
    var owners = new HashSet<Map<String, String>>();
    for (ApiObject config : configs.list(cluster.namespace())) {
      owners.add(new TokenOwner(config.namespace(), config.name()).labels());
    }
    for (ObjectKey unread : configs.neverRead()) {
      owners.add(new TokenOwner(unread.namespace(), unread.name()).labels());
    }
    tokens = tokens.stream().filter(token -> !owners.contains(owner(token))).toList();
    if (!tokens.isEmpty()) {
      owners.addAll(liveOwners(cluster));
    }
    for (WorkloadToken token : tokens) {
      if (!owners.contains(owner(token))
          && workload.client().deleteIfThere(token.object(), PropagationPolicy.BACKGROUND)) {
        AuditLog.write(
            new AuditEvent.TokenRevoked(AuditSubject.of(token.object(), cluster), id(token)));
        LOG.info("{}: revoked the token {} of a config that is gone", cluster, token.object());
      }
    }
  }

  /** Past the cache, which may be behind that of the tokens: whoever joins by one has no other. */
  private Set<Map<String, String>> liveOwners(ObjectKey cluster) {
    var owners = new HashSet<Map<String, String>>();
    for (ApiObject config :
        management.list(configs.kind(), cluster.namespace(), ObjectSelector.everything())) {
      owners.add(new TokenOwner(config.namespace(), config.name()).labels());
    }
    return owners;
  }

  /** Whatever the Secret holds, its name has the public part alone. */
  private static String id(WorkloadToken token) {
    String name = token.object().name();
    return name.startsWith(TokenSecret.NAME_PREFIX)
        ? name.substring(TokenSecret.NAME_PREFIX.length())
        : "";
  }

  private static Map<String, String> owner(WorkloadToken token) {
    Map<String, String> labels = token.object().labels();
    var owner = new HashMap<String, String>();
    for (String key :
        Set.of(
            BootstrapMetadataKeys.TOKEN_OWNER_NAMESPACE, BootstrapMetadataKeys.TOKEN_OWNER_NAME)) {
      owner.put(key, labels.getOrDefault(key, ""));
    }
    return owner;
  }
}
