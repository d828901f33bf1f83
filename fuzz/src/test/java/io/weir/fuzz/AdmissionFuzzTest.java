package io.weir.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.zjsonpatch.JsonPatch;
import io.weir.api.FeatureGates;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.admission.Admission;
import io.weir.api.admissioncheck.AdmissionCase;
import io.weir.api.conversion.Conversion;
import io.weir.api.conversion.ConversionSchemas;
import io.weir.api.conversion.Conversions;
import io.weir.api.conversion.SchemaValidator;
import io.weir.bootstrap.admission.BootstrapAdmissions;
import io.weir.engine.admission.EngineAdmissions;
import io.weir.engine.watch.ReconciledObjects;
import io.weir.provider.aws.admission.AwsAdmissions;
import io.weir.provider.azure.admission.AzureAdmissions;
import io.weir.provider.gcp.admission.GcpAdmissions;
import io.weir.provider.oci.admission.OciAdmissions;
import io.weir.provider.scaleway.admission.ScalewayAdmissions;
import io.weir.webhook.review.AdmissionReviewHandler;
import io.weir.webhook.review.BadReviewException;
import io.weir.webhook.review.ReviewJson;
import io.weir.webhook.review.ReviewTooLargeException;
import io.weir.webhook.review.WebhookPaths;
import io.weir.webhook.review.WebhookPaths.AdmissionPhase;
import java.io.ByteArrayInputStream;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reviews of objects of any shape: each is answered or is no review; what is filled in is filled in
 * once, and is then judged the same each time.
 */
class AdmissionFuzzTest {

  private static final String STORED = "v1beta2";
  private static final String UID = "0b5bd0d9-uid";

  /** As large ones have. */
  private static final long HEAP = 8L << 20;

  private static final List<Admission> RULES =
      Stream.of(
              EngineAdmissions.all(FeatureGates.DEFAULT, ReconciledObjects.ALL),
              BootstrapAdmissions.all(FeatureGates.DEFAULT),
              AwsAdmissions.all(),
              AzureAdmissions.all(),
              GcpAdmissions.all(),
              OciAdmissions.all(),
              ScalewayAdmissions.all())
          .flatMap(List::stream)
          .toList();

  private static final AdmissionReviewHandler REVIEWS =
      new AdmissionReviewHandler(
          RULES, Conversions.all(), _ -> Optional.of(STORED), (_, _, _, _) -> Optional.empty());

  private static final List<AdmissionCase> CASES =
      Stream.of(
              "machinepool",
              "machinedrainrule",
              "kubeadmconfig",
              "kubeadmconfigtemplate",
              "awsmachinepool",
              "awsmanagedmachinepool",
              "azureclusteridentity",
              "azuremachinepool",
              "azuremachinepoolmachine",
              "azuremanagedmachinepool",
              "azuremanagedmachinepooltemplate",
              "gcpmachinepool",
              "gcpmanagedmachinepool",
              "ocimachinepool",
              "ocimanagedmachinepool",
              "scalewaymanagedmachinepool",
              "machine",
              "machinehealthcheck",
              "machineset",
              "machinedeployment")
          .flatMap(name -> cases("/admission/" + name + ".yaml"))
          .toList();

  private static final Set<Integer> REFUSALS = Set.of(400, 422);

  @FuzzTest
  void isAnsweredOrNoReviewAndFilledInOnce(FuzzedDataProvider data) {
    if (FuzzedInput.isText(data)) {
      answers(FuzzedInput.text(data).getBytes(StandardCharsets.UTF_8));
      return;
    }
    AdmissionCase base = data.pickValue(CASES);
    ObjectNode object = base.request().object().deepCopy();
    Optional<ObjectNode> old = base.request().oldObject().map(ObjectNode::deepCopy);
    var kind =
        new GroupKind(
            GroupKind.groupOf(object.path("apiVersion").asText()), object.path("kind").asText());
    String version = object.path("apiVersion").asText().substring(kind.group().length() + 1);
    Optional<Conversion> conversion =
        Conversions.all().stream().filter(each -> each.kind().equals(kind)).findFirst();
    if (conversion.isPresent() && data.consumeBoolean()) {
      version = "v1beta1";
      object = conversion.get().convert(object, version, _ -> Optional.of(STORED));
      old = old.map(each -> conversion.get().convert(each, "v1beta1", _ -> Optional.of(STORED)));
    }
    FuzzedJson.spoil(object, data);
    if (data.consumeInt(0, 3) == 0) {
      old.ifPresent(stored -> FuzzedJson.spoil(stored, data));
    }
    var write = new Write(kind, version, old.map(FuzzedJson::read), data.consumeBoolean());
    write.isReviewed(FuzzedJson.read(object));
  }

  /** A write of a kind's object in some version. */
  private record Write(GroupKind kind, String version, Optional<ObjectNode> old, boolean dryRun) {

