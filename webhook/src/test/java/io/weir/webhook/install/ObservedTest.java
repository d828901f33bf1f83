package io.weir.webhook.install;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.harness.Objects;
import io.weir.kernel.kube.Resource;
import io.weir.webhook.certificate.Pem;
import io.weir.webhook.certificate.TestKeys;
import io.weir.webhook.install.Observed.Change;
import io.weir.webhook.review.WebhookPaths.Role;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ObservedTest {

  private static final Address SERVICE = new Address.Service("weir-system", "weir-webhook");
  private static final Address URL = new Address.Url(URI.create("https://127.0.0.1:1"));
  private static final Resource POOL =
      new Resource(
          new GroupKind("cluster.x-k8s.io", "MachinePool"),
          "machinepools",
          "v1beta2",
          List.of("v1beta1", "v1beta2"),
          true,
          Map.of());

  private static ApiObject crd(String conversion) {
    return new ApiObject(
        Objects.of(
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

  private static Observed observed(Address address, ApiObject crd) {
    return Observed.of(
        address,
        List.of(crd),
        Map.of(Role.MUTATE, Optional.empty(), Role.VALIDATE, Optional.empty()),
        List.of(POOL));
  }

  private static ObjectNode wanted(Observed observed, String bundle) {
    return observed.changes(bundle).stream()
        .flatMap(
            change ->
                change instanceof Change.Edit(var _, var wanted)
                    ? Optional.of(wanted).stream()
                    : Optional.<ObjectNode>empty().stream())
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
          wanted(observed(new Address.Service("mine", "weir-webhook"), shipped), "B");

      String client = "/spec/conversion/webhook/clientConfig";
      assertThat(byUrl.at(client).toString())
          .isEqualTo("{\"caBundle\":\"Qg==\",\"url\":\"https://127.0.0.1:1/convert\"}");
      assertThat(elsewhere.at(client + "/service/namespace").asText()).isEqualTo("mine");
      assertThat(wanted(observed(SERVICE, new ApiObject((ObjectNode) byUrl)), "B").at(client))
          .isEqualTo(SERVICE.client("/convert", "B"));
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
        List<Change> changes = observed(SERVICE, foreign).changes("B");

        assertThat(changes).hasSize(2).allMatch(change -> change instanceof Change.Create);
        assertThat(changes.toString()).doesNotContain("machinepools");
      }
    }

    @Test
    void whoseVersionsHaveTheSameFieldsIsReviewedOnly() {
      List<Change> changes = observed(SERVICE, crd("{\"strategy\": \"None\"}")).changes("B");

      assertThat(changes).allMatch(change -> change instanceof Change.Create);
      assertThat(changes.toString()).contains("machinepools");
    }
  }

  @Nested
  class AConfiguration {
    private final TestKeys keys = new TestKeys();
    private final String bundle = Pem.of(keys.shown());

    private Observed with(ObjectNode mutating, ObjectNode validating) {
      return Observed.of(
          SERVICE,
          List.of(crd("{\"strategy\": \"None\"}")),
          Map.of(
              Role.MUTATE, Optional.of(new ApiObject(mutating)),
              Role.VALIDATE, Optional.of(new ApiObject(validating))),
          List.of(POOL));
    }

    private ObjectNode fresh(Role role) {
      ObjectNode fresh = Configurations.fresh(role, List.of(POOL), SERVICE, bundle);
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
      JsonNode webhook = fresh(Role.MUTATE).at("/webhooks/0");

      assertThat(webhook.path("name").asText()).isEqualTo("default.machinepool.cluster.x-k8s.io");
      assertThat(webhook.at("/clientConfig/service/path").asText())
          .isEqualTo("/mutate-cluster-x-k8s-io-v1beta2-machinepool");
      assertThat(webhook.at("/rules/0/resources").toString()).isEqualTo("[\"machinepools\"]");
      assertThat(fresh(Role.VALIDATE).at("/webhooks/0/name").asText())
          .isEqualTo("validation.machinepool.cluster.x-k8s.io");
    }

    @Test
    void thatSaysAllIsNotWrittenAndWhatOthersAddedStays() {
      Observed observed = with(fresh(Role.MUTATE), fresh(Role.VALIDATE));

      List<Change> none = observed.changes(bundle);
      List<Change> both = observed.changes("other");

      assertThat(none).isEmpty();
      assertThat(both)
          .hasSize(2)
          .allSatisfy(
              change ->
                  assertThat(((Change.Edit) change).wanted().toString())
                      .contains("{\"weir\":\"yes\"}"));
    }

    @Test
    void isAnObstacleAsLongAsItMissesSomething() {
      ObjectNode bare = Configurations.fresh(Role.VALIDATE, List.of(), SERVICE, bundle);
      ObjectNode distrusting =
          Configurations.fresh(Role.VALIDATE, List.of(POOL), SERVICE, "nobody");

      assertThat(with(fresh(Role.MUTATE), fresh(Role.VALIDATE)).obstacles(keys.shown())).isEmpty();
      assertThat(with(fresh(Role.MUTATE), bare).obstacles(keys.shown()))
          .containsExactly(
              "ValidatingWebhookConfiguration weir does not list all of Weir's webhooks");
      assertThat(with(fresh(Role.MUTATE), distrusting).obstacles(keys.shown()))
          .containsExactly(
              "ValidatingWebhookConfiguration weir does not trust the CA of Weir's webhooks");
    }
  }
}
