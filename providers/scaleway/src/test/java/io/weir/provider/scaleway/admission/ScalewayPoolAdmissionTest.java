package io.weir.provider.scaleway.admission;

import io.weir.api.admissioncheck.AdmissionContract;
import io.weir.provider.scaleway.ScalewayProviderFactory;
import java.io.IOException;

class ScalewayPoolAdmissionTest extends AdmissionContract {

  ScalewayPoolAdmissionTest() throws IOException {
    super(new ScalewayProviderFactory().admissions().getFirst(), "scalewaymanagedmachinepool");
  }
}
