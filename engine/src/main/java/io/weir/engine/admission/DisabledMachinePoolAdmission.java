package io.weir.engine.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.FeatureGates.Gate;
import io.weir.api.GroupKind;
import io.weir.api.admission.Admission;
import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.util.List;

/**
 * Where pools are switched off, none is created or changed. One that is being deleted may be: no
 * controller takes its finalizer away, so people must be able to.
 */
final class DisabledMachinePoolAdmission implements Admission {

  @Override
  public GroupKind kind() {
    return GroupKind.MACHINE_POOL;
  }

  @Override
  public ObjectNode applyDefaults(AdmissionRequest admissionRequest) {
    return admissionRequest.object().deepCopy();
  }

  @Override
  public List<Violation> violations(AdmissionRequest admissionRequest) {
    ObjectField pool = ObjectField.of(admissionRequest.object());
    return pool.at("metadata", "deletionTimestamp").isSet()
        ? List.of()
        : List.of(
            pool.at("spec")
                .forbidden(
                    "can be set only if the manager's feature gate %1$s is enabled: start it with --feature-gates=%1$s=true"
                        .formatted(Gate.MACHINE_POOL.key())));
  }

  @Override
  public List<String> warnings(AdmissionRequest admissionRequest) {
    return List.of();
  }
}
