package io.weir.bootstrap.render;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.bootstrap.ignition.IgnitionVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whole configurations; as for {@link CloudConfigGoldenTest}, {@code -Dgolden=write} writes ours
 * anew.
 */
class IgnitionGoldenTest {

  @Test
  void meansWhatTheBootstrapProviderOfKubeadmMeans() {
    String theirs = SampleInputs.resource("/golden/userdata/ignition.ign.json");

    String ours = GoldenInputs.render("userdata/ignition");

    assertThat(IgnitionDocument.meaning(ours).toPrettyString())
        .isEqualTo(IgnitionDocument.meaning(theirs).toPrettyString());
  }

  @ParameterizedTest
  @CsvSource({
    "userdata/ignition, V2_3, ignition-2.3",
    "rendered/ignition-everything, V2_3, ignition-everything-2.3",
    "rendered/ignition-everything, V3_4, ignition-everything-3.4",
  })
  void isRenderedAsReviewed(String input, IgnitionVersion version, String name) throws IOException {
    String ours = IgnitionDocument.review(GoldenInputs.render(input, version));

    String file = "golden/rendered/" + name + ".ign.txt";
    if ("write".equals(System.getProperty("golden"))) {
      Files.writeString(Path.of("src/test/resources", file), ours);
      return;
    }
    assertThat(ours).isEqualTo(SampleInputs.resource("/" + file));
  }
}
