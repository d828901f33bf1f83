package io.weir.provider.azure.admission;

import io.weir.api.admissioncheck.AdmissionContract;
import java.io.IOException;

class AzureManagedMachinePoolTemplateAdmissionTest extends AdmissionContract {

  AzureManagedMachinePoolTemplateAdmissionTest() throws IOException {
    super(AzureAdmissions.managedMachinePoolTemplate(), "azuremanagedmachinepooltemplate");
  }
}
