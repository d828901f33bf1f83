package io.weir.provider.azure.akspool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.conditions.Condition;
import io.weir.provider.ManagementObjects;
import io.weir.provider.ProviderReport;
import io.weir.provider.ReportContext;
import io.weir.provider.ResolveResult;
import io.weir.provider.azure.api.AsoKinds;
import io.weir.provider.azure.api.AzureConditions;
import io.weir.provider.azure.aso.AgentPool;
import io.weir.provider.azure.aso.AgentPoolReport;
import io.weir.provider.azure.aso.AsoObservedState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What is seen and told of an AzureManagedMachinePool. */
public final class AksPool {

  /**
   * Value of the annotation that says who sizes a MachinePool, as Cluster API's own provider has
   * it.
   */
  public static final String SIZED_BY_AKS = "true";

  private AksPool() {}

  /** Whether AKS's own autoscaler sizes the pool. */
  public static boolean isAutoscaled(ApiObject pool) {
    return AksPoolResolver.isAutoscaled(pool);
  }

  /** The object that the pool is made of, if there is one of its name, or with its mark. */
  public static Optional<AsoObservedState> observe(ApiObject pool, ManagementObjects objects) {
    ObjectNode named =
        Json.MAPPER
            .createObjectNode()
            .put("apiVersion", AsoKinds.AGENT_POOL.group() + "/v1")
            .put("kind", AsoKinds.AGENT_POOL.kind());
    named.putObject("metadata").put("name", pool.name());
    return AsoObservedState.of(
        pool.namespace(), List.of(new ApiObject(named)), Set.of(AsoKinds.AGENT_POOL), objects);
  }

  /** The fields and conditions; those that nothing is known of are left out. */
  public static ProviderReport report(
      ApiObject pool, ReportContext<AksPoolDesiredState, AsoObservedState> context) {
    var common = new AgentPoolReport<>(pool, context);
    var conditions =
        new ArrayList<>(common.readiness(AzureConditions.READY, AzureConditions.AGENT_POOLS_READY));
    Optional<AgentPool> live = common.seen().flatMap(AsoObservedState::agentPool);
    Optional<Condition> upToDate =
        context
            .resolution()
            .flatMap(ResolveResult::target)
            .flatMap(desired -> live.flatMap(desired.version()::toCondition));
    upToDate.ifPresent(conditions::add);
    return common.report(conditions);
  }
}
