package io.weir.webhook.review;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import io.weir.api.conversion.ContractVersions;
import io.weir.api.conversion.Conversion;
import io.weir.api.conversion.ConvertibleTree;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Collection;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers ConversionReviews of version {@code apiextensions.k8s.io/v1}. One object at a time is
 * read, converted and written, so that a list of thousands takes no more memory than its largest
 * object. Safe for concurrent use.
 *
 * <p>A review succeeds or fails as a whole: when an object cannot be converted, the result at the
 * end says so and the API server heeds none of the objects before it.
 */
public final class ConversionReviewHandler {

  private static final Logger LOG = LoggerFactory.getLogger(ConversionReviewHandler.class);
  private static final String API_VERSION = "apiextensions.k8s.io/v1";

  /**
   * On its way to the version that is stored, an object is copied several times to find out what
   * was changed. Whoever writes a larger one is refused, and nobody else.
   */
  private static final long OF_WRITERS = 8L << 20;

  private final Map<GroupKind, Conversion> conversions;
  private final ContractVersions contracts;

  /**
   * Reviews by these conversions, one for each kind.
   *
   * @param contracts answers at once, if need be with empty
   */
  public ConversionReviewHandler(
      Collection<? extends Conversion> conversions, ContractVersions contracts) {
    this.conversions =
        conversions.stream()
            .collect(Collectors.toUnmodifiableMap(Conversion::kind, Function.identity()));
    this.contracts = contracts;
  }

  /**
   * Reads one review and writes its answer.
   *
   * @param heap about how many bytes of memory each object may take
   * @throws BadReviewException if it is no review
   * @throws IOException if it cannot be read or the answer cannot be written
   */
  public void handle(InputStream review, OutputStream answer, long heap) throws IOException {
    try (ReviewParser in = ReviewJson.parser(review, heap)) {
      // Not closed when this fails: closing would complete the half of an answer.
      JsonGenerator out = ReviewJson.MAPPER.createGenerator(answer);
      new StreamedReview(in, out, heap).run();
      out.flush();
    }
  }

  /** One review. */
  private final class StreamedReview {
    private final ReviewParser in;
    private final JsonGenerator out;
    private final long heap;
    private String apiVersion = "";
    private String uid = "";
    private String desired = "";
    private String failure = "";

    StreamedReview(ReviewParser in, JsonGenerator out, long heap) {
      this.in = in;
      this.out = out;
      this.heap = heap;
    }

    void run() throws IOException {
      out.writeStartObject();
      out.writeStringField("apiVersion", API_VERSION);
      out.writeStringField("kind", "ConversionReview");
      out.writeObjectFieldStart("response");
      out.writeArrayFieldStart("convertedObjects");
      if (in.nextToken() != JsonToken.START_OBJECT) {
        throw new BadReviewException("the request is not a JSON object");
      }
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        String name = in.currentName();
        in.nextToken();
        switch (name) {
          case "apiVersion" -> apiVersion = in.getText();
          case "request" -> request();
          default -> in.skipChildren();
        }
      }
      check();
      result();
    }

    private void request() throws IOException {
      if (in.currentToken() != JsonToken.START_OBJECT) {
        return;
      }
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        String name = in.currentName();
        in.nextToken();
        switch (name) {
          case "uid" -> uid = in.getText();
          case "desiredAPIVersion" -> desired = in.getText();
          case "objects" -> objects();
          default -> in.skipChildren();
        }
      }
    }

    private void objects() throws IOException {
      if (in.currentToken() != JsonToken.START_ARRAY) {
        in.skipChildren();
        return;
      }
      if (desired.isEmpty()) {
        // The API server never does this; to heed it would take all objects into memory.
        throw new BadReviewException("the objects come before the desired version");
      }
      while (in.nextToken() != JsonToken.END_ARRAY) {
        if (failure.isEmpty()) {
          in.beginTree(ConvertibleTree.isForReaders(desired) ? heap : Math.min(heap, OF_WRITERS));
          convert(ConvertibleTree.read(in, desired, in::readText));
        } else {
          in.skipChildren();
        }
      }
    }

    private void convert(JsonNode tree) throws IOException {
      try {
        if (!(tree instanceof ObjectNode object)) {
          throw new IllegalArgumentException("an object is not a JSON object");
        }
        out.writeTree(converted(object));
      } catch (IllegalArgumentException refused) {
        failure =
            "cannot convert %s to %s: %s".formatted(named(tree), desired, refused.getMessage());
      } catch (RuntimeException | StackOverflowError fault) {
        LOG.error("conversion of {} to {} failed", named(tree), desired, fault);
        failure =
            "cannot convert %s to %s because of an internal error in Weir, see its log: %s"
                .formatted(named(tree), desired, fault.getClass().getSimpleName());
      }
    }

    private ObjectNode converted(ObjectNode object) {
      String from = object.path("apiVersion").asText();
      if (from.equals(desired)) {
        return object;
      }
      String group = GroupKind.groupOf(desired);
      var kind = new GroupKind(GroupKind.groupOf(from), object.path("kind").asText());
      @Nullable Conversion conversion = conversions.get(kind);
      if (conversion == null || !group.equals(kind.group())) {
        throw new IllegalArgumentException("there is no such conversion for " + kind);
      }
      return conversion.convert(object, desired.substring(group.length() + 1), contracts);
    }

    private void check() throws BadReviewException {
      if (!apiVersion.equals(API_VERSION) || uid.isEmpty() || desired.isEmpty()) {
        throw new BadReviewException(
            "not a ConversionReview of " + API_VERSION + " with a uid and a desired version");
      }
    }

    private void result() throws IOException {
      out.writeEndArray();
      out.writeStringField("uid", uid);
      out.writeObjectFieldStart("result");
      out.writeStringField("status", failure.isEmpty() ? "Success" : "Failure");
      if (!failure.isEmpty()) {
        out.writeStringField("message", failure);
      }
      out.writeEndObject();
      out.writeEndObject();
      out.writeEndObject();
    }
  }

  private static String named(JsonNode object) {
    JsonNode metadata = object.path("metadata");
    String namespace = metadata.path("namespace").asText("");
    String name = metadata.path("name").asText("");
    String kind = object.path("kind").asText("an object");
    return kind + " " + (namespace.isEmpty() ? name : namespace + "/" + name);
  }
}
