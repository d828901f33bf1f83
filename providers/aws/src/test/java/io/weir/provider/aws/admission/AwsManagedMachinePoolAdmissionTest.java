package io.weir.provider.aws.admission;

import io.weir.api.admissioncheck.AdmissionContract;
import java.io.IOException;

class AwsManagedMachinePoolAdmissionTest extends AdmissionContract {

  AwsManagedMachinePoolAdmissionTest() throws IOException {
    super(AwsAdmissions.all().get(1), "awsmanagedmachinepool");
  }
}
