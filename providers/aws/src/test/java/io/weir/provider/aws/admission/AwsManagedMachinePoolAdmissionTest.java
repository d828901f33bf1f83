package io.weir.provider.aws.admission;

import io.weir.api.admissioncheck.AdmissionContract;
import io.weir.provider.aws.AwsProviderFactory;
import java.io.IOException;

class AwsManagedMachinePoolAdmissionTest extends AdmissionContract {

  AwsManagedMachinePoolAdmissionTest() throws IOException {
    super(new AwsProviderFactory().admissions().get(1), "awsmanagedmachinepool");
  }
}
