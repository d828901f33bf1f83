package io.weir.webhook.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import io.weir.api.admission.Admission;
import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.RequiredRight;
import io.weir.api.admission.Violation;
import io.weir.api.conversion.ContractVersions;
import io.weir.api.conversion.Conversion;
import io.weir.api.harness.TestObjects;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class AdmissionReviewHandlerTest {

  private static final String MUTATE = "/mutate-test-weir-io-v1-widget";
  private static final String VALIDATE = "/validate-test-weir-io-v1-widget";

  private final AdmissionReviewHandler reviews =
      new AdmissionReviewHandler(
          List.of(new Sizes()),
          List.of(new Amounts()),
          _ -> Optional.empty(),
          AdmissionReviewHandlerTest::refusal);

  private static Optional<String> refusal(
      JsonNode user, String namespace, GroupKind kind, String verb) {
    return user.path("username").asText().equals("jane")
        ? Optional.of("user jane cannot %s a %s in %s".formatted(verb, kind.kind(), namespace))
        : Optional.empty();
  }

  /** A size that is 1 if left out, may not be negative and may not shrink. */
  private static final class Sizes implements Admission {
    @Override
    public GroupKind kind() {
      return new GroupKind("test.weir.io", "Widget");
    }

    @Override
    public ObjectNode applyDefaults(AdmissionRequest admissionRequest) {
      ObjectNode object = admissionRequest.object().deepCopy();
      if (!object.path("spec").has("size")) {
        object.withObject("/spec").put("size", 1);
      }
      return object;
    }

    @Override
    public List<String> defaultingWarnings(AdmissionRequest admissionRequest) {
      return List.of("a remark");
    }

    @Override
    public List<Violation> violations(AdmissionRequest admissionRequest) {
      int size = admissionRequest.object().at("/spec/size").asInt();
      if (size == 13) {
        throw new IllegalStateException("secret detail");
      }
      boolean shrinks =
          admissionRequest
              .oldObject()
              .filter(old -> old.at("/spec/size").asInt() > size)
              .isPresent();
      var negative = Violation.invalid("spec.size", String.valueOf(size), "must not be negative");
      var shrunk = Violation.forbidden("spec.size", "must not shrink");
      return size < 0
          ? shrinks ? List.of(negative, shrunk) : List.of(negative)
          : shrinks ? List.of(shrunk) : List.of();
    }

    @Override
    public List<RequiredRight> requiredRights(AdmissionRequest admissionRequest) {
      return admissionRequest.object().at("/spec/size").asInt() == 7
          ? List.of(
              new RequiredRight("spec.size", new GroupKind("azure.com", "Pool"), "create"),
              new RequiredRight("spec.size", new GroupKind("azure.com", "Pool"), "patch"))
          : List.of();
    }

    @Override
    public List<String> warnings(AdmissionRequest admissionRequest) {
      return admissionRequest.object().at("/spec/size").asInt() > 100
          ? List.of("that is large")
          : List.of();
    }
  }

  /** In v0 the size is called an amount. */
  private static final class Amounts implements Conversion {
    @Override
    public GroupKind kind() {
      return new GroupKind("test.weir.io", "Widget");
    }

    @Override
    public Set<String> versions() {
      return Set.of("v0", "v1");
    }

    @Override
    public ObjectNode convert(ObjectNode object, String version, ContractVersions contracts) {
      ObjectNode converted = object.deepCopy().put("apiVersion", "test.weir.io/" + version);
      ObjectNode spec = converted.withObject("/spec");
      boolean older = version.equals("v0");
      JsonNode value = spec.remove(older ? "size" : "amount");
      if (value != null && value.isTextual()) {
        throw new IllegalArgumentException("spec.amount: must be a number");
      }
      if (value != null) {
        spec.set(older ? "amount" : "size", value);
      }
      return converted;
    }
  }

  private static JsonNode ofOlderVersion(String spec, String oldSpec) {
    JsonNode review = review(spec, oldSpec);
    review.withObject("/request/kind").put("version", "v0");
    return review;
  }

  private static JsonNode review(String spec, String oldSpec) {
    String old = oldSpec.isEmpty() ? "null" : "{\"spec\": " + oldSpec + "}";
    return TestObjects.parse(
        """
        {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {"uid": "u-1",
         "kind": {"group": "test.weir.io", "version": "v1", "kind": "Widget"},
         "name": "", "operation": "CREATE",
         "object": {"metadata": {"name": "w"}, "spec": %s}, "oldObject": %s}}
        """
            .formatted(spec, old));
  }

  @Nested
  class Mutating {
    @Test
    void answersTheRequestWithAPatchOfWhatWasLeftOut() throws Exception {
      JsonNode response = reviews.mutate(MUTATE, review("{}", "")).path("response");

      byte[] patch = Base64.getDecoder().decode(response.path("patch").asText());
      assertThat(response.path("uid").asText()).isEqualTo("u-1");
      assertThat(response.path("allowed").asBoolean()).isTrue();
      assertThat(response.path("patchType").asText()).isEqualTo("JSONPatch");
      assertThat(new String(patch, StandardCharsets.UTF_8))
          .isEqualTo("[{\"op\":\"add\",\"path\":\"/spec/size\",\"value\":1}]");
      assertThat(response.at("/warnings/0").asText()).isEqualTo("a remark");
    }

    @Test
    void sendsNoPatchWhenNothingWasLeftOut() throws Exception {
      JsonNode response = reviews.mutate(MUTATE, review("{\"size\": 4}", "")).path("response");

      assertThat(response.has("patch")).isFalse();
      assertThat(response.has("patchType")).isFalse();
    }
  }

  @Nested
  class AnObjectInAnOlderVersion {
    @Test
    void getsWhatWasLeftOutInItsOwnVersion() throws Exception {
      JsonNode response = reviews.mutate(MUTATE, ofOlderVersion("{}", "")).path("response");

      byte[] patch = Base64.getDecoder().decode(response.path("patch").asText());
      assertThat(new String(patch, StandardCharsets.UTF_8))
          .contains("{\"op\":\"add\",\"path\":\"/spec/amount\",\"value\":1}")
          .doesNotContain("size");
    }

    @Test
    void getsNoPatchWhenNothingWasLeftOut() throws Exception {
      JsonNode response =
          reviews.mutate(MUTATE, ofOlderVersion("{\"amount\": 4}", "")).path("response");

      assertThat(response.path("allowed").asBoolean()).isTrue();
      assertThat(response.has("patch")).isFalse();
    }

    @Test
    void isJudgedByTheSameRulesAsItWasBefore() throws Exception {
      JsonNode answer =
          reviews.validate(VALIDATE, ofOlderVersion("{\"amount\": 2}", "{\"amount\": 3}"));

      assertThat(answer.at("/response/status/message").asText())
          .isEqualTo("Widget.test.weir.io \"w\" is invalid: spec.size: Forbidden: must not shrink");
    }

    @Test
    void thatCannotBeConvertedIsRefusedWithTheReason() throws Exception {
      JsonNode status =
          reviews
              .validate(VALIDATE, ofOlderVersion("{\"amount\": \"many\"}", ""))
              .at("/response/status");

      assertThat(status.path("code").asInt()).isEqualTo(400);
      assertThat(status.path("message").asText())
          .isEqualTo(
              "cannot convert Widget.test.weir.io \"w\" to v1: spec.amount: must be a number");
    }
  }

  @Nested
  class Validating {
    @Test
    void refusesAsTheApiServerItselfWould() throws Exception {
      JsonNode answer = reviews.validate(VALIDATE, review("{\"size\": -2}", "{\"size\": 3}"));

      JsonNode status = answer.at("/response/status");
      assertThat(answer.at("/response/allowed").asBoolean(true)).isFalse();
      assertThat(status.path("code").asInt()).isEqualTo(422);
      assertThat(status.path("reason").asText()).isEqualTo("Invalid");
      assertThat(status.path("message").asText())
          .isEqualTo(
              "Widget.test.weir.io \"w\" is invalid: [spec.size: Invalid value: -2: must not be"
                  + " negative, spec.size: Forbidden: must not shrink]");
      assertThat(status.at("/details/causes/1"))
          .isEqualTo(
              TestObjects.parse(
                  """
                  {"reason": "FieldValueForbidden", "field": "spec.size",
                   "message": "Forbidden: must not shrink"}
                  """));
    }

    @Test
    void allowsWithAWarning() throws Exception {
      JsonNode response =
          reviews.validate(VALIDATE, review("{\"size\": 101}", "")).path("response");

      assertThat(response.path("allowed").asBoolean()).isTrue();
      assertThat(response.at("/warnings/0").asText()).isEqualTo("that is large");
    }

    @Test
    void refusesWhoLacksARightThatTheObjectMakesUseOf() throws Exception {
      JsonNode review = review("{\"size\": 7}", "");
      review.withObject("/request").put("namespace", "team");
      review.withObject("/request/userInfo").put("username", "jane");

      JsonNode status = reviews.validate(VALIDATE, review).at("/response/status");

      assertThat(status.path("code").asInt()).isEqualTo(422);
      assertThat(status.path("message").asText())
          .isEqualTo(
              "Widget.test.weir.io \"w\" is invalid: spec.size: Forbidden: user jane cannot create"
                  + " a Pool in team, and so may not have Weir do it: give that user this right, or"
                  + " take the entry out");
      review.withObject("/request/userInfo").put("username", "joe");
      assertThat(reviews.validate(VALIDATE, review).at("/response/allowed").asBoolean()).isTrue();
    }

    @Test
    void aRuleThatFailsRefusesInPlainWordsAndWithoutTheObject() throws Exception {
      JsonNode response = reviews.validate(VALIDATE, review("{\"size\": 13}", "")).path("response");

      assertThat(response.path("allowed").asBoolean(true)).isFalse();
      assertThat(response.at("/status/code").asInt()).isEqualTo(500);
      assertThat(response.at("/status/message").asText())
          .contains("Weir failed to review Widget.test.weir.io \"w\"")
          .doesNotContain("secret detail");
    }
  }

  @Test
  void whatIsNoReviewOrComesToTheWrongPathIsToldSo() {
    assertThatThrownBy(() -> reviews.validate(VALIDATE, TestObjects.parse("{}")))
        .hasMessageContaining("not an AdmissionReview");
    assertThatThrownBy(() -> reviews.validate("/validate-x", review("{}", "")))
        .hasMessageContaining("not reviewed at /validate-x");
  }
}
