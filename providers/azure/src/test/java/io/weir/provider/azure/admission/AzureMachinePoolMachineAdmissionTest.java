package io.weir.provider.azure.admission;

import io.weir.api.admissioncheck.AdmissionContract;
import java.io.IOException;

class AzureMachinePoolMachineAdmissionTest extends AdmissionContract {

  AzureMachinePoolMachineAdmissionTest() throws IOException {
    super(AzureAdmissions.machinePoolMachine(), "azuremachinepoolmachine");
  }
}
