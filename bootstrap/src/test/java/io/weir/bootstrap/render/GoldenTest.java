package io.weir.bootstrap.render;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.bootstrap.SecretSource;
import io.weir.bootstrap.yaml.YamlReaders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whole documents. {@code golden/userdata} holds what kubeadm's bootstrap provider renders from the
 * same config, {@code golden/rendered} what Weir does; {@code -Dgolden=write} writes the latter
 * anew.
 */
class GoldenTest {

  private static final String ZEROS = "sha256:" + "0".repeat(64);

  @ParameterizedTest
  @ValueSource(strings = {"plain-125", "plain-131", "files", "disks"})
  void meansWhatTheBootstrapProviderOfKubeadmMeans(String name) {
    String theirs = Inputs.resource("/golden/userdata/" + name + ".cloud-config.txt");

    String ours = render("userdata", name);

    assertThat(meaning(ours)).isEqualTo(meaning(theirs));
    assertThat(ours.lines().limit(3).toList()).isEqualTo(theirs.lines().limit(3).toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "userdata/plain-125",
        "userdata/plain-131",
        "userdata/files",
        "userdata/disks",
        "rendered/everything",
        "rendered/everything-130",
        "rendered/file-discovery",
        "rendered/partition-types",
        "rendered/templates"
      })
  void isRenderedAsReviewed(String input) throws IOException {
    String folder = input.substring(0, input.indexOf('/'));
    String name = input.substring(folder.length() + 1);

    String ours = render(folder, name);

    String file = "golden/rendered/" + name + ".cloud-config.txt";
    if ("write".equals(System.getProperty("golden"))) {
      Files.writeString(Path.of("src/test/resources", file), ours);
      return;
    }
    assertThat(ours).isEqualTo(Inputs.resource("/" + file));
  }

  private static String render(String folder, String name) {
    JsonNode input = Inputs.json(Inputs.resource("/golden/" + folder + "/" + name + ".in.json"));
    var secrets = new HashMap<SecretSource.Key, byte[]>();
    input
        .path("secrets")
        .properties()
        .forEach(
            secret ->
                secret
                    .getValue()
                    .properties()
                    .forEach(
                        key ->
                            secrets.put(
                                new SecretSource.Key(secret.getKey(), key.getKey()),
                                key.getValue().asText().getBytes(StandardCharsets.UTF_8))));
    var inputs = Inputs.of(input.path("spec"), input.path("kubernetesVersion").asText(), secrets);
    return FirstBoot.render(inputs).value().replace(Inputs.CA_HASH, ZEROS);
  }

  /** Ours keeps the last newlines of a content as they are given, theirs makes them one. */
  private static Map<String, Object> meaning(String text) {
    var document = new Document(YamlReaders.readAs11(text));
    document
        .files()
        .forEach(
            file ->
                file.computeIfPresent(
                    "content", (_, content) -> ((String) content).stripTrailing()));
    return document.tree();
  }
}
