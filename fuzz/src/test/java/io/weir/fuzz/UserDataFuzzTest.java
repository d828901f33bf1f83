package io.weir.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.ignition.IgnitionVersion;
import io.weir.bootstrap.render.BootstrapDataRenderer;
import io.weir.bootstrap.render.BootstrapInputs;
import io.weir.bootstrap.render.CloudConfigDocument;
import io.weir.bootstrap.render.RandomSpec;
import io.weir.bootstrap.render.RenderOptions;
import io.weir.bootstrap.render.SampleInputs;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Bootstrap data of any KubeadmConfig: each field is read back from its own place as it was given,
 * or is refused by its name without a word of what is secret.
 */
class UserDataFuzzTest {

  private static final int LONGEST_MESSAGE = 2_000;

  @FuzzTest
  void everyFieldReadsBackFromItsPlaceOrIsRefused(FuzzedDataProvider data) {
    if (FuzzedInput.isText(data)) {
      additionalConfigIsReadOrRefused(FuzzedInput.text(data));
    } else if (data.consumeBoolean()) {
      IgnitionFields.readBackOrAreRefused(data);
    } else {
      cloudConfigReadsBack(data);
    }
  }

  private static void cloudConfigReadsBack(FuzzedDataProvider data) {
    String version = data.consumeBoolean() ? "v1.30.0" : SampleInputs.VERSION;
    var spec = new RandomSpec(new FuzzedRandom(data), _ -> text(data));

    var document = CloudConfigDocument.of(SampleInputs.of(spec.spec(), version, Map.of()));

    String shown = spec.spec().toString();
    var sections = new LinkedHashMap<>(document.tree());
    sections.remove("write_files");
    assertThat(document.files().subList(0, spec.files().size())).as(shown).isEqualTo(spec.files());
    assertThat(document.files()).as(shown).hasSize(spec.files().size() + 2);
    assertThat(sections).as(shown).isEqualTo(spec.sections());
    assertThat(document.join()).as(shown).containsAllEntriesOf(spec.join());
    Map<?, ?> node = (Map<?, ?>) document.join("nodeRegistration");
    spec.node(version)
        .forEach((key, value) -> assertThat(node.get(key)).as(shown).isEqualTo(value));
  }

  /** Text that is not empty and that Jinja leaves alone. */
  static String text(FuzzedDataProvider data) {
    String text = FuzzedText.of(data).replaceAll("\\{(?=[{%])", "{ ");
    return text.isEmpty() ? "-" : text;
  }

  private static void additionalConfigIsReadOrRefused(String text) {
    ObjectNode spec = Json.MAPPER.createObjectNode().put("format", "ignition");
    spec.withObject("/ignition/containerLinuxConfig").put("additionalConfig", text);
    for (IgnitionVersion version : IgnitionVersion.values()) {
      Optional<JsonNode> written = ignition(spec, version);
      assertThat(ignition(spec, version)).isEqualTo(written);
    }
  }

  /** What is written; empty if it is refused. */
  static Optional<JsonNode> ignition(ObjectNode spec, IgnitionVersion version) {
    try {
      String text =
          BootstrapDataRenderer.render(
                  new BootstrapInputs(
                      spec,
                      SampleInputs.VERSION,
                      SampleInputs.CLUSTER,
                      SampleInputs.TOKEN,
                      Map.of(),
                      new RenderOptions(Optional.empty(), version)))
              .value();
      return Optional.of(FuzzedJson.parse(text));
    } catch (BootstrapDataException refused) {
      assertThat(refused.getMessage())
          .startsWith("spec.")
          .hasSizeLessThan(LONGEST_MESSAGE)
          .doesNotContain(SampleInputs.TOKEN.reveal())
          .doesNotContain(IgnitionFields.SECRET);
      return Optional.empty();
    }
  }
}
