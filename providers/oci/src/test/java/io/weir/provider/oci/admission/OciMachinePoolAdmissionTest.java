package io.weir.provider.oci.admission;

import io.weir.api.admissioncheck.AdmissionContract;
import io.weir.provider.oci.OciProviderFactory;
import java.io.IOException;

class OciMachinePoolAdmissionTest extends AdmissionContract {

  OciMachinePoolAdmissionTest() throws IOException {
    super(new OciProviderFactory().admissions().get(1), "ocimachinepool");
  }
}
