package io.weir.engine.admission;

import io.weir.api.GroupKind;
import io.weir.api.admissioncheck.AdmissionContract;
import java.io.IOException;

class MachineHealthCheckAdmissionTest extends AdmissionContract {

  MachineHealthCheckAdmissionTest() throws IOException {
    super(TestAdmissions.of(GroupKind.MACHINE_HEALTH_CHECK), "machinehealthcheck");
  }
}
