package io.weir.webhook.install;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.harness.TestObjects;
import io.weir.kernel.kube.Resource;
import io.weir.webhook.certificate.Pem;
import io.weir.webhook.certificate.TestCertificates;
import io.weir.webhook.install.InstalledWebhooks.PendingWrite;
import io.weir.webhook.review.WebhookPaths.AdmissionPhase;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class InstalledWebhooksTest {

  private static final WebhookAddress SERVICE =
      new WebhookAddress.Service("weir-system", "weir-webhook");
  private static final WebhookAddress URL =
      new WebhookAddress.Url(URI.create("https://127.0.0.1:1"));
  private static final Resource POOL =
      new Resource(
          new GroupKind("cluster.x-k8s.io", "MachinePool"),
          "machinepools",
          "v1beta2",
          List.of("v1beta1", "v1beta2"),
          true,
          Map.of());
  private static final OwnKinds KINDS =
      new OwnKinds(Map.of(POOL.kind(), Set.of("v1beta1", "v1beta2")), Set.of(POOL.kind()));

  private static ApiObject crd(String conversion) {
    return new ApiObject(
        TestObjects.parse(
            """
            {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
             "metadata": {"name": "machinepools.cluster.x-k8s.io", "resourceVersion": "1"},
             "spec": {"group": "cluster.x-k8s.io", "names": {"kind": "MachinePool"},
                      "conversion": %s}}
            """
                .formatted(conversion)));
  }

  private static ApiObject byService(String namespace, String name, String more) {
    return crd(
        """
        {"strategy": "Webhook", "webhook": {"conversionReviewVersions": ["v1"], "clientConfig": {%s
         "service": {"namespace": "%s", "name": "%s", "path": "/convert", "port": 443}}}}
        """
            .formatted(more, namespace, name));
  }

  private static InstalledWebhooks observed(WebhookAddress webhookAddress, ApiObject crd) {
    return InstalledWebhooks.of(
        webhookAddress,
        KINDS,
        List.of(crd),
        Map.of(
            AdmissionPhase.MUTATE, Optional.of(bare(AdmissionPhase.MUTATE)),
            AdmissionPhase.VALIDATE, Optional.of(bare(AdmissionPhase.VALIDATE))),
        List.of(POOL),
        Optional.of(new UnreviewedWriter("it's weir")),
        true);
  }

  private static ApiObject bare(AdmissionPhase admissionPhase) {
    return new ApiObject(bareTree(admissionPhase));
  }

  private static ObjectNode bareTree(AdmissionPhase admissionPhase) {
    return TestObjects.parse(
        """
        {"apiVersion": "admissionregistration.k8s.io/v1", "kind": "%s",
         "metadata": {"name": "weir", "resourceVersion": "1"}}
        """
            .formatted(WebhookConfigurations.kind(admissionPhase)));
  }

  private static boolean isOfConfiguration(PendingWrite pendingWrite) {
    return pendingWrite.seen().groupKind().kind().endsWith("WebhookConfiguration");
  }

  private static ObjectNode wanted(InstalledWebhooks installedWebhooks, String bundle) {
    return installedWebhooks.pendingWrites(bundle).stream()
        .filter(pendingWrite -> !isOfConfiguration(pendingWrite))
        .map(PendingWrite::wanted)
        .findFirst()
        .orElseThrow();
  }

  @Nested
  class ACrd {
    @Test
    void asShippedIsPointedAtWhereWeirIs() {
      ApiObject shipped = byService("weir-system", "weir-webhook", "");

      JsonNode byUrl = wanted(observed(URL, shipped), "B");
      JsonNode elsewhere =
          wanted(observed(new WebhookAddress.Service("mine", "weir-webhook"), shipped), "B");

      String client = "/spec/conversion/webhook/clientConfig";
      assertThat(byUrl.at(client).toString())
          .isEqualTo("{\"caBundle\":\"Qg==\",\"url\":\"https://127.0.0.1:1/convert\"}");
      assertThat(elsewhere.at(client + "/service/namespace").asText()).isEqualTo("mine");
      assertThat(wanted(observed(SERVICE, new ApiObject((ObjectNode) byUrl)), "B").at(client))
          .isEqualTo(SERVICE.clientConfig("/convert", "B"));
    }

    @Test
    void ofSomebodyElseIsNeitherWrittenNorReviewed() {
      for (ApiObject foreign :
          List.of(
              byService("capi-system", "capi-webhook-service", ""),
              byService("other", "weir-webhook", "\"caBundle\": \"Qg==\","),
              crd(
                  """
                  {"strategy": "Webhook", "webhook": {"clientConfig": {"url": "https://other"}}}
                  """))) {
        List<PendingWrite> changes = observed(SERVICE, foreign).pendingWrites("B");

        assertThat(changes).isEmpty();
      }
    }

    @Test
    void ofAKindThatIsNotAnsweredForIsNeitherWrittenNorWaitedFor() {
      InstalledWebhooks others =
          InstalledWebhooks.of(
              SERVICE,
              new OwnKinds(Map.of(), Set.of()),
              List.of(byService("weir-system", "weir-webhook", "")),
              Map.of(
                  AdmissionPhase.MUTATE, Optional.empty(),
                  AdmissionPhase.VALIDATE, Optional.empty()),
              List.of(),
              Optional.empty(),
              true);

      assertThat(others.pendingWrites("B")).isEmpty();
      assertThat(others.problems(new TestCertificates().servingCertificate()))
          .noneMatch(problem -> problem.contains("CRD"));
    }

    @Test
    void whoseVersionsHaveTheSameFieldsIsReviewedOnly() {
      List<PendingWrite> changes =
          observed(SERVICE, crd("{\"strategy\": \"None\"}")).pendingWrites("B");

      assertThat(changes).hasSize(2).allMatch(InstalledWebhooksTest::isOfConfiguration);
      assertThat(changes.toString()).contains("machinepools");
    }
  }

  @Nested
  class ABareConfiguration {
    private final JsonNode webhook =
        observed(SERVICE, crd("{\"strategy\": \"None\"}")).pendingWrites("B").stream()
            .map(pendingWrite -> pendingWrite.wanted().at("/webhooks/0"))
            .findFirst()
            .orElseThrow();

    @Test
    void asksInEachVersionThatIsKnownSoThatNothingIsConvertedForAReview() {
      assertThat(webhook.at("/rules/0/apiVersions").toString())
          .isEqualTo("[\"v1beta2\",\"v1beta1\"]");
    }

    @Test
    void doesNotAskAboutWhatTheManagerWrites() {
      assertThat(webhook.at("/matchConditions").size()).isOne();
      assertThat(webhook.at("/matchConditions/0/expression").asText())
          .isEqualTo(
              "request.userInfo.username != 'it\\'s weir'"
                  + " || !has(request.options.fieldManager)"
                  + " || request.options.fieldManager != 'weir'");
    }

    @Test
    void leavesTheConditionsOfOthersInTheirOrderAndKeepsItsOwnUpToDate() {
      ObjectNode own = new UnreviewedWriter("weir").matchCondition();
      ObjectNode theirs = own.deepCopy().put("name", "theirs").put("expression", "true");
      ObjectNode stored = configuration(Optional.of(new UnreviewedWriter("earlier")));
      ((ArrayNode) stored.at("/webhooks/0/matchConditions")).insert(0, theirs);

      assertThat(conditions(stored, Optional.of(new UnreviewedWriter("weir"))))
          .containsExactly(theirs, own);
      assertThat(conditions(stored, Optional.empty())).containsExactly(theirs);
      assertThat(conditions(configuration(Optional.empty()), Optional.empty())).isEmpty();
    }

    private static ObjectNode configuration(Optional<UnreviewedWriter> writer) {
      return filled(wanted(writer), "B");
    }

    private static List<JsonNode> conditions(
        ObjectNode configuration, Optional<UnreviewedWriter> writer) {
      ObjectNode rewritten = configuration.deepCopy();
      WebhookConfigurations.write(rewritten, wanted(writer), "B");
      return rewritten.at("/webhooks/0/matchConditions").valueStream().toList();
    }

    private static WebhookConfigurations.Wanted wanted(Optional<UnreviewedWriter> writer) {
      return new WebhookConfigurations.Wanted(
          AdmissionPhase.VALIDATE, List.of(POOL), KINDS, SERVICE, writer, true);
    }

    @Test
    void isSeenToHaveLostItsConditionOnAServerThatKnowsNone() {
      ObjectNode wanted = Json.MAPPER.createObjectNode();
      wanted.putArray("webhooks").add(webhook);
      ObjectNode stored = wanted.deepCopy();
      ((ObjectNode) stored.at("/webhooks/0")).remove("matchConditions");

      assertThat(UnreviewedWriter.isDroppedBy(new ApiObject(stored), wanted)).isTrue();
      assertThat(UnreviewedWriter.isDroppedBy(new ApiObject(wanted), wanted)).isFalse();
      assertThat(UnreviewedWriter.isDroppedBy(new ApiObject(stored), stored)).isFalse();
    }
  }

  private static ObjectNode filled(WebhookConfigurations.Wanted wanted, String bundle) {
    ObjectNode tree = bareTree(wanted.admissionPhase());
    WebhookConfigurations.write(tree, wanted, bundle);
    return tree;
  }

  @Nested
  class AMissingConfiguration {
    private final InstalledWebhooks none =
        InstalledWebhooks.of(
            SERVICE,
            KINDS,
            List.of(crd("{\"strategy\": \"None\"}")),
            Map.of(
                AdmissionPhase.MUTATE, Optional.of(bare(AdmissionPhase.MUTATE)),
                AdmissionPhase.VALIDATE, Optional.empty()),
            List.of(POOL),
            Optional.empty(),
            true);

    @Test
    void isNotMadeButToldWithTheRemedy() {
      assertThat(none.pendingWrites("B"))
          .extracting(pendingWrite -> pendingWrite.seen().groupKind().kind())
          .containsExactly("MutatingWebhookConfiguration");
      assertThat(none.problems(new TestCertificates().servingCertificate()))
          .contains(
              "ValidatingWebhookConfiguration weir is missing, so that objects are neither"
                  + " defaulted nor validated: run weir install");
    }
  }

  @Nested
  class AConfiguration {
    private final TestCertificates keys = new TestCertificates();
    private final String bundle = Pem.of(keys.servingCertificate());

    private InstalledWebhooks with(ObjectNode mutating, ObjectNode validating) {
      return with(mutating, validating, true);
    }

    private InstalledWebhooks with(ObjectNode mutating, ObjectNode validating, boolean cleaning) {
      return InstalledWebhooks.of(
          SERVICE,
          KINDS,
          List.of(crd("{\"strategy\": \"None\"}")),
          Map.of(
              AdmissionPhase.MUTATE, Optional.of(new ApiObject(mutating)),
              AdmissionPhase.VALIDATE, Optional.of(new ApiObject(validating))),
          List.of(POOL),
          Optional.empty(),
          cleaning);
    }

    private WebhookConfigurations.Wanted wanted(
        AdmissionPhase admissionPhase, List<Resource> reviewed) {
      return new WebhookConfigurations.Wanted(
          admissionPhase, reviewed, KINDS, SERVICE, Optional.empty(), true);
    }

    private ObjectNode fresh(AdmissionPhase admissionPhase) {
      ObjectNode fresh = filled(wanted(admissionPhase, List.of(POOL)), bundle);
      // As the API server fills it in, and as a person may have changed it.
      ((ObjectNode) fresh.at("/webhooks/0"))
          .put("reinvocationPolicy", "Never")
          .putObject("namespaceSelector")
          .putObject("matchLabels")
          .put("weir", "yes");
      return fresh;
    }

    @Test
    void asksAtThePathsThatOthersKnowAndLeavesOutScaleAndStatus() {
      JsonNode webhook = fresh(AdmissionPhase.MUTATE).at("/webhooks/0");

      assertThat(webhook.path("name").asText()).isEqualTo("default.machinepool.cluster.x-k8s.io");
      assertThat(webhook.at("/clientConfig/service/path").asText())
          .isEqualTo("/mutate-cluster-x-k8s-io-v1beta2-machinepool");
      assertThat(webhook.at("/rules/0/resources").toString()).isEqualTo("[\"machinepools\"]");
      assertThat(fresh(AdmissionPhase.VALIDATE).at("/webhooks/0/name").asText())
          .isEqualTo("validation.machinepool.cluster.x-k8s.io");
    }

    @Test
    void thatSaysAllIsNotWrittenAndWhatOthersAddedStays() {
      InstalledWebhooks installedWebhooks =
          with(fresh(AdmissionPhase.MUTATE), fresh(AdmissionPhase.VALIDATE));

      List<PendingWrite> none = installedWebhooks.pendingWrites(bundle);
      List<PendingWrite> both = installedWebhooks.pendingWrites("other");

      assertThat(none).isEmpty();
      assertThat(both)
          .hasSize(2)
          .allSatisfy(
              pendingWrite ->
                  assertThat(pendingWrite.wanted().toString()).contains("{\"weir\":\"yes\"}"));
    }

    private ObjectNode withWebhook(AdmissionPhase admissionPhase, String name, ObjectNode client) {
      ObjectNode configuration = fresh(admissionPhase);
      ObjectNode webhook = Json.MAPPER.createObjectNode().put("name", name);
      webhook.set("clientConfig", client);
      configuration.withArray("/webhooks").insert(0, webhook);
      return configuration;
    }

    @Test
    void ofTwoInstallationsKeepsWhatTheOtherAsksAboutItsOwnKinds() {
      ObjectNode elsewhere =
          new WebhookAddress.Service("other", "weir-webhook").clientConfig("/validate-x", "theirs");
      InstalledWebhooks both =
          with(
              fresh(AdmissionPhase.MUTATE),
              withWebhook(AdmissionPhase.VALIDATE, "validation.awsmachinepool", elsewhere));

      assertThat(both.pendingWrites(bundle)).isEmpty();
      assertThat(both.problems(keys.servingCertificate())).isEmpty();
      assertThat(both.pendingWrites("renewed"))
          .filteredOn(write -> write.seen().groupKind().kind().startsWith("Validating"))
          .singleElement()
          .satisfies(
              write ->
                  assertThat(write.wanted().at("/webhooks/0/clientConfig")).isEqualTo(elsewhere));
    }

    @Test
    void keepsWhatAReplicaOfAnotherVersionHasAddedWhileNobodyBeginsToLead() {
      ObjectNode newer =
          withWebhook(
              AdmissionPhase.VALIDATE,
              "validation.awsmachinepool",
              SERVICE.clientConfig("/validate-x", bundle));

      assertThat(with(fresh(AdmissionPhase.MUTATE), newer, false).pendingWrites(bundle)).isEmpty();
    }

    @Test
    void losesWhatPointsHereForAKindThatIsNotAnsweredForAnyMore() {
      ObjectNode stale =
          withWebhook(
              AdmissionPhase.VALIDATE,
              "validation.awsmachinepool",
              SERVICE.clientConfig("/validate-x", bundle));

      List<PendingWrite> changes = with(fresh(AdmissionPhase.MUTATE), stale).pendingWrites(bundle);

      assertThat(changes).hasSize(1);
      assertThat(changes.getFirst().wanted().path("webhooks"))
          .extracting(webhook -> webhook.path("name").asText())
          .containsExactly("validation.machinepool.cluster.x-k8s.io");
    }

    @Test
    void thatTrustsAnotherMakesNobodyDistrustedAsLongAsOneDoesNot() {
      ObjectNode none = fresh(AdmissionPhase.VALIDATE);
      ((ObjectNode) none.at("/webhooks/0/clientConfig")).remove("caBundle");
      ObjectNode other = filled(wanted(AdmissionPhase.MUTATE, List.of(POOL)), "another");
      ObjectNode ours = fresh(AdmissionPhase.VALIDATE);

      assertThat(with(other, ours).isTrustedNowhere(keys.servingCertificate())).isFalse();
      assertThat(with(other, none).isTrustedNowhere(keys.servingCertificate())).isTrue();
    }

    @Test
    void thatTrustsNobodySaysNothingAboutWhomItWouldTrust() {
      ObjectNode mutating = fresh(AdmissionPhase.MUTATE);
      ObjectNode validating = fresh(AdmissionPhase.VALIDATE);
      ((ObjectNode) mutating.at("/webhooks/0/clientConfig")).remove("caBundle");
      ((ObjectNode) validating.at("/webhooks/0/clientConfig")).remove("caBundle");

      assertThat(with(mutating, validating).isTrustedNowhere(keys.servingCertificate())).isFalse();
    }

    @Test
    void isAProblemAsLongAsItMissesSomething() {
      ObjectNode bare = filled(wanted(AdmissionPhase.VALIDATE, List.of()), bundle);
      ObjectNode distrusting = filled(wanted(AdmissionPhase.VALIDATE, List.of(POOL)), "nobody");

      assertThat(
              with(fresh(AdmissionPhase.MUTATE), fresh(AdmissionPhase.VALIDATE))
                  .problems(keys.servingCertificate()))
          .isEmpty();
      assertThat(with(fresh(AdmissionPhase.MUTATE), bare).problems(keys.servingCertificate()))
          .containsExactly(
              "ValidatingWebhookConfiguration weir does not list all of Weir's webhooks");
      assertThat(
              with(fresh(AdmissionPhase.MUTATE), distrusting).problems(keys.servingCertificate()))
          .containsExactly(
              "ValidatingWebhookConfiguration weir does not trust the CA of Weir's webhooks");
    }
  }
}
