package io.weir.bootstrap.eks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import io.weir.bootstrap.config.BootstrapDataSecret;
import io.weir.bootstrap.config.JoinTokenSelection;
import io.weir.bootstrap.render.RenderedBootstrapData;
import io.weir.bootstrap.yaml.YamlReaders;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against what the AWS provider of Cluster API makes of the same configs. */
class EksGoldenTest {

  /** An empty part after the commands, for which cloud-init logs a warning. */
  private static final String EMPTY_PART = "\n--//\n\n--//\n";

  private static JsonNode golden(String name) throws IOException {
    try (InputStream file =
        EksGoldenTest.class.getResourceAsStream("/golden/eks/" + name + ".json")) {
      return Json.MAPPER.readTree(file);
    }
  }

  private static ApiObject config(JsonNode golden) {
    ObjectNode config = golden.path("input").deepCopy();
    config
        .withObject("/metadata")
        .put("namespace", "default")
        .put("name", golden.at("/facts/configName").asText())
        .put("uid", "u");
    return new ApiObject(config);
  }

  private static RenderedBootstrapData render(JsonNode golden) {
    JsonNode facts = golden.path("facts");
    return EksDataRenderer.render(
        new EksInputs(
            config(golden),
            "v1.31.0",
            new EksClusterInfo(
                facts.path("eksClusterName").asText(),
                facts.path("controlPlaneEndpointHost").asText(),
                facts.path("certificateAuthorityBase64").asText(),
                Optional.empty(),
                Optional.ofNullable(facts.get("vpcIPv6CidrBlock")).map(JsonNode::asText)),
            Map.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "eksconfig-docker-pause",
        "eksconfig-ipv6-cluster",
        "eksconfig-kubelet-args",
        "eksconfig-plain"
      })
  void theBootstrapScriptIsRunWithTheSameArguments(String name) throws IOException {
    JsonNode golden = golden(name);

    String value = render(golden).value();

    assertThat(value).startsWith("#cloud-config\n");
    assertThat(YamlReaders.readAs11(value))
        .isEqualTo(YamlReaders.readAs11(golden.at("/output/value").asText()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"nodeadm-plain", "nodeadm-commands"})
  void nodeadmIsGivenTheSameText(String name) throws IOException {
    JsonNode golden = golden(name);

    assertThat(normalized(render(golden).value()))
        .isEqualTo(normalized(golden.at("/output/value").asText()));
  }

  /** Flags of the kubelet, the one part whose layout differs, in the layout of ours. */
  private static String normalized(String text) {
    return text.replace(EMPTY_PART, "\n--//\n")
        .replace(
            "       - \"--register-with-taints=a=b:NoExecute\"",
            "    - '--register-with-taints=a=b:NoExecute'");
  }

  @Test
  void disksAndMountsAreThoseOfTheCloudConfig() throws IOException {
    JsonNode golden = golden("nodeadm-disks-mounts");
    String theirs = golden.at("/output/value").asText();

    String ours = render(golden).value();

    assertThat(beforeCloudConfig(ours)).isEqualTo(beforeCloudConfig(theirs));
    assertThat(cloudConfig(ours)).isEqualTo(cloudConfig(theirs));
  }

  /** Upstream puts flags into quotes as they are: a quote in one makes the document unreadable. */
  @Test
  void flagsWithQuotesStayReadable() throws IOException {
    JsonNode golden = golden("nodeadm-kubelet");

    Map<String, Object> node = nodeConfig(render(golden).value());

    assertThat(node)
        .isEqualTo(
            nodeConfig(
                golden
                    .at("/output/value")
                    .asText()
                    .replace("tier=\"web\"\"", "tier=\\\"web\\\"\"")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"eksconfig-plain", "nodeadm-plain"})
  void theSecretIsTheirs(String name) throws IOException {
    JsonNode golden = golden(name);
    ApiObject config = config(golden);
    JsonNode wanted = golden.at("/output/secret");

    var secret =
        new ApiObject(
            BootstrapDataSecret.newSecret(config, "w1", render(golden), JoinTokenSelection.NONE));

    assertThat(secret.name()).isEqualTo(wanted.path("name").asText());
    assertThat(secret.at("/type").asText()).isEqualTo(wanted.path("type").asText());
    assertThat(secret.label(MetadataKeys.CLUSTER_NAME)).hasValue("w1");
    assertThat(secret.at("/data").properties())
        .extracting(Map.Entry::getKey)
        .containsExactly("value");
    assertThat(secret.controller().orElseThrow().kind())
        .isEqualTo(wanted.path("ownerKind").asText());
  }

  private static String beforeCloudConfig(String text) {
    return text.substring(0, text.indexOf("#cloud-config"));
  }

  private static Map<String, Object> cloudConfig(String text) {
    return YamlReaders.readAs11(
        text.substring(text.indexOf("#cloud-config"), text.lastIndexOf("--//--")));
  }

  private static Map<String, Object> nodeConfig(String text) {
    int begin = text.indexOf("---\napiVersion") + "---\n".length();
    return YamlReaders.readAs11(text.substring(begin, text.indexOf("--//", begin)));
  }
}
