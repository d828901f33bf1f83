package io.weir.provider.oci.admission;

import io.weir.api.admissioncheck.AdmissionContract;
import io.weir.provider.oci.OciProviderFactory;
import java.io.IOException;

class OciManagedMachinePoolAdmissionTest extends AdmissionContract {

  OciManagedMachinePoolAdmissionTest() throws IOException {
    super(new OciProviderFactory().admissions().getFirst(), "ocimanagedmachinepool");
  }
}
