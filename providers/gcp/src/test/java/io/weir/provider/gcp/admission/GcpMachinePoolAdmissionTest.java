package io.weir.provider.gcp.admission;

import io.weir.api.admissioncheck.AdmissionContract;
import java.io.IOException;

class GcpMachinePoolAdmissionTest extends AdmissionContract {

  GcpMachinePoolAdmissionTest() throws IOException {
    super(GcpAdmissions.all().getFirst(), "gcpmachinepool");
  }
}
