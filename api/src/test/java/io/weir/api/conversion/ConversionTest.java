package io.weir.api.conversion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What single objects become. */
class ConversionTest {

  private static final String POOL =
      """
      {"clusterName": "c", "template": {"spec": {"clusterName": "c",
        "bootstrap": {"dataSecretName": ""},
        "infrastructureRef": {"apiGroup": "infrastructure.cluster.x-k8s.io",
          "kind": "AWSMachinePool", "name": "p"}}}}
      """;

  @Test
  void aReferenceNamesTheVersionThatItsKindServes() throws IOException {
    ObjectNode older = convert(pool(POOL), "v1beta1", kind -> Optional.of("v1alpha2"));

    assertThat(older.at("/spec/template/spec/infrastructureRef"))
        .isEqualTo(
            Json.MAPPER.readTree(
                """
                {"apiVersion": "infrastructure.cluster.x-k8s.io/v1alpha2", "kind": "AWSMachinePool",
                 "name": "p", "namespace": "team-a"}
                """));
  }

  @Test
  void aReferenceToAKindThatIsNotInstalledStillNamesAVersion() throws IOException {
    ObjectNode older = convert(pool(POOL), "v1beta1", TestConversions.ABSENT);

    assertThat(older.at("/spec/template/spec/infrastructureRef/apiVersion").asText())
        .isEqualTo("infrastructure.cluster.x-k8s.io/v1beta1");
  }

  @Test
  void anEmptyNameOfADataSecretIsNotTheSameAsNone() throws IOException {
    ObjectNode older = convert(pool(POOL), "v1beta1", TestConversions.INSTALLED);
    TreeFields.getOrEmpty(older, "metadata").remove("annotations");

    ObjectNode back = convert(older, "v1beta2", TestConversions.INSTALLED);

    assertThat(back.at("/spec/template/spec/bootstrap/dataSecretName").isTextual()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "0s, 0",
    "90s, 90",
    "1h30m, 5400",
    "1.5h, 5400",
    "1999ms, 1",
    "-3s, -3",
    "1h0m5s, 3605",
    "0, 0",
    "1000000h, 2147483647",
  })
  void aDurationIsWholeSeconds(String text, int seconds) throws IOException {
    ObjectNode older = older(POOL);
    TreeFields.getOrEmpty(older, "spec", "template", "spec").put("nodeDrainTimeout", text);

    ObjectNode hub = convert(older, "v1beta2", TestConversions.INSTALLED);

    assertThat(hub.at("/spec/template/spec/deletion/nodeDrainTimeoutSeconds").asInt(-1))
        .isEqualTo(seconds);
  }

  @ParameterizedTest
  @CsvSource({"0, 0s", "59, 59s", "60, 1m0s", "3600, 1h0m0s", "5405, 1h30m5s", "-61, -1m1s"})
  void secondsReadAsADurationOfGo(int seconds, String text) throws IOException {
    ObjectNode pool = pool(POOL);
    TreeFields.getOrCreate(pool, "spec", "template", "spec", "deletion")
        .put("nodeDeletionTimeoutSeconds", seconds);

    ObjectNode older = convert(pool, "v1beta1", TestConversions.INSTALLED);

    assertThat(older.at("/spec/template/spec/nodeDeletionTimeout").asText()).isEqualTo(text);
  }

  @Test
  void whatIsNoDurationIsRefusedByName() throws IOException {
    ObjectNode older = older(POOL);
    TreeFields.getOrEmpty(older, "spec", "template", "spec").put("nodeDrainTimeout", "soon");

    assertThatThrownBy(() -> convert(older, "v1beta2", TestConversions.INSTALLED))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("nodeDrainTimeout: \"soon\" is not a duration; write it like 90s, 5m or 1h30m");
  }

  @Test
  void aVersionThatTheKindDoesNotHaveIsRefused() throws IOException {
    ObjectNode pool = pool(POOL);

    assertThatThrownBy(() -> convert(pool, "v1alpha4", TestConversions.INSTALLED))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no version v1alpha4, only v1beta1 and v1beta2");
  }

  @Test
  void theSameVersionIsTheSameObject() throws IOException {
    ObjectNode pool = pool(POOL);

    assertThat(convert(pool, "v1beta2", TestConversions.ABSENT)).isEqualTo(pool).isNotSameAs(pool);
  }

  @Test
  void aDiskLayoutWithoutALayoutInTheStoredVersionStaysWithoutOne() throws IOException {
    ObjectNode hub =
        config(
            "v1beta2",
            """
            {"diskSetup": {"partitions": [
               {"device": "/dev/sdb", "diskLayout": [{"percentage": 100}]}]}}
            """);

    ObjectNode older = convert(hub, "v1beta1", TestConversions.INSTALLED);
    ObjectNode back = convert(older, "v1beta2", TestConversions.INSTALLED);

    assertThat(older.at("/spec/diskSetup/partitions/0/layout").isBoolean()).isTrue();
    assertThat(back.path("spec")).isEqualTo(hub.path("spec"));
  }

