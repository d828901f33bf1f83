package io.weir.provider.aws.eks.calls;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.CallGate;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.Observation;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.aws.account.calls.AwsSessions;
import io.weir.provider.aws.eks.EksFeatures;
import io.weir.provider.aws.eks.EksFixture;
import io.weir.provider.aws.eks.EksObservedState;
import io.weir.provider.aws.template.ObservedTemplate;
import io.weir.provider.fingerprint.TemplateFingerprint;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.eks.model.Nodegroup;

/**
 * What is sent for a pool says the same as what the upstream provider sends, as recorded; where it
 * does not on purpose, {@link #expected} says why.
 */
class EksGoldenTest {

  private static final CloudScope SCOPE =
      new CloudScope("aws", new CloudIdentity.Ambient(), "eu-central-1");
  private static final String CLUSTER = "default_w1-control-plane";

  private final RecordingEks aws = new RecordingEks();

  @BeforeEach
  void credentials() {
    System.setProperty("aws.accessKeyId", "test");
    System.setProperty("aws.secretAccessKey", "test");
  }

  @AfterEach
  void stop() {
    aws.close();
    System.clearProperty("aws.accessKeyId");
    System.clearProperty("aws.secretAccessKey");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "failure-domains",
        "remote-private",
        "spot",
        "role-created",
        "launch-template-no-ami",
        "update-replicas-only",
        "update-release",
        "update-config-tags-repair",
        "update-launch-template",
        "delete"
      })
  void requestsSayTheSame(String name) throws Exception {
    JsonNode golden = golden(name);
    EksFixture pool = pool(golden);

    applyAll(pool, golden.at("/facts/deletionTimestampSet").asBoolean());

    assertThat(sent()).isEqualTo(expected(name, golden));
  }

  private static JsonNode golden(String name) throws IOException {
    try (var file =
        EksGoldenTest.class.getResourceAsStream("/golden/eks/nodegroup-" + name + ".json")) {
      return Json.MAPPER.readTree(file);
    }
  }

  private static EksFixture pool(JsonNode golden) {
    JsonNode facts = golden.path("facts");
    var pool = new EksFixture(facts.path("poolName").asText());
    pool.pool.set("spec", facts.path("defaultedSpec").deepCopy());
    pool.with(pool.machinePool, "/spec/replicas", facts.path("machinePoolReplicas").toString());
    if (facts.path("machinePoolFailureDomains").isArray()) {
      pool.with(
          pool.machinePool,
          "/spec/failureDomains",
          facts.path("machinePoolFailureDomains").toString());
    }
    if (facts.path("controlPlaneAdditionalTags").isObject()) {
      pool.with(
          pool.controlPlane,
          "/spec/additionalTags",
          facts.path("controlPlaneAdditionalTags").toString());
    }
    pool.with(
        pool.controlPlane,
        "/spec/bastion",
        "{\"enabled\": %s}".formatted(facts.path("bastionEnabled")));
    pool.features =
        new EksFeatures(
            facts.path("enableIAM").asBoolean(), facts.path("allowAdditionalRoles").asBoolean());
    pool.roleExists = facts.path("roleExists").asBoolean();
    if (facts.has("existingNodegroup")) {
      pool.seen = seen(pool, facts);
    }
    return pool;
  }

  /** What is there, with our marks beside upstream's tags. */
  private static EksObservedState seen(EksFixture pool, JsonNode facts) {
    var nodegroup =
        NodegroupReader.fromSdk(nodegroup(facts.path("existingNodegroup"), pool.marksAsTags()));
    var groupTags = new HashMap<String, String>();
    facts
        .path("existingAutoScalingGroupTags")
        .properties()
        .forEach(tag -> groupTags.put(tag.getKey(), tag.getValue().asText()));
    return new EksObservedState(
        CLUSTER,
        Optional.of(nodegroup),
        List.of(EksFixture.group(nodegroup.name() + "-aaaa", 2, groupTags)),
        nodegroup
            .template()
            .map(
                used ->
                    new ObservedTemplate(
                        used.id(),
                        "w1-control-plane-" + facts.path("poolName").asText(),
                        1,
                        Optional.of(fingerprintBefore(pool)),
                        pool.desired().template().orElseThrow().tags().all())),
        Optional.empty(),
        Optional.empty());
  }

  private static TemplateFingerprint fingerprintBefore(EksFixture pool) {
    JsonNode now = pool.pool.at("/spec/awsLaunchTemplate");
    pool.spec(
        "awsLaunchTemplate", "{\"ami\": {\"id\": \"ami-0old\"}, \"instanceType\": \"m5.large\"}");
    var before = pool.desired().template().orElseThrow().fingerprint();
    pool.spec("awsLaunchTemplate", now.toString());
    return before;
  }

  private static Nodegroup nodegroup(JsonNode json, Map<String, String> marks) {
    var tags = new TreeMap<>(marks);
    json.path("tags").properties().forEach(tag -> tags.put(tag.getKey(), tag.getValue().asText()));
    var labels = new TreeMap<String, String>();
    json.path("labels")
        .properties()
        .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
    JsonNode scaling = json.path("scalingConfig");
    var made =
        Nodegroup.builder()
            .clusterName(CLUSTER)
            .nodegroupName(json.path("nodegroupName").asText())
            .nodegroupArn(json.path("nodegroupArn").asText())
            .status(json.path("status").asText())
            .version(json.path("version").asText())
            .releaseVersion(json.path("releaseVersion").asText())
            .labels(labels)
            .tags(tags)
            .subnets("subnet-priv-a", "subnet-priv-b")
            .scalingConfig(
                sizes ->
                    sizes
                        .minSize(scaling.path("minSize").asInt())
                        .maxSize(scaling.path("maxSize").asInt())
                        .desiredSize(scaling.path("desiredSize").asInt()))
            .updateConfig(
                config -> config.maxUnavailable(json.at("/updateConfig/maxUnavailable").asInt()))
            .nodeRepairConfig(
                config -> config.enabled(json.at("/nodeRepairConfig/enabled").asBoolean()));
    JsonNode template = json.path("launchTemplate");
    if (template.isObject()) {
      made.launchTemplate(
          used -> used.id(template.path("id").asText()).version(template.path("version").asText()));
    }
    return made.build();
  }

  /** Passes until EKS has nothing more to do at once, with its changes over in between. */
  private void applyAll(EksFixture pool, boolean deleting) throws Exception {
    var context = new ProviderContext(Map.of("endpoint", aws.endpoint()), GATE, Clock.systemUTC());
    try (var sessions = new AwsSessions(context)) {
      var session = sessions.sessionFor(SCOPE);
      var applier = new EksStepApplier(() -> session, CLUSTER, new EksMemory(), Clock.systemUTC());
      for (int pass = 0; pass < 3; pass++) {
        Observation<EksObservedState> now = pool.observation();
        for (PlanStep step : deleting ? pool.planDeletion() : pool.plan()) {
          pool.annotations = step.annotationsBefore(pool.annotations, pool.observation().asOf());
          now = applier.apply(step, now, "key").observation();
          pool.annotations = step.annotationsAfterSuccess(pool.annotations);
        }
        EksObservedState after = now.observedState().orElse(EksObservedState.absent(CLUSTER));
        pool.seen = deleting ? after.withNodegroup(Optional.empty()) : after;
      }
    }
  }

  private static final CallGate GATE =
      new CallGate() {
        @Override
        public void beforeCall(CloudRequest cloudRequest) {}

        @Override
        public void afterCall(CloudRequest cloudRequest, CallOutcome callOutcome) {}
      };

  private List<String> sent() {
    // A group that has no tag of people's gets our marks alone.
    return sorted(aws.requests()).stream().filter(request -> !request.equals(MARKS_ALONE)).toList();
  }

  private static final String MARKS_ALONE =
      "{\"action\":\"CreateOrUpdateTags\",\"params\":{},\"service\":\"autoscaling\"}";

  /** As recorded, with the differences that are meant. */
  private static List<String> expected(String name, JsonNode golden) {
    var requests = new ArrayList<ObjectNode>();
    for (JsonNode recorded : golden.at("/output/requests")) {
      if (!recorded.path("read").asBoolean()) {
        requests.add(recorded.deepCopy());
      }
    }
    for (ObjectNode request : requests) {
      if (request.path("path").asText().endsWith("/node-groups")) {
        ofCreation(name, request.withObject("/body"), golden);
      }
    }
    switch (name) {
      case "update-release" ->
          // Without a version EKS takes the cluster's, which may be a later one.
          requests.getFirst().withObject("/body").put("version", "1.33");
      case "update-config-tags-repair" ->
          // Tags that others set stay.
          requests.removeIf(request -> request.path("method").asText().equals("DELETE"));
      case "update-launch-template" ->
          // The version of the template comes first; the node group follows in the same pass.
          assertThat(requests).hasSize(2);
      case "failure-domains" ->
          // Hooks are put on the group once it is there, which upstream never does.
          assertThat(requests).hasSize(1);
      case "launch-template-no-ami" -> {
        // EKS refuses an amiType beside a template with an image: it chooses the image itself.
        ObjectNode data = requests.getFirst().withObject("/params");
        data.remove("LaunchTemplateData.ImageId");
      }
      default -> {}
    }
    // Tags of the Auto Scaling group follow once EKS has made it.
    if (!golden.path("facts").has("existingNodegroup")) {
      requests.removeIf(request -> request.path("service").asText().equals("autoscaling"));
    }
    return sorted(requests);
  }

  private static void ofCreation(String name, ObjectNode body, JsonNode golden) {
    JsonNode spec = golden.at("/facts/defaultedSpec");
    // EKS takes all three numbers or none.
    ObjectNode scaling = body.withObject("/scalingConfig");
    int desired = scaling.path("desiredSize").asInt();
    if (!scaling.has("minSize")) {
      scaling.put("minSize", Math.min(1, desired)).put("maxSize", Math.max(1, desired));
    }
    // Amazon Linux 2 has no image for 1.33.
    if (body.path("amiType").asText().equals("AL2_x86_64")) {
      body.put("amiType", "AL2023_x86_64_STANDARD");
    }
    // Upstream drops the release at creation.
    if (spec.has("amiVersion")) {
      body.set("releaseVersion", spec.path("amiVersion"));
    }
    // Upstream leaves the version out the first time only.
    if (name.startsWith("launch-template")) {
      body.withObject("/launchTemplate").put("version", "1");
    }
  }

  /** Requests in an order of their own, without what is random and without our marks. */
  private static List<String> sorted(List<ObjectNode> requests) {
    return requests.stream().map(EksGoldenTest::meaning).sorted().toList();
  }

  private static String meaning(ObjectNode recorded) {
    ObjectNode request = recorded.deepCopy();
    if (request.path("body") instanceof ObjectNode body) {
      body.remove("clientRequestToken");
      withoutMarks(body.path("tags"));
      if (body.path("tags").isObject() && body.path("tags").isEmpty()) {
        body.remove("tags");
      }
      for (String list : List.of("subnets")) {
        if (body.path(list) instanceof ArrayNode items) {
          var texts = new ArrayList<String>();
          items.forEach(item -> texts.add(item.asText()));
          items.removeAll();
          texts.stream().sorted().forEach(items::add);
        }
      }
    }
    if (request.path("params") instanceof ObjectNode params) {
      request.set("params", formMeaning(params));
    }
    return canonical(request).toString();
  }

  private static void withoutMarks(JsonNode tags) {
    if (tags instanceof ObjectNode object) {
      object.remove(List.of("weir.io/pool", "weir.io/management-cluster"));
    }
  }

  /** The fields of a form without the numbers of tags and without what says nothing. */
  private static ObjectNode formMeaning(ObjectNode params) {
    ObjectNode plain = Json.MAPPER.createObjectNode();
    params
        .properties()
        .forEach(
            field -> {
              String key = field.getKey();
              String prefix = key.replaceAll("\\.[A-Za-z]+$", "");
              String tag = params.path(prefix + ".Key").asText("");
              if (tag.startsWith("weir.io/")
                  || key.matches("ClientToken|VersionDescription|.*UserData")
                  || key.endsWith(".Key")) {
                return;
              }
              String name =
                  tag.isEmpty()
                      ? key
                      : prefix.replaceAll("\\.(member\\.)?\\d+$", "")
                          + " "
                          + tag
                          + key.substring(prefix.length());
              boolean hash = tag.endsWith("/bootstrap-data-hash");
              plain.set(
                  name,
                  hash
                      ? plain.textNode("<sha256>")
                      : key.endsWith("PolicyDocument")
                          ? parsed(field.getValue().asText())
                          : field.getValue());
            });
    return plain;
  }

  private static JsonNode parsed(String document) {
    try {
      return canonical(Json.MAPPER.readTree(document));
    } catch (JsonProcessingException malformed) {
      throw new IllegalArgumentException(malformed);
    }
  }

  private static JsonNode canonical(JsonNode node) {
    if (node instanceof ArrayNode array) {
      ArrayNode items = Json.MAPPER.createArrayNode();
      array.forEach(item -> items.add(canonical(item)));
      return items;
    }
    if (!(node instanceof ObjectNode object)) {
      return node;
    }
    var sorted = new TreeMap<String, JsonNode>();
    object.properties().forEach(field -> sorted.put(field.getKey(), canonical(field.getValue())));
    ObjectNode copy = Json.MAPPER.createObjectNode();
    sorted.forEach(copy::set);
    return copy;
  }
}
