package io.weir.provider.azure.admission;

import io.weir.api.admissioncheck.AdmissionContract;
import java.io.IOException;

class AzureClusterIdentityAdmissionTest extends AdmissionContract {

  AzureClusterIdentityAdmissionTest() throws IOException {
    super(AzureAdmissions.clusterIdentity(), "azureclusteridentity");
  }
}
