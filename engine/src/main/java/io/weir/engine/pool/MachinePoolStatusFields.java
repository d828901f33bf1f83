package io.weir.engine.pool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ConditionReasons;
import io.weir.api.ConditionTypes;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionLists;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Puts a decision into the fields of {@code MachinePool.status}. */
public final class MachinePoolStatusFields {

  private MachinePoolStatusFields() {}

  /** The whole status of a pool that is worked on. */
  public static void set(ObjectNode status, ApiObject pool, PoolDecision decision, Instant now) {
    set(status, decision, pool.generation(), now);
    status.set(
        "conditions",
        ConditionLists.withConditions(
            status.path("conditions"),
            List.of(Condition.ofFalse(ConditionTypes.PAUSED, ConditionReasons.NOT_PAUSED, "")),
            pool.generation(),
            now));
  }

  private static void set(ObjectNode status, PoolDecision decision, long generation, Instant now) {
    ReplicaCounts replicaCounts = decision.counts();
    status.put("phase", decision.phase().text());
    status.put("replicas", replicaCounts.replicas());
    status.put("readyReplicas", replicaCounts.ready());
    status.put("availableReplicas", replicaCounts.available());
    status.put("upToDateReplicas", replicaCounts.upToDate());
    status.put("observedGeneration", generation);
    ObjectNode initialization = status.withObject("/initialization");
    initialization.put("bootstrapDataSecretCreated", decision.bootstrapped());
    initialization.put("infrastructureProvisioned", decision.provisioned());
    nodeRefs(status, decision);
    versions(status, replicaCounts);
    status.set(
        "conditions",
        ConditionLists.withConditions(
            status.path("conditions"), decision.conditions().current(), generation, now));
    deprecated(status.withObject("/deprecated").withObject("v1beta1"), decision, now);
  }

  /** What people call news: not a count, nor what a message says of counts. */
  public static List<String> significantFields(JsonNode status) {
    var activity = new ArrayList<String>();
    activity.add(status.path("phase").asText());
    activity.add(status.path("observedGeneration").asText());
    activity.add(status.path("initialization").toString());
    for (JsonNode condition : status.path("conditions")) {
      activity.add(
          condition.path("type").asText()
              + condition.path("status").asText()
              + condition.path("reason").asText());
    }
    return activity;
  }

  private static void nodeRefs(ObjectNode status, PoolDecision decision) {
    if (decision.nodeRefs().isEmpty()) {
      status.remove("nodeRefs");
      return;
    }
    ArrayNode refs = status.putArray("nodeRefs");
    decision
        .nodeRefs()
        .forEach(
            ref ->
                refs.addObject()
                    .put("apiVersion", "v1")
                    .put("kind", "Node")
                    .put("name", ref.name())
                    .put("uid", ref.uid()));
  }

  private static void versions(ObjectNode status, ReplicaCounts replicaCounts) {
    if (replicaCounts.versions().isEmpty()) {
      status.remove("versions");
      return;
    }
    ArrayNode versions = status.putArray("versions");
    replicaCounts
        .versions()
        .forEach(
            count ->
                versions
                    .addObject()
                    .put("version", count.version())
                    .put("replicas", count.replicas()));
  }

  private static void deprecated(ObjectNode old, PoolDecision decision, Instant now) {
    ReplicaCounts replicaCounts = decision.counts();
    // Another controller may have left them: here no failure is final.
    old.remove(List.of("failureReason", "failureMessage"));
    old.put("readyReplicas", replicaCounts.ready());
    old.put("availableReplicas", replicaCounts.available());
    old.put(
        "unavailableReplicas", Math.max(0, replicaCounts.replicas() - replicaCounts.available()));
    old.set(
        "conditions",
        ConditionLists.withV1Beta1(
            old.path("conditions"), decision.conditions().deprecated(), now));
  }
}
