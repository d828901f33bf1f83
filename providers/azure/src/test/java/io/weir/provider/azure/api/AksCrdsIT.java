package io.weir.provider.azure.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.crdcheck.CrdApiServer;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.junit.NamedCluster;
import io.weir.controlplane.junit.WithControlPlane;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@WithControlPlane
class AksCrdsIT {

  @Test
  void everyDefinitionIsAcceptedWithoutComplaint(
      @NamedCluster("definitions") ControlPlane controlPlane, @TempDir Path directory)
      throws Exception {
    CrdApiServer server = CrdApiServer.on(controlPlane, AzureCrds.ofAks(), directory);

    for (ApiObject crd : AzureCrds.ofAks()) {
      assertThat(server.trueConditions(crd.name())).isEqualTo("NamesAccepted Established");
    }
  }
}
