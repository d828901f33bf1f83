package io.weir.engine.admission;

import io.weir.api.FeatureGates;
import io.weir.api.admissioncheck.AdmissionContract;
import java.io.IOException;

class MachinePoolAdmissionTest extends AdmissionContract {

  MachinePoolAdmissionTest() throws IOException {
    super(EngineAdmissions.all(FeatureGates.DEFAULT).getFirst(), "machinepool");
  }
}
