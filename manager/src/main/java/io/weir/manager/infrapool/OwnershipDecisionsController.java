package io.weir.manager.infrapool;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.EventReasons;
import io.weir.api.ObjectKey;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.work.Controller;
import io.weir.kernel.work.Reconciler;
import io.weir.kernel.work.Requeue;
import io.weir.manager.objects.ManagementCluster;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells administrators which of their decisions about cloud objects cannot be followed, once for
 * each state of the ConfigMap. It waits for as long as the ConfigMap may not be read, and nothing
 * waits for it.
 */
public final class OwnershipDecisionsController implements Reconciler {

  private static final Logger LOG = LoggerFactory.getLogger(OwnershipDecisionsController.class);

  private final ManagementCluster managementCluster;
  private final EventRecorder events;
  private Optional<JsonNode> told = Optional.empty();

  private OwnershipDecisionsController(ManagementCluster managementCluster, EventRecorder events) {
    this.managementCluster = managementCluster;
    this.events = events;
  }

  /** The controller, not started. */
  public static Controller of(ManagementCluster managementCluster, EventRecorder events) {
    return Controller.named("ownershipdecisions")
        .workers(1)
        .watch(managementCluster.decisionObjects())
        .build(new OwnershipDecisionsController(managementCluster, events));
  }

  @Override
  public Requeue reconcile(ObjectKey key) {
    Optional<ApiObject> configMap = managementCluster.decisionObjects().get(key);
    Optional<JsonNode> data = configMap.map(found -> found.at("/data"));
    if (!data.equals(told)) {
      configMap.ifPresent(
          found -> managementCluster.decisionProblems().forEach(problem -> tell(found, problem)));
      told = data;
    }
    return Requeue.done();
  }

  private void tell(ApiObject configMap, String problem) {
    LOG.warn("ConfigMap {}: {}", configMap.key(), problem);
    events.warning(configMap, EventReasons.INVALID_OWNERSHIP_DECISION, "Reconcile", problem);
  }
}
