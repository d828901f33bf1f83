package io.weir.provider.aws.machinepool.calls;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import io.weir.provider.Observation;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.ProviderException;
import io.weir.provider.ResolveResult;
import io.weir.provider.aws.PoolFixture;
import io.weir.provider.aws.account.calls.AwsSessions;
import io.weir.provider.aws.group.GroupFeatureStep;
import io.weir.provider.aws.group.GroupStep;
import io.weir.provider.aws.image.ImageQuery;
import io.weir.provider.aws.machinepool.AwsDesiredState;
import io.weir.provider.aws.machinepool.AwsDesiredStateResolver;
import io.weir.provider.aws.machinepool.AwsObservedState;
import io.weir.provider.aws.machinepool.NormalizedForm;
import io.weir.provider.aws.template.TemplateStep;
import io.weir.provider.aws.template.calls.TemplateCache;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the SDK puts on the wire says the same as what the upstream provider sends for the same
 * pool, as recorded; so a pool can change hands without its instances being replaced.
 */
class GoldenRequestsTest {

  private static final CloudScope SCOPE =
      new CloudScope("aws", new CloudIdentity.Ambient(), "us-east-1");

  private final RecordingAws aws = new RecordingAws();

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
  @ValueSource(strings = {"plain", "volumes", "imds", "hooks"})
  void requestsSayTheSame(String name) throws Exception {
    JsonNode golden = golden(name);
    AwsDesiredState want = want(name, golden.path("awsMachinePoolSpec"));

    send(want, golden.path("requests"));

    for (JsonNode expected : golden.path("requests")) {
      String action = expected.path("Action").asText();
      if (aws.answers(action)) {
        var sent = NormalizedForm.of(aws.last(action));
        assertThat(sent).containsAllEntriesOf(NormalizedForm.of(form(expected)));
        sent.keySet().removeAll(NormalizedForm.of(form(expected)).keySet());
        assertThat(sent.keySet()).allMatch(key -> key.contains("weir.io/"));
      }
    }
  }

  private static JsonNode golden(String name) throws IOException {
    try (var file = GoldenRequestsTest.class.getResourceAsStream("/golden/" + name + ".json")) {
      return Json.MAPPER.readTree(file);
    }
  }

  private void send(AwsDesiredState want, JsonNode requests) throws Exception {
    var providerContext =
        new ProviderContext(
            Map.of("endpoint", aws.endpoint()), new UnlimitedCallGate(), Clock.systemUTC());
    var session = new AwsSessions(providerContext).sessionFor(SCOPE);
    var awsStepApplier = new AwsStepApplier(() -> session, new TemplateCache(), Clock.systemUTC());
    var before = new Observation.ProvenAbsent<AwsObservedState>(Instant.EPOCH);
    var template =
        awsStepApplier.apply(
            new TemplateStep.CreateTemplate(want.template(), "", Map.of()), before, "k1");
    var group =
        awsStepApplier
            .apply(
                new GroupStep.CreateGroup(want.group(), want.template(), Optional.empty(), ""),
                template.observation(),
                "k2")
            .observation();
    for (JsonNode request : requests) {
      step(want, request).ifPresent(step -> apply(awsStepApplier, step, group));
    }
  }

  private static Optional<PlanStep> step(AwsDesiredState want, JsonNode request) {
    return switch (request.path("Action").asText()) {
      case "UpdateAutoScalingGroup" -> {
        var scaled = want(want.group().name(), request.path("DesiredCapacity").asInt());
        yield Optional.of(
            new GroupStep.UpdateGroup(scaled.group(), scaled.template(), "lt-0", false, 0, ""));
      }
      case "PutLifecycleHook" ->
          want.group().settings().hooks().stream()
              .filter(hook -> hook.name().equals(request.path("LifecycleHookName").asText()))
              .findFirst()
              .map(hook -> new GroupFeatureStep.PutHook(want.group().name(), hook, false, ""));
      case "SuspendProcesses" ->
          Optional.of(
              new GroupFeatureStep.Suspend(
                  want.group().name(), want.group().settings().suspend(), ""));
      default -> Optional.empty();
    };
  }

  private static void apply(
      AwsStepApplier awsStepApplier, PlanStep step, Observation<AwsObservedState> before) {
    try {
      awsStepApplier.apply(step, before, "k3");
    } catch (ProviderException failure) {
      throw new IllegalStateException(failure);
    }
  }

  private static AwsDesiredState want(String name, int replicas) {
    var poolFixture = PoolFixture.pool(name);
    poolFixture.with(poolFixture.machinePool, "/spec/replicas", Integer.toString(replicas));
    return resolve(poolFixture);
  }

  private static AwsDesiredState want(String name, JsonNode spec) {
    var poolFixture = PoolFixture.pool(name);
    poolFixture.pool.withObject("/spec").setAll((ObjectNode) spec);
    return resolve(poolFixture);
  }

  private static AwsDesiredState resolve(PoolFixture poolFixture) {
    var imageResult =
        new ImageQuery.ImageResult(
            Optional.of(new ImageQuery.ImageResult.ImageDetails("ami-03cf127a", "/dev/sda1")));
    return ((ResolveResult.Resolved<AwsDesiredState>)
            AwsDesiredStateResolver.resolve(poolFixture.inputs(), _ -> Optional.of(imageResult)))
        .desired();
  }

  private static Map<String, String> form(JsonNode request) {
    try {
      return Json.MAPPER.readerForMapOf(String.class).readValue(request);
    } catch (IOException mistake) {
      throw new UncheckedIOException(mistake);
    }
  }
}
