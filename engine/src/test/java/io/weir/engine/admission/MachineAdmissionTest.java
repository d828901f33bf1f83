package io.weir.engine.admission;

import io.weir.api.GroupKind;
import io.weir.api.admissioncheck.AdmissionContract;
import java.io.IOException;

class MachineAdmissionTest extends AdmissionContract {

  MachineAdmissionTest() throws IOException {
    super(TestAdmissions.of(GroupKind.MACHINE), "machine");
  }
}
