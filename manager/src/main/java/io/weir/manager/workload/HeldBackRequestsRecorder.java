package io.weir.manager.workload;

import io.weir.api.EventReasons;
import io.weir.api.ObjectKey;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.events.EventRecorder;

/**
 * Tells people, on the Cluster, that requests to it are held back, and when they are sent again.
 *
 * @param clusters the Clusters
 * @param events for people
 */
public record HeldBackRequestsRecorder(ObjectCache clusters, EventRecorder events)
    implements WorkloadClusterListener {

  @Override
  public void requestsHeldBack(ObjectKey cluster, String why) {
    clusters
        .get(cluster)
        .ifPresent(found -> events.warning(found, EventReasons.REQUESTS_HELD_BACK, "Connect", why));
  }

  @Override
  public void requestsAnswered(ObjectKey cluster) {
    clusters
        .get(cluster)
        .ifPresent(
            found ->
                events.normal(
                    found,
                    EventReasons.REQUESTS_ANSWERED,
                    "Connect",
                    "the API server answers requests again"));
  }
}
