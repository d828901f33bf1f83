package io.weir.engine.admission;

import io.weir.api.GroupKind;
import io.weir.api.admissioncheck.AdmissionContract;
import java.io.IOException;

class MachineSetAdmissionTest extends AdmissionContract {

  MachineSetAdmissionTest() throws IOException {
    super(TestAdmissions.of(GroupKind.MACHINE_SET), "machineset");
  }
}
