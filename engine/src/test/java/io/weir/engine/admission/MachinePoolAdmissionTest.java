package io.weir.engine.admission;

import io.weir.api.GroupKind;
import io.weir.api.admissioncheck.AdmissionContract;
import java.io.IOException;

class MachinePoolAdmissionTest extends AdmissionContract {

  MachinePoolAdmissionTest() throws IOException {
    super(TestAdmissions.of(GroupKind.MACHINE_POOL), "machinepool");
  }
}
