package io.weir.provider.azure.admission;

import io.weir.api.admissioncheck.AdmissionContract;
import java.io.IOException;

class AzureMachinePoolAdmissionTest extends AdmissionContract {

  private static final GeneratedValues ALWAYS_THE_SAME =
      new GeneratedValues(
          () ->
              "c3NoLWVkMjU1MTkgQUFBQUMzTnphQzFsWkRJMU5URTVBQUFBSURtYWNy"
                  + "MEEwTS81WTVKMEJrUEpINDZNUXV2cUNPaUFHRGRCbTVwZEYvNlIgCg==",
          () -> "00000000-0000-4000-8000-000000000000");

  AzureMachinePoolAdmissionTest() throws IOException {
    super(AzureAdmissions.machinePool(ALWAYS_THE_SAME), "azuremachinepool");
  }
}
