package io.weir.provider.scaleway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.crdcheck.CrdApiServer;
import io.weir.api.crdcheck.SampleObjects;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.junit.NamedCluster;
import io.weir.controlplane.junit.WithControlPlane;
import io.weir.provider.scaleway.ScalewayProviderFactory;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@WithControlPlane
class ScalewayCrdsIT {
  private static final String POOL = "scalewaymanagedmachinepool";

  private static CrdApiServer server;

  /** On a server that nobody asks but to check definitions: no webhook of another test is there. */
  @BeforeAll
  static void define(
      @NamedCluster("definitions") ControlPlane controlPlane, @TempDir Path directory)
      throws Exception {
    server = CrdApiServer.on(controlPlane, new ScalewayProviderFactory().crds(), directory);
  }

  @Test
  void everyDefinitionIsAcceptedWithoutComplaint() throws Exception {
    for (ApiObject crd : new ScalewayProviderFactory().crds()) {
      assertThat(server.trueConditions(crd.name())).isEqualTo("NamesAccepted Established");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {POOL, "scalewaymanagedcluster", "scalewaymanagedcontrolplane"})
  void nothingOfASampleIsLost(String sample) throws Exception {
    ObjectNode object = sample(sample);

    ApiObject stored = server.store(object);

    assertThat(SampleObjects.missingPaths(object, stored.copyTree())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      emptyValue = "",
      value = {
        "/spec/nodeType | '' | spec.nodeType: Required value",
        "/spec/zone | \"paris\" | spec.zone",
        "/spec/scaling | {} | spec.scaling",
        "/spec/scaling/minSize | -1 | spec.scaling.minSize",
        "/spec/upgradePolicy | {} | spec.upgradePolicy",
        "/spec/additionalTags | [] | spec.additionalTags",
        "/spec/rootVolumeType | \"b_ssd\" | spec.rootVolumeType",
        "/spec/rootVolumeSizeGB | 19 | spec.rootVolumeSizeGB",
        "/spec/securityGroupID | \"default\" | spec.securityGroupID",
        "/metadata/name | \"a.b\" | name must be a valid DNS label",
      })
  void aPoolIsRefusedWithThePathOf(String place, String value, String path) throws Exception {
    ObjectNode object = sample(POOL);
    SampleObjects.change(object, "/metadata/name", "\"refused\"");
    SampleObjects.change(object, place, value);

    assertThatThrownBy(() -> server.store(object)).hasMessageContaining(path);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      emptyValue = "",
      value = {
        "/spec/nodeType | \"GP1-S\" | Value is immutable",
        "/spec/zone | \"fr-par-2\" | Value is immutable",
        "/spec/rootVolumeSizeGB | 60 | Value is immutable",
        "/spec/publicIPDisabled | '' | publicIPDisabled cannot be added or removed",
        "/spec/placementGroupID | '' | placementGroupID cannot be added or removed",
      })
  void aPoolKeepsWhatItWasBornWith(String place, String value, String why) throws Exception {
    ObjectNode object = sample(POOL);
    SampleObjects.change(object, "/metadata/name", "\"kept\"");
    server.store(object);
    SampleObjects.change(object, place, value);

    assertThatThrownBy(() -> server.store(object)).hasMessageContaining(why);
  }

  private static ObjectNode sample(String name) throws IOException {
    return SampleObjects.read(ScalewayCrdsIT.class, name);
  }
}
