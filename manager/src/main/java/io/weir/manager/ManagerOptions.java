package io.weir.manager;

import io.weir.api.FeatureGates;
import io.weir.api.ObjectKey;
import io.weir.bootstrap.config.ServingPolicy;
import io.weir.engine.ratelimit.ObservationIntervals;
import io.weir.engine.watch.ReconciledObjects;
import io.weir.engine.watch.WatchFilter;
import io.weir.engine.workload.AddressPolicy;
import io.weir.manager.brake.ManagerBrake;
import io.weir.manager.roles.Roles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the manager runs.
 *
 * @param roles what it does
 * @param kubeconfig how the management cluster is reached; null for the Pod's own account
 * @param namespace the only namespace whose objects are looked at; empty for all
 * @param watchFilter which of them are worked on
 * @param workloadAddresses where API servers of workload clusters may be
 * @param lease the Lease of the leader
 * @param workers passes at once per controller
 * @param servingPolicy which KubeadmConfigs are made data for
 * @param tokenTtl how long a join token lives when nobody extends it
 * @param tokenMaxAge how old a join token may grow by being extended; not less than its TTL
 * @param observationIntervals how often clouds are looked at
 * @param terminations whether, and how many, instances may be ended
 * @param webhooks where webhooks and health are found
 * @param settings settings of clouds, as {@code aws.endpoint}
 */
record ManagerOptions(
    Roles roles,
    @Nullable Path kubeconfig,
    String namespace,
    WatchFilter watchFilter,
    AddressPolicy workloadAddresses,
    ObjectKey lease,
    int workers,
    ServingPolicy servingPolicy,
    Duration tokenTtl,
    Duration tokenMaxAge,
    ObservationIntervals observationIntervals,
    ManagerBrake.Limits terminations,
    WebhookOptions webhooks,
    Map<String, String> settings) {
  ManagerOptions {
    settings = Map.copyOf(settings);
    if (workers < 1) {
      throw new IllegalArgumentException("--concurrency is " + workers + ": use at least 1");
    }
    if (!tokenTtl.isPositive() || tokenMaxAge.compareTo(tokenTtl) < 0) {
      throw new IllegalArgumentException(
          "--bootstrap-token-max-age must be at least --bootstrap-token-ttl, which must be above"
              + " zero");
    }
  }

  /** The same, with API servers of workload clusters at other addresses. */
  ManagerOptions withWorkloadAddresses(AddressPolicy addresses) {
    return new ManagerOptions(
        roles,
        kubeconfig,
        namespace,
        watchFilter,
        addresses,
        lease,
        workers,
        servingPolicy,
        tokenTtl,
        tokenMaxAge,
        observationIntervals,
        terminations,
        webhooks,
        settings);
  }

  /** Whether this process is taken to run in a Pod of the management cluster. */
  boolean isInPod() {
    return kubeconfig == null;
  }

  /** What is left to this manager, of all that it may be asked about. */
  ReconciledObjects reconciledObjects() {
    return new ReconciledObjects(namespace, watchFilter);
  }

  /** What it does without. */
  FeatureGates gates() {
    return servingPolicy.gates();
  }

  /** The settings of one cloud, without its name in front. */
  Map<String, String> cloudSettings(String cloud) {
    var found = new HashMap<String, String>();
    settings.forEach(
        (key, value) -> {
          if (key.startsWith(cloud + ".")) {
            found.put(key.substring(cloud.length() + 1), value);
          }
        });
    return found;
  }
}
