package io.weir.provider.aws.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.Observation;
import io.weir.provider.PoolProviderFactory.Context;
import io.weir.provider.ProviderException;
import io.weir.provider.Resolution;
import io.weir.provider.Scope;
import io.weir.provider.aws.Given;
import io.weir.provider.aws.calls.SdkConnections;
import io.weir.provider.aws.desired.AwsDesired;
import io.weir.provider.aws.desired.AwsQuery;
import io.weir.provider.aws.desired.Resolver;
import io.weir.provider.aws.observed.AwsObserved;
import io.weir.provider.aws.observed.Memory;
import io.weir.provider.aws.plan.AwsStep;
import io.weir.provider.aws.plan.GroupStep;
import io.weir.provider.aws.plan.Meaning;
import io.weir.provider.aws.plan.TemplateStep;
import io.weir.provider.aws.plan.UpkeepStep;
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

  private static final Scope SCOPE = new Scope("aws", "test", "us-east-1");

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
    AwsDesired want = want(name, golden.path("awsMachinePoolSpec"));

    send(want, golden.path("requests"));

    for (JsonNode expected : golden.path("requests")) {
      String action = expected.path("Action").asText();
      if (aws.answers(action)) {
        var sent = Meaning.of(aws.last(action));
        assertThat(sent).containsAllEntriesOf(Meaning.of(form(expected)));
        sent.keySet().removeAll(Meaning.of(form(expected)).keySet());
        assertThat(sent.keySet()).allMatch(key -> key.contains("weir.io/pool"));
      }
    }
  }

  private static JsonNode golden(String name) throws IOException {
    try (var file = GoldenRequestsTest.class.getResourceAsStream("/golden/" + name + ".json")) {
      return Json.MAPPER.readTree(file);
    }
  }

  private void send(AwsDesired want, JsonNode requests) throws Exception {
    var context =
        new Context(Map.of("endpoint", aws.endpoint()), new OpenGate(), Clock.systemUTC());
    var applier =
        new Applier(new SdkConnections(context).to(SCOPE), new Memory(), Clock.systemUTC());
    var before = new Observation.ProvenAbsent<AwsObserved>(Instant.EPOCH);
    var template = applier.apply(new TemplateStep.CreateTemplate(want, ""), before, "k1");
    var group =
        applier.apply(new GroupStep.CreateGroup(want, Optional.empty(), ""), template, "k2");
    for (JsonNode request : requests) {
      step(want, request).ifPresent(step -> apply(applier, step, group));
    }
  }

  private static Optional<AwsStep> step(AwsDesired want, JsonNode request) {
    return switch (request.path("Action").asText()) {
      case "UpdateAutoScalingGroup" -> {
        var scaled = want(want.name(), request.path("DesiredCapacity").asInt());
        yield Optional.of(new GroupStep.UpdateGroup(scaled, "lt-0", false, ""));
      }
      case "PutLifecycleHook" ->
          want.group().hooks().stream()
              .filter(hook -> hook.name().equals(request.path("LifecycleHookName").asText()))
              .findFirst()
              .map(hook -> new UpkeepStep.PutHook(want.name(), hook, false, ""));
      case "SuspendProcesses" ->
          Optional.of(new UpkeepStep.Suspend(want.name(), want.group().off(), ""));
      default -> Optional.empty();
    };
  }

  private static void apply(Applier applier, AwsStep step, Observation<AwsObserved> before) {
    try {
      applier.apply(step, before, "k3");
    } catch (ProviderException failure) {
      throw new IllegalStateException(failure);
    }
  }

  private static AwsDesired want(String name, int replicas) {
    var given = Given.pool(name);
    given.with(given.machinePool, "/spec/replicas", Integer.toString(replicas));
    return resolve(given);
  }

  private static AwsDesired want(String name, JsonNode spec) {
    var given = Given.pool(name);
    given.pool.withObject("/spec").setAll((ObjectNode) spec);
    return resolve(given);
  }

  private static AwsDesired resolve(Given given) {
    var image =
        new AwsQuery.Image(Optional.of(new AwsQuery.Image.Details("ami-03cf127a", "/dev/sda1")));
    return ((Resolution.Resolved<AwsDesired>)
            Resolver.resolve(given.inputs(), _ -> Optional.of(image)))
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
