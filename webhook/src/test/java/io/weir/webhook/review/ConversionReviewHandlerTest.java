package io.weir.webhook.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.conversion.ContractVersions;
import io.weir.api.conversion.Conversion;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConversionReviewHandlerTest {

  private final ConversionReviewHandler reviews =
      new ConversionReviewHandler(List.of(new Renaming()), kind -> Optional.empty());

  /** Knows v1 and v2, and fails as objects ask it to. */
  private static final class Renaming implements Conversion {
    @Override
    public GroupKind kind() {
      return new GroupKind("test.weir.io", "Widget");
    }

    @Override
    public Set<String> versions() {
      return Set.of("v1", "v2");
    }

    @Override
    public ObjectNode convert(ObjectNode object, String version, ContractVersions contracts) {
      if (!version.equals("v1") && !version.equals("v2")) {
        throw new IllegalArgumentException("Widget has no version " + version);
      }
      if (object.has("broken")) {
        throw new IllegalStateException("secret detail");
      }
      return object.deepCopy().put("apiVersion", "test.weir.io/" + version).put("seen", true);
    }
  }

  private static String widget(String name) {
    return """
    {"apiVersion": "test.weir.io/v1", "kind": "Widget",
     "metadata": {"name": "%s", "namespace": "n"}}
    """
        .formatted(name);
  }

  private static String review(String desired, String... objects) {
    return """
    {"kind": "ConversionReview", "apiVersion": "apiextensions.k8s.io/v1", "unknown": {"a": [1]},
     "request": {"uid": "u-7", "desiredAPIVersion": "%s", "objects": [%s]}, "response": null}
    """
        .formatted(desired, String.join(",", objects));
  }

  private JsonNode answer(String review) throws IOException {
    var out = new ByteArrayOutputStream();
    reviews.handle(new ByteArrayInputStream(review.getBytes(StandardCharsets.UTF_8)), out, 1 << 20);
    return Json.MAPPER.readTree(out.toByteArray());
  }

  @Test
  void allObjectsComeBackInTheirOrder() throws Exception {
    String[] many = IntStream.range(0, 700).mapToObj(i -> widget("w" + i)).toArray(String[]::new);

    JsonNode response = answer(review("test.weir.io/v2", many)).path("response");

    assertThat(response.path("uid").asText()).isEqualTo("u-7");
    assertThat(response.at("/result/status").asText()).isEqualTo("Success");
    assertThat(response.path("convertedObjects").findValuesAsText("name"))
        .isEqualTo(IntStream.range(0, 700).mapToObj(i -> "w" + i).collect(Collectors.toList()));
    assertThat(response.path("convertedObjects"))
        .allMatch(object -> object.path("apiVersion").asText().equals("test.weir.io/v2"));
  }

  @Test
  void anObjectThatHasTheVersionIsLeftAsItIs() throws Exception {
    JsonNode response = answer(review("test.weir.io/v1", widget("same"))).path("response");

    assertThat(response.at("/convertedObjects/0")).isEqualTo(Json.MAPPER.readTree(widget("same")));
  }

  @Test
  void oneThatCannotBeConvertedFailsTheReviewByName() throws Exception {
    JsonNode response =
        answer(review("test.weir.io/v9", widget("first"), widget("second"))).path("response");

    assertThat(response.path("uid").asText()).isEqualTo("u-7");
    assertThat(response.at("/result/status").asText()).isEqualTo("Failure");
    assertThat(response.at("/result/message").asText())
        .isEqualTo("cannot convert Widget n/first to test.weir.io/v9: Widget has no version v9");
  }

  @Test
  void aFaultOfAConversionIsToldWithoutTheObject() throws Exception {
    String broken = widget("bad").replaceFirst("\\{", "{\"broken\": 1,");

    JsonNode response = answer(review("test.weir.io/v2", widget("good"), broken)).path("response");

    assertThat(response.at("/result/status").asText()).isEqualTo("Failure");
    assertThat(response.at("/result/message").asText())
        .startsWith("cannot convert Widget n/bad to test.weir.io/v2 because of an internal error")
        .doesNotContain("secret detail");
  }

  @Test
  void aListMayBeLongerThanAnObjectMayBe() throws Exception {
    String[] many = IntStream.range(0, 5000).mapToObj(i -> widget("w" + i)).toArray(String[]::new);
    String large = widget("x".repeat(2 << 20));

    assertThat(answer(review("test.weir.io/v2", many)).at("/response/convertedObjects"))
        .hasSize(5000);
    assertThatThrownBy(() -> answer(review("test.weir.io/v2", widget("first"), large)))
        .isInstanceOf(ReviewTooLargeException.class);
  }

  @Test
  void aKindOfSomebodyElseIsRefused() throws Exception {
    String other = widget("x").replace("Widget", "Gadget");

    JsonNode response = answer(review("test.weir.io/v2", other)).path("response");

    assertThat(response.at("/result/message").asText())
        .contains("there is no such conversion for Gadget.test.weir.io");
  }

  @Test
  void whatIsNoReviewIsRefused() {
    assertThatThrownBy(() -> answer("[]")).isInstanceOf(BadReviewException.class);
    assertThatThrownBy(() -> answer("{\"request\": {}}")).isInstanceOf(BadReviewException.class);
    assertThatThrownBy(() -> answer("{\"request\": {\"objects\": [{}]}}"))
        .isInstanceOf(BadReviewException.class)
        .hasMessageContaining("before the desired version");
    assertThatThrownBy(() -> answer("{\"request\"")).isInstanceOf(IOException.class);
  }
}
