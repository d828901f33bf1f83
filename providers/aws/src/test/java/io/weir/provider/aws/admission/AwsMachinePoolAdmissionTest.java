package io.weir.provider.aws.admission;

import io.weir.api.admissioncheck.AdmissionContract;
import io.weir.provider.aws.AwsProviderFactory;
import java.io.IOException;

class AwsMachinePoolAdmissionTest extends AdmissionContract {

  AwsMachinePoolAdmissionTest() throws IOException {
    super(new AwsProviderFactory().admissions().getFirst(), "awsmachinepool");
  }
}
