package io.weir.provider.azure.asopool;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.provider.ProviderReport;
import io.weir.provider.ReportContext;
import io.weir.provider.azure.api.AsoKinds;
import io.weir.provider.azure.api.AzureConditions;
import io.weir.provider.azure.aso.AgentPoolReport;
import io.weir.provider.azure.aso.AsoObject;
import io.weir.provider.azure.aso.AsoObservedState;
import io.weir.provider.azure.asopool.ListedResources.Listed;
import java.util.Map;
import java.util.Optional;

/**
 * What a pass found out, as fields of the pool; among them each object of the list.
 *
 * @param pool the object
 * @param context what was found out
 */
public record AsoPoolReporter(
    ApiObject pool, ReportContext<AsoPoolDesiredState, AsoObservedState> context) {

  /** The fields and conditions; those that nothing is known of are left out. */
  public ProviderReport report() {
    var common = new AgentPoolReport<>(pool, context);
    ProviderReport report = common.report(common.readiness(AzureConditions.READY));
    Optional<AsoObservedState> seen = common.seen();
    if (seen.isEmpty()) {
      return report;
    }
    report.status().set("resources", resources(seen.get()));
    return report.withAnnotations(
        Map.of(AsoKinds.LEDGER, Optional.of(AsoKinds.ledger(seen.get().objects()))));
  }

  private ArrayNode resources(AsoObservedState seen) {
    ArrayNode list = Json.MAPPER.createArrayNode();
    for (Listed listed : ListedResources.of(pool)) {
      ApiObject object = listed.object();
      boolean ready =
          seen.find(object)
              .filter(found -> new AsoObject(found).state() == AsoObject.State.READY)
              .isPresent();
      ObjectNode entry = list.addObject().put("ready", ready);
      entry
          .putObject("resource")
          .put("group", object.groupKind().group())
          .put("kind", object.groupKind().kind())
          .put("name", object.name())
          .put("version", object.apiVersion().substring(object.apiVersion().indexOf('/') + 1));
    }
    return list;
  }
}
