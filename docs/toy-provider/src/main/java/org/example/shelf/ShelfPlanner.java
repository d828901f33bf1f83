package org.example.shelf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.provider.AppliedObject;
import io.weir.provider.ObjectStep;
import io.weir.provider.Ownership;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolIntent;
import io.weir.provider.SingleObjectPlanner;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** What is to be done about the ConfigMap of a shelf. */
final class ShelfPlanner implements SingleObjectPlanner<ShelfDesiredState, ShelfObservedState> {

  @Override
  public List<PlanStep> create(PoolIdentity pool, ShelfDesiredState want) {
    ObjectNode wanted = configMap(pool.cloudName(), want.size(), false);
    return AppliedObject.step(wanted, Optional.empty(), pool).stream().toList();
  }

  @Override
  public List<PlanStep> update(
      ShelfObservedState seen,
      PoolIntent.Converge<ShelfDesiredState> intent,
      PlanContext<ShelfObservedState> now) {
    return step(seen, intent.desired().size(), false, now.pool());
  }

  @Override
  public List<PlanStep> pause(ShelfObservedState seen, PlanContext<ShelfObservedState> now) {
    return step(seen, seen.size(), true, now.pool());
  }

  private static List<PlanStep> step(
      ShelfObservedState seen, OptionalInt size, boolean paused, PoolIdentity pool) {
    ApiObject configMap = seen.configMap();
    return AppliedObject.step(
            configMap(configMap.name(), size, paused), Optional.of(configMap), pool)
        .stream()
        .toList();
  }

  @Override
  public PlanStep claim(
      ShelfObservedState seen, PlanContext<ShelfObservedState> now, Ownership.Claimable claimable) {
    return ObjectStep.ClaimObject.of(seen.configMap(), claimable);
  }

  @Override
  public List<PlanStep> delete(ShelfObservedState seen, PlanContext<ShelfObservedState> now) {
    return seen.configMap().isDeleting()
        ? List.of()
        : List.of(ObjectStep.DeleteObject.of(seen.configMap(), "the pool is being deleted"));
  }

  private static ObjectNode configMap(String name, OptionalInt size, boolean paused) {
    ObjectNode tree = Json.MAPPER.createObjectNode();
    tree.put("apiVersion", "v1").put("kind", "ConfigMap");
    tree.putObject("metadata").put("name", name);
    ObjectNode data = tree.putObject("data").put("paused", String.valueOf(paused));
    size.ifPresent(machines -> data.put("size", String.valueOf(machines)));
    return tree;
  }
}
