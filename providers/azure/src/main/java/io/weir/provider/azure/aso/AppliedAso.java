package io.weir.provider.azure.aso;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.provider.AppliedObject;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import java.util.Optional;

/** Compares an object of Azure Service Operator with what is to be applied. */
public final class AppliedAso {

  private AppliedAso() {}

  /**
   * The step that brings an object to what is wanted; empty if it is there. An object may be read
   * in another version than it is applied in, where some fields have no place; of these the digest
   * of what was applied last is enough.
   */
  public static Optional<PlanStep> step(
      ObjectNode wanted, Optional<ApiObject> now, PoolIdentity pool) {
    return AppliedObject.step(wanted, now.map(there -> inVersionOf(wanted, there)), pool);
  }

  private static ApiObject inVersionOf(ObjectNode wanted, ApiObject now) {
    if (now.apiVersion().equals(new ApiObject(wanted).apiVersion())) {
      return now;
    }
    ObjectNode tree = now.copyTree();
    fill(tree.withObject("/spec"), wanted.path("spec"));
    return new ApiObject(tree);
  }

  private static void fill(ObjectNode into, JsonNode from) {
    from.properties()
        .forEach(
            field -> {
              JsonNode there = into.get(field.getKey());
              if (there == null) {
                into.set(field.getKey(), field.getValue());
              } else if (there instanceof ObjectNode inner) {
                fill(inner, field.getValue());
              }
            });
  }
}
