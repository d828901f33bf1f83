package io.weir.api.conversion;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** MachineHealthCheck in v1beta1: one flat spec, and a status whose numbers are never absent. */
final class MachineHealthCheckSpoke implements Spoke {

  private static final List<String> CONDITIONS = List.of("conditions");
  private static final List<String> COUNTS =
      List.of("expectedMachines", "currentHealthy", "remediationsAllowed");

  @Override
  public void toHub(ObjectNode check) {
    TreeFields.ifObject(check, HealthCheckConversion::checkToHub, "spec");
    TreeFields.ifObject(check, MachineHealthCheckSpoke::statusToHub, "status");
  }

  private static void statusToHub(ObjectNode status) {
    StatusConversion.toHub(status, CONDITIONS, CONDITIONS);
    TreeFields.dropIfEmpty(TreeFields.getOrEmpty(status, "deprecated"), "v1beta1");
    TreeFields.dropIfEmpty(status, "deprecated");
    COUNTS.forEach(count -> TreeFields.dropZero(status, count));
  }

  @Override
  public void fromHub(ObjectNode check, ContractVersions contracts) {
    TreeFields.ifObject(check, spec -> HealthCheckConversion.checkFromHub(spec, check), "spec");
    ObjectNode status = TreeFields.getOrCreate(check, "status");
    StatusConversion.fromHub(status, CONDITIONS, CONDITIONS);
    TreeFields.putZeros(status, COUNTS);
  }
}
