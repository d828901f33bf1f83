package io.weir.provider.azure.admission;

import io.weir.api.admissioncheck.AdmissionContract;
import java.io.IOException;

class AzureManagedMachinePoolAdmissionTest extends AdmissionContract {

  AzureManagedMachinePoolAdmissionTest() throws IOException {
    super(AzureAdmissions.managedMachinePool(), "azuremanagedmachinepool");
  }
}
