package io.weir.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import io.weir.api.conversion.ContractVersions;
import io.weir.api.conversion.Conversion;
import io.weir.api.conversion.ConversionLoss;
import io.weir.api.conversion.ConversionSchemas;
import io.weir.api.conversion.Conversions;
import io.weir.api.conversion.ConvertibleTree;
import io.weir.api.conversion.OpaqueText;
import io.weir.api.conversion.RandomSchemaObjects;
import io.weir.api.conversion.SchemaValidator;
import io.weir.kernel.kube.TreeReader;
import io.weir.webhook.review.BadReviewException;
import io.weir.webhook.review.ConversionReviewHandler;
import io.weir.webhook.review.ReviewTooLargeException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Objects of the kinds that have two versions: each is converted without loss or refused with a
 * reason, whatever its shape.
 */
class ConversionFuzzTest {

  private static final String HUB = "v1beta2";
  private static final String OLDER = "v1beta1";

  private static final List<Conversion> KINDS = Conversions.all();

  @FuzzTest
  void losesNothingOrIsRefused(FuzzedDataProvider data) {
    if (FuzzedInput.isText(data)) {
      isReviewed(FuzzedInput.text(data).getBytes(StandardCharsets.UTF_8));
      return;
    }
    Conversion conversion = data.pickValue(KINDS);
    ContractVersions contracts =
        data.consumeBoolean() ? _ -> Optional.of(HUB) : _ -> Optional.empty();
    String version = data.consumeBoolean() ? HUB : OLDER;
    ObjectNode given = object(conversion.kind(), version, data);
    boolean spoiled = data.consumeInt(0, 3) > 0;
    if (spoiled) {
      FuzzedJson.spoil(given, data);
      given = FuzzedJson.read(given);
    }
    if (data.consumeInt(0, 31) == 0) {
      isReviewed(review(given, version.equals(HUB) ? OLDER : HUB, conversion.kind()));
    }
    var pair = new Pair(conversion, contracts, spoiled);
    try {
      if (version.equals(HUB)) {
        pair.keepsStored(given);
      } else {
        pair.keepsOlder(given);
      }
    } catch (IllegalArgumentException refused) {
      assertThat(refused.getMessage()).isNotBlank();
      assertThat(spoiled).as("refused although valid: %s", refused.getMessage()).isTrue();
    }
  }

  private static ObjectNode object(GroupKind kind, String version, FuzzedDataProvider data) {
    var random = new FuzzedRandom(data);
    ObjectNode made =
        new RandomSchemaObjects(random).object(kind, version, ConversionSchemas.of(kind, version));
    if (data.consumeInt(0, 63) == 0) {
      made.withObject("/spec").put("providerID", FuzzedText.repeated(data));
    }
    return FuzzedJson.read(made);
  }

  /** A kind's two versions. */
  private record Pair(Conversion conversion, ContractVersions contracts, boolean spoiled) {

    /** Down and up it is what it was, if it has the types of its fields. */
    void keepsStored(ObjectNode given) {
      ObjectNode older = converted(given, OLDER);
      ObjectNode back = converted(older, HUB);
      if (hasTypes(given)) {
        assertThat(back).as(given.toString()).isEqualTo(given);
      }
    }

    /** Up and down it is what it was but for the listed losses, and from then on it is the same. */
    void keepsOlder(ObjectNode given) {
      ObjectNode hub = converted(given, HUB);
      ObjectNode back = converted(hub, OLDER);
      if (hasTypes(hub)) {
        assertThat(converted(back, HUB)).as(given.toString()).isEqualTo(hub);
      }
      if (!spoiled) {
        ((ObjectNode) back.path("metadata")).remove("annotations");
        assertThat(FuzzedJson.read(ConversionLoss.all(back)))
            .as(given.toString())
            .isEqualTo(FuzzedJson.read(ConversionLoss.all(given)));
      }
    }

    private ObjectNode converted(ObjectNode object, String version) {
      ObjectNode sent = object.deepCopy();
      ObjectNode result = conversion.convert(object, version, contracts);
      assertThat(object).as("what was sent").isEqualTo(sent);
      assertThat(result.path("apiVersion").asText())
          .isEqualTo(conversion.kind().group() + "/" + version);
      return FuzzedJson.read(result);
    }

    /** The API server has seen to the metadata and to the types of the rest. */
    private boolean hasTypes(ObjectNode hub) {
      JsonNode annotations = hub.at("/metadata/annotations");
      return hub.path("metadata").isObject()
          && !hub.path("metadata").isEmpty()
          && (annotations.isMissingNode() || (annotations.isObject() && !annotations.isEmpty()))
          && !annotations.has(MetadataKeys.CONVERSION_DATA)
          && SchemaValidator.problems(hub, ConversionSchemas.of(conversion.kind(), HUB)).stream()
              .noneMatch(problem -> problem.matches("(?s).* is (no [a-z]+|neither .*|unknown)"));
    }
  }

  private static byte[] review(ObjectNode object, String version, GroupKind kind) {
    ObjectNode review = Json.MAPPER.createObjectNode();
    review.put("apiVersion", "apiextensions.k8s.io/v1").put("kind", "ConversionReview");
    ObjectNode request = review.putObject("request").put("uid", "u");
    request.put("desiredAPIVersion", kind.group() + "/" + version);
    request.putArray("objects").add(object);
    return review.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** As large ones have. */
  private static final long HEAP = 8L << 20;

  /** Any bytes are answered, or are no review. */
  private static void isReviewed(byte[] review) {
    var handler = new ConversionReviewHandler(KINDS, _ -> Optional.of(HUB));
    var answer = new ByteArrayOutputStream();
    try {
      handler.handle(new ByteArrayInputStream(review), answer, HEAP);
      JsonNode asked = read(review);
      JsonNode response = read(answer.toByteArray()).path("response");
      assertThat(response.path("uid").asText()).isNotEmpty();
      assertThat(response.at("/result/status").asText()).isIn("Success", "Failure");
      assertThat(response.at("/result/message").asText()).doesNotContain("internal error");
      if (response.at("/result/status").asText().equals("Success")) {
        assertThat(response.path("convertedObjects")).hasSameSizeAs(asked.at("/request/objects"));
      }
    } catch (BadReviewException
        | ReviewTooLargeException
        | JsonProcessingException
        | CharConversionException refused) {
      assertThat(refused.getMessage()).isNotBlank();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** With what is as deep as an API server takes it as text. */
  private static JsonNode read(byte[] json) throws IOException {
    try (JsonParser in = TreeReader.parser(new ByteArrayInputStream(json))) {
      return in.nextToken() == null
          ? MissingNode.getInstance()
          : ConvertibleTree.read(in, "", () -> OpaqueText.copy(in));
    }
  }
}
