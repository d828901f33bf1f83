package io.weir.engine.pool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ConditionTypes;
import io.weir.api.Reasons;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.Conditions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Puts a decision into the fields of {@code MachinePool.status}. */
public final class StatusTree {

  private StatusTree() {}

  /** The whole status of a pool that is worked on. */
  public static void set(ObjectNode status, ApiObject pool, PoolDecision decision, Instant now) {
    set(status, decision, pool.generation(), now);
    status.set(
        "conditions",
        Conditions.with(
            status.path("conditions"),
            List.of(Condition.isFalse(ConditionTypes.PAUSED, Reasons.NOT_PAUSED, "")),
            pool.generation(),
            now));
  }

  private static void set(ObjectNode status, PoolDecision decision, long generation, Instant now) {
    Counts counts = decision.counts();
    status.put("phase", decision.phase().text());
    status.put("replicas", counts.replicas());
    status.put("readyReplicas", counts.ready());
    status.put("availableReplicas", counts.available());
    status.put("upToDateReplicas", counts.upToDate());
    status.put("observedGeneration", generation);
    ObjectNode initialization = status.withObject("/initialization");
    initialization.put("bootstrapDataSecretCreated", decision.bootstrapped());
    initialization.put("infrastructureProvisioned", decision.provisioned());
    nodeRefs(status, decision);
    versions(status, counts);
    status.set(
        "conditions",
        Conditions.with(
            status.path("conditions"), decision.conditions().current(), generation, now));
    deprecated(status.withObject("/deprecated").withObject("v1beta1"), decision, now);
  }

  /** What people call news: not a count, nor what a message says of counts. */
  public static List<String> news(JsonNode status) {
    var news = new ArrayList<String>();
    news.add(status.path("phase").asText());
    news.add(status.path("observedGeneration").asText());
    news.add(status.path("initialization").toString());
    for (JsonNode condition : status.path("conditions")) {
      news.add(
          condition.path("type").asText()
              + condition.path("status").asText()
              + condition.path("reason").asText());
    }
    return news;
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

  private static void versions(ObjectNode status, Counts counts) {
    if (counts.versions().isEmpty()) {
      status.remove("versions");
      return;
    }
    ArrayNode versions = status.putArray("versions");
    counts
        .versions()
        .forEach(
            count ->
                versions
                    .addObject()
                    .put("version", count.version())
                    .put("replicas", count.replicas()));
  }

  private static void deprecated(ObjectNode old, PoolDecision decision, Instant now) {
    Counts counts = decision.counts();
    // Another controller may have left them: here no failure is final.
    old.remove(List.of("failureReason", "failureMessage"));
    old.put("readyReplicas", counts.ready());
    old.put("availableReplicas", counts.available());
    old.put("unavailableReplicas", Math.max(0, counts.replicas() - counts.available()));
    old.set(
        "conditions",
        Conditions.withV1Beta1(old.path("conditions"), decision.conditions().deprecated(), now));
  }
}
