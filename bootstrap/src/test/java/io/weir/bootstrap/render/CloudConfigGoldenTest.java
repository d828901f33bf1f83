package io.weir.bootstrap.render;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.bootstrap.yaml.YamlReaders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whole documents. {@code golden/userdata} holds what kubeadm's bootstrap provider renders from the
 * same config, {@code golden/rendered} what Weir does; {@code -Dgolden=write} writes the latter
 * anew.
 */
class CloudConfigGoldenTest {

  @ParameterizedTest
  @ValueSource(strings = {"plain-125", "plain-131", "files", "disks"})
  void meansWhatTheBootstrapProviderOfKubeadmMeans(String name) {
    String theirs = SampleInputs.resource("/golden/userdata/" + name + ".cloud-config.txt");

    String ours = GoldenInputs.render("userdata/" + name);

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
    String ours = GoldenInputs.render(input);

    String name = input.substring(input.indexOf('/') + 1);
    String file = "golden/rendered/" + name + ".cloud-config.txt";
    if ("write".equals(System.getProperty("golden"))) {
      Files.writeString(Path.of("src/test/resources", file), ours);
      return;
    }
    assertThat(ours).isEqualTo(SampleInputs.resource("/" + file));
  }

  /** Ours keeps the last newlines of a content as they are given, theirs makes them one. */
  private static Map<String, Object> meaning(String text) {
    var cloudConfigDocument = new CloudConfigDocument(YamlReaders.readAs11(text));
    cloudConfigDocument
        .files()
        .forEach(
            file ->
                file.computeIfPresent(
                    "content", (_, content) -> ((String) content).stripTrailing()));
    return cloudConfigDocument.tree();
  }
}