  @Test
  void whatTheStoredVersionRefusesToBeEmptyIsLeftOut() throws IOException {
    ObjectNode older =
        config(
            "v1beta1",
            """
            {"preKubeadmCommands": [], "files": [], "ntp": {"servers": []}, "initConfiguration": {},
             "users": [{"name": "u", "sshAuthorizedKeys": []}],
             "joinConfiguration": {"nodeRegistration": {"taints": [], "kubeletExtraArgs": {}}}}
            """);

    ObjectNode hub = convert(older, "v1beta2", TestConversions.INSTALLED);

    assertThat(hub.path("spec"))
        .isEqualTo(
            Json.MAPPER.readTree(
                """
                {"ntp": {"servers": []}, "users": [{"name": "u", "sshAuthorizedKeys": []}],
                 "joinConfiguration": {"nodeRegistration": {"taints": []}}}
                """));
  }

  @Test
  void fieldsThatNobodyKnowsSurvive() throws IOException {
    ObjectNode older =
        config(
            "v1beta1",
            """
            {"later": {"a": []}, "files": [{"path": "/f", "later": ""}],
             "joinConfiguration": {"later": null, "discovery": {"later": 1}, "nodeRegistration": {}}}
            """);

    ObjectNode back =
        convert(
            convert(older, "v1beta2", TestConversions.INSTALLED),
            "v1beta1",
            TestConversions.INSTALLED);

    assertThat(back.path("spec")).isEqualTo(older.path("spec"));
  }

  /** Upstream's annotation of such an object is more than the API server takes. */
  @Test
  void aLargeObjectCanBeWrittenBack() throws IOException {
    ObjectNode stored = config("v1beta2", "{\"preKubeadmCommands\": [\"date\"]}");
    ArrayNode files = TreeFields.getOrEmpty(stored, "spec").putArray("files");
    for (int i = 0; i < 60; i++) {
      files.addObject().put("path", "/f" + i).put("append", false).put("content", "x".repeat(9000));
    }
    TreeFields.getOrEmpty(stored, "spec").withArray("preKubeadmCommands").add("y".repeat(9000));

    ObjectNode older = convert(stored, "v1beta1", TestConversions.INSTALLED);
    ObjectNode back = convert(older, "v1beta2", TestConversions.INSTALLED);

    assertThat(kept(older).length()).isLessThan(ConversionDataAnnotation.MAX_BYTES);
    assertThat(back).isEqualTo(stored);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "7",
        "null",
        "{\"kind\": \"Cluster\", \"spec\": {\"format\": \"ignition\"}}",
        "{\"apiVersion\": \"cluster.x-k8s.io/v1\", \"spec\": {\"format\": \"ignition\"}}",
        "{\"spec\": 7, \"status\": []}",
        "{\"spec\": {\"files\": {}, \"joinConfiguration\": [], \"users\": [7]}}",
        "{\"spec\": {\"initConfiguration\": {\"bootstrapTokens\": [{\"ttl\": \"soon\"}]}}}",
      })
  void anAnnotationThatIsNotOursHarmsNothing(String annotation) throws IOException {
    ObjectNode older = config("v1beta1", "{\"format\": \"cloud-config\"}");
    TreeFields.getOrCreate(older, "metadata", "annotations")
        .put(MetadataKeys.CONVERSION_DATA, annotation);

    ObjectNode hub = convert(older, "v1beta2", TestConversions.INSTALLED);

    assertThat(hub.path("spec")).isEqualTo(Json.MAPPER.readTree("{\"format\": \"cloud-config\"}"));
    assertThat(hub.path("metadata").has("annotations")).isFalse();
  }

  @Test
  void everyLossIsInTheDocumentation() throws IOException {
    String page =
        Files.readString(Path.of("..", "docs", "api-versions.md")).replaceAll("\\s+", " ");

    assertThat(ConversionLoss.ALL)
        .allSatisfy(conversionLoss -> assertThat(page).contains(conversionLoss.words()));
  }

  private static String kept(JsonNode older) {
    return older.at("/metadata/annotations").path(MetadataKeys.CONVERSION_DATA).asText();
  }

  private static ObjectNode pool(String spec) throws IOException {
    return TestConversions.object("cluster.x-k8s.io/v1beta2", "MachinePool", spec);
  }

  private static ObjectNode older(String spec) throws IOException {
    ObjectNode older = convert(pool(spec), "v1beta1", TestConversions.INSTALLED);
    TreeFields.getOrEmpty(older, "metadata").remove("annotations");
    return older;
  }

  private static ObjectNode config(String version, String spec) throws IOException {
    return TestConversions.object("bootstrap.cluster.x-k8s.io/" + version, "KubeadmConfig", spec);
  }

  private static ObjectNode convert(ObjectNode object, String version, ContractVersions contracts) {
    return TestConversions.of(object).convert(object, version, contracts);
  }
}
