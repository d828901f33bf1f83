package io.weir.engine.admission;

import io.weir.api.GroupKind;
import io.weir.api.admissioncheck.AdmissionContract;
import java.io.IOException;

class MachineDrainRuleAdmissionTest extends AdmissionContract {

  MachineDrainRuleAdmissionTest() throws IOException {
    super(TestAdmissions.of(GroupKind.MACHINE_DRAIN_RULE), "machinedrainrule");
  }
}
