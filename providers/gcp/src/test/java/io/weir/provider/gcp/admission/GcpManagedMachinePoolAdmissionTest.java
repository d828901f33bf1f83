package io.weir.provider.gcp.admission;

import io.weir.api.admissioncheck.AdmissionContract;
import java.io.IOException;

class GcpManagedMachinePoolAdmissionTest extends AdmissionContract {

  GcpManagedMachinePoolAdmissionTest() throws IOException {
    super(GcpAdmissions.all().getLast(), "gcpmanagedmachinepool");
  }
}
