package io.weir.webhook.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import io.weir.api.conversion.Conversion;
import io.weir.api.conversion.Conversions;
import io.weir.api.conversion.ConvertibleTree;
import io.weir.api.conversion.OpaqueText;
import io.weir.kernel.kube.TreeReader;
import io.weir.webhook.review.ConversionReviewHandler;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** On a stack that is half as large as that of the manager's threads. */
class StorableObjectsTest {

  private static final int STACK = 256 << 10;

  private static final long ANNOTATIONS = 256 << 10;

  private final ConversionReviewHandler reviews =
      new ConversionReviewHandler(Conversions.all(), _ -> Optional.of("v1beta2"));

  static List<Map.Entry<String, String>> objects() {
    return List.copyOf(StorableObjects.clusters("n").entrySet());
  }

  @ParameterizedTest
  @MethodSource("objects")
  void areConvertedWithinTheMemoryOfALargeReviewAndComeBackAsTheyWere(
      Map.Entry<String, String> object) throws Exception {
    ObjectNode given = read(object.getValue(), "");

    ObjectNode older = onLittleStack(() -> review(object.getValue()));
    ObjectNode back = onLittleStack(() -> stored(older.toString()));

    assertThat(annotationBytes(older)).isLessThanOrEqualTo(ANNOTATIONS);
    assertThat(read(back.toString(), "")).isEqualTo(given);
  }

  private static ObjectNode onLittleStack(Callable<ObjectNode> work) throws Exception {
    var task = new FutureTask<>(work);
    new Thread(null, task, "little-stack", STACK).start();
    return task.get();
  }

  /** As when it is written back, however large. */
  private static ObjectNode stored(String older) throws IOException {
    Conversion conversion =
        Conversions.all().stream()
            .filter(each -> each.kind().equals(GroupKind.CLUSTER))
            .findFirst()
            .orElseThrow();
    return conversion.convert(
        read(older, "cluster.x-k8s.io/v1beta2"), "v1beta2", _ -> Optional.empty());
  }

  private ObjectNode review(String object) throws IOException {
    String review =
        """
        {"kind": "ConversionReview", "apiVersion": "apiextensions.k8s.io/v1",
         "request": {"uid": "u", "desiredAPIVersion": "cluster.x-k8s.io/v1beta1", "objects": [%s]}}
        """
            .formatted(object);
    var out = new ByteArrayOutputStream();
    reviews.handle(
        new ByteArrayInputStream(review.getBytes(StandardCharsets.UTF_8)),
        out,
        ReviewLane.LARGE_CONVERSION.heap());
    JsonNode response = response(out.toByteArray());
    assertThat(response.at("/result/message").asText()).isEmpty();
    return (ObjectNode) response.at("/convertedObjects/0");
  }

  private static JsonNode response(byte[] answer) throws IOException {
    String text = new String(answer, StandardCharsets.UTF_8);
    return read(text, "").path("response");
  }

  /** With what is deep as text, or as it is read to be converted. */
  private static ObjectNode read(String text, String desired) throws IOException {
    try (JsonParser in =
        TreeReader.parser(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))) {
      var _ = in.nextToken();
      return (ObjectNode) ConvertibleTree.read(in, desired, () -> OpaqueText.copy(in));
    }
  }

  private static long annotationBytes(ObjectNode object) {
    return object.at("/metadata/annotations").properties().stream()
        .mapToLong(each -> each.getKey().length() + each.getValue().asText().length())
        .sum();
  }
}