    void isReviewed(ObjectNode sent) {
      JsonNode mutation = answer(AdmissionPhase.MUTATE, sent);
      if (!mutation.path("allowed").booleanValue()) {
        isRefused(mutation);
        return;
      }
      ObjectNode filledIn = patched(sent, mutation);
      JsonNode again = answer(AdmissionPhase.MUTATE, filledIn);
      assertThat(again.path("allowed").booleanValue()).isTrue();
      if (hasTypes(sent)) {
        assertThat(patch(again)).as("what is filled in twice of %s", sent).isEmpty();
      }
      JsonNode verdict = answer(AdmissionPhase.VALIDATE, filledIn);
      if (!verdict.path("allowed").booleanValue()) {
        isRefused(verdict);
      }
      assertThat(answer(AdmissionPhase.VALIDATE, filledIn)).isEqualTo(verdict);
    }

    /** What has not is refused by the API server, after it is filled in. */
    private boolean hasTypes(ObjectNode object) {
      boolean converted = Conversions.all().stream().anyMatch(each -> each.kind().equals(kind));
      return object.path("metadata").isObject()
          && (!converted
              || SchemaValidator.problems(object, ConversionSchemas.of(kind, version)).isEmpty());
    }

    private static void isRefused(JsonNode response) {
      assertThat(response.path("patch").isMissingNode()).isTrue();
      assertThat(REFUSALS).as(response.toString()).contains(response.at("/status/code").asInt());
      assertThat(response.at("/status/message").asText()).isNotBlank();
    }

    private JsonNode answer(AdmissionPhase phase, ObjectNode object) {
      ObjectNode review = Json.MAPPER.createObjectNode().put("apiVersion", "admission.k8s.io/v1");
      ObjectNode request = review.putObject("request").put("uid", UID).put("dryRun", dryRun);
      request.put("operation", old.isPresent() ? "UPDATE" : "CREATE");
      request
          .putObject("kind")
          .put("group", kind.group())
          .put("version", version)
          .put("kind", kind.kind());
      request.set("object", object.deepCopy());
      old.ifPresent(stored -> request.set("oldObject", stored.deepCopy()));
      // The path is that of the stored version where there are two.
      boolean two = Conversions.all().stream().anyMatch(each -> each.kind().equals(kind));
      String path = WebhookPaths.path(phase, kind, two ? STORED : version);
      try {
        ObjectNode answer =
            phase == AdmissionPhase.MUTATE
                ? REVIEWS.mutate(path, review)
                : REVIEWS.validate(path, review);
        return isAnswer(answer, UID).path("response");
      } catch (BadReviewException bad) {
        throw new AssertionError(bad);
      }
    }

    private static ObjectNode patched(ObjectNode sent, JsonNode response) {
      return FuzzedJson.read(JsonPatch.apply(patch(response), sent.deepCopy()));
    }

    private static JsonNode patch(JsonNode response) {
      if (!response.has("patch")) {
        return Json.MAPPER.createArrayNode();
      }
      assertThat(response.path("patchType").asText()).isEqualTo("JSONPatch");
      return read(Base64.getDecoder().decode(response.path("patch").asText()));
    }
  }

  private static ObjectNode isAnswer(ObjectNode answer, String uid) {
    ObjectNode read = (ObjectNode) read(answer.toString().getBytes(StandardCharsets.UTF_8));
    assertThat(read.at("/response/uid").asText()).isEqualTo(uid);
    assertThat(read.at("/response/allowed").isBoolean()).isTrue();
    return read;
  }

  private static void answers(byte[] bytes) {
    try {
      JsonNode review = ReviewJson.read(new ByteArrayInputStream(bytes), HEAP);
      for (Admission rules : RULES) {
        for (AdmissionPhase phase : AdmissionPhase.values()) {
          answers(phase, WebhookPaths.path(phase, rules.kind(), STORED), review);
        }
      }
    } catch (ReviewTooLargeException | JsonProcessingException | CharConversionException notJson) {
      assertThat(notJson.getMessage()).isNotBlank();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static void answers(AdmissionPhase phase, String path, JsonNode review) {
    try {
      ObjectNode answer =
          phase == AdmissionPhase.MUTATE
              ? REVIEWS.mutate(path, review)
              : REVIEWS.validate(path, review);
      JsonNode response = isAnswer(answer, review.at("/request/uid").asText()).path("response");
      if (!response.path("allowed").booleanValue()) {
        assertThat(REFUSALS).as(response.toString()).contains(response.at("/status/code").asInt());
      }
    } catch (BadReviewException refused) {
      assertThat(refused.getMessage()).isNotBlank();
    }
  }

  private static JsonNode read(byte[] json) {
    try {
      return Json.MAPPER.readTree(json);
    } catch (IOException notJson) {
      throw new UncheckedIOException(notJson);
    }
  }

  private static Stream<AdmissionCase> cases(String path) {
    try {
      return AdmissionCase.read(AdmissionFuzzTest.class, path).stream();
    } catch (IOException missing) {
      throw new UncheckedIOException(missing);
    }
  }
}
