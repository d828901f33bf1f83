package io.weir.api.conditions;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import java.time.Instant;
import java.util.List;

/** Our conditions in the status of a kind of Cluster API, in today's form and in the older one. */
public final class StatusConditions {

  private StatusConditions() {}

  /**
   * Puts conditions into a status, for the object's generation; those of others stay.
   *
   * @param object whose status it is
   * @param older those in the form of v1beta1; empty to leave what is there
   */
  public static void put(
      ObjectNode status,
      ApiObject object,
      List<Condition> ours,
      List<Condition> older,
      Instant now) {
    status.set(
        "conditions",
        ConditionLists.withConditions(status.path("conditions"), ours, object.generation(), now));
    if (!older.isEmpty()) {
      ObjectNode old = status.withObject("/deprecated/v1beta1");
      old.set("conditions", ConditionLists.withV1Beta1(old.path("conditions"), older, now));
    }
    status.put("observedGeneration", object.generation());
  }
}
