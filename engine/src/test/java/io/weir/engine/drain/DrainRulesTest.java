package io.weir.engine.drain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DrainRulesTest {

  private static final Map<String, String> MACHINE = Map.of("pool", "workers");
  private static final Map<String, String> CLUSTER = Map.of("env", "prod");

  /** Namespaces have their own name as a label, as in Kubernetes. */
  private static final String NAMESPACE_NAME = "kubernetes.io/metadata.name";

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          {'drain': {'behavior': 'Skip'}} | true
          {'drain': {'behavior': 'Skip'}, 'machines': [{'selector': {'matchLabels': {'pool': 'workers'}}}]} | true
          {'drain': {'behavior': 'Skip'}, 'machines': [{'selector': {}}]} | true
          {'drain': {'behavior': 'Skip'}, 'machines': [{'selector': {'matchLabels': {'pool': 'other'}}}]} | false
          {'drain': {'behavior': 'Skip'}, 'machines': [{'selector': {'matchLabels': {'pool': 'workers'}}, 'clusterSelector': {'matchLabels': {'env': 'dev'}}}]} | false
          {'drain': {'behavior': 'Skip'}, 'machines': [{'clusterSelector': {'matchLabels': {'env': 'dev'}}}, {'clusterSelector': {'matchExpressions': [{'key': 'env', 'operator': 'In', 'values': ['prod']}]}}]} | true
          {'drain': {'behavior': 'Skip'}, 'pods': [{'selector': {'matchLabels': {'app': 'web'}}}]} | true
          {'drain': {'behavior': 'Skip'}, 'pods': [{'selector': {'matchLabels': {'app': 'web'}}, 'namespaceSelector': {'matchLabels': {'kubernetes.io/metadata.name': 'other'}}}]} | false
          {'drain': {'behavior': 'Skip'}, 'pods': [{'namespaceSelector': {'matchExpressions': [{'key': 'kubernetes.io/metadata.name', 'operator': 'NotIn', 'values': ['other']}]}}]} | true
          {'drain': {'behavior': 'Skip'}, 'pods': [{'selector': {'matchExpressions': [{'key': 'app', 'operator': 'DoesNotExist'}]}}]} | false
          {'drain': {'behavior': 'Skip'}, 'pods': [{'selector': {'matchExpressions': [{'key': 'app', 'operator': 'Exists'}]}}]} | true
          """,
      quoteCharacter = '`',
      delimiter = '|')
  void aRuleIsForMachinesAndPodsOfWhichOneEntryMatchesWhole(String spec, boolean applies)
      throws Exception {
    DrainPod pod = pod("web", rules(spec));

    assertThat(pod.handling())
        .isEqualTo(applies ? DrainPod.Handling.SKIP : DrainPod.Handling.EVICT);
  }

  @Test
  void theFirstByNameThatMatchesAPodDecidesAndTheLabelOfThePodBeforeAll() throws Exception {
    DrainRules rules =
        rules(
            "{'drain': {'behavior': 'WaitCompleted'}, 'pods': [{'selector': {'matchLabels': {'app':"
                + " 'job'}}}]}",
            "{'drain': {'behavior': 'Skip'}}");

    assertThat(pod("job", rules).handling()).isEqualTo(DrainPod.Handling.WAIT_COMPLETED);
    assertThat(pod("web", rules).handling()).isEqualTo(DrainPod.Handling.SKIP);
    assertThat(
            DrainPod.of(
                    object(
                        "Pod",
                        "job",
                        "{'metadata': {'labels': {'app': 'job', 'cluster.x-k8s.io/drain':"
                            + " 'skip'}}}"),
                    rules,
                    DrainRulesTest::labels)
                .orElseThrow()
                .handling())
        .isEqualTo(DrainPod.Handling.SKIP);
  }

  @Test
  void podsOfALowerOrderGoFirstAndTheOthersWaitUntilThoseHaveGone() throws Exception {
    DrainRules rules =
        rules(
            "{'drain': {'behavior': 'Drain', 'order': -5}, 'pods': [{'selector': {'matchLabels':"
                + " {'app': 'early'}}}]}",
            "{'drain': {'behavior': 'Drain', 'order': 10}, 'pods': [{'selector': {'matchLabels':"
                + " {'app': 'late'}}}]}");
    DrainPod early = pod("early", rules);
    DrainPod usual = pod("usual", rules);
    DrainPod late = pod("late", rules);
    Instant now = Instant.parse("2026-01-01T00:00:00Z");

    DrainStep first = DrainStep.of(List.of(late, usual, early), false, now);
    assertThat(first.evict()).containsExactly(early);
    assertThat(first.later()).containsExactly(late, usual);
    assertThat(first.message(Map.of()))
        .isEqualTo(
            "3 pods left: default/early, default/late (after those of a lower order, by"
                + " MachineDrainRule rule-1), default/usual (after those of a lower order)");
    assertThat(DrainStep.of(List.of(late, usual), false, now).evict()).containsExactly(usual);
    assertThat(DrainStep.of(List.of(late), false, now).evict()).containsExactly(late);
    assertThat(DrainStep.of(List.of(), false, now).isDone()).isTrue();
  }

  @Test
  void onePodThatIsWaitedForHoldsThoseOfAHigherOrderBackAndItsRuleIsNamed() throws Exception {
    DrainRules rules =
        rules(
            "{'drain': {'behavior': 'WaitCompleted'}, 'pods': [{'selector': {'matchLabels': {'app':"
                + " 'job'}}}]}",
            "{'drain': {'behavior': 'Drain', 'order': 1}, 'pods': [{'selector': {'matchLabels':"
                + " {'app': 'late'}}}]}");

    DrainStep step =
        DrainStep.of(List.of(pod("job", rules), pod("late", rules)), false, Instant.EPOCH);

    assertThat(step.evict()).isEmpty();
    assertThat(step.later()).hasSize(1);
    assertThat(step.isDone()).isFalse();
    assertThat(step.message(Map.of()))
        .isEqualTo(
            "2 pods left: default/job (waits for completion by MachineDrainRule rule-0),"
                + " default/late (after those of a lower order, by MachineDrainRule rule-1)");
  }

  @Test
  void aRuleThatIsNotValidIsNamedInsteadOfLeftOut() {
    assertThatThrownBy(
            () ->
                rules(
                    "{'drain': {'behavior': 'Skip'}, 'pods': [{'selector': {'matchExpressions':"
                        + " [{'key': 'app', 'operator': 'In'}]}}]}"))
        .hasMessage(
            "MachineDrainRule rule-0 is not valid:"
                + " spec.pods[0].selector.matchExpressions[0].values: Required value: In needs a"
                + " value at least: give some, or use Exists or DoesNotExist");
    assertThatThrownBy(() -> rules("{'drain': {'behavior': 'Later'}}"))
        .hasMessageContaining("spec.drain.behavior: Later is not known");
  }

  @Test
  void noneIsReliedOnWhereAllTogetherAreTooLong() throws Exception {
    String rule =
        "{'drain': {'behavior': 'Skip'}, 'pods': [{'selector': {'matchLabels': {'app': '%s'}}}]}"
            .formatted("x".repeat(60));
    String[] some = Stream.generate(() -> rule).limit(1_000).toArray(String[]::new);
    String[] many = Stream.generate(() -> rule).limit(2_500).toArray(String[]::new);

    assertThat(rules(some).rules()).hasSize(1_000);
    assertThatThrownBy(() -> rules(many))
        .hasMessage(
            "the MachineDrainRules of namespace default take more than 262144 characters: remove"
                + " or shorten some");
  }

  @Test
  void labelsOfANamespaceAreAskedForOnlyWhereARuleDependsOnThem() throws Exception {
    String ofTeam =
        "{'drain': {'behavior': 'Skip'}, 'pods': [{'selector': {'matchLabels': {'app': '%s'}},"
            + " 'namespaceSelector': {'matchLabels': {'team': 'a'}}}]}";
    ApiObject pod = object("Pod", "web", "{'metadata': {'labels': {'app': 'web'}}}");
    var asked = new ArrayList<String>();
    Function<String, Map<String, String>> namespaces =
        name -> {
          asked.add(name);
          return Map.of("team", "a");
        };

    DrainPod.of(pod, rules(ofTeam.formatted("other")), namespaces);
    DrainPod.of(
        pod,
        rules("{'drain': {'behavior': 'Skip'}, 'pods': [{'namespaceSelector': {}}]}"),
        namespaces);
    assertThat(asked).isEmpty();

    Optional<DrainPod> skipped = DrainPod.of(pod, rules(ofTeam.formatted("web")), namespaces);
    assertThat(asked).containsExactly("default");
    assertThat(skipped.orElseThrow().handling()).isEqualTo(DrainPod.Handling.SKIP);
  }

  @Test
  void ofTheLabelsOfANamespaceThoseAreKeptThatARuleAsksForIfAnyServerHasThem() throws Exception {
    DrainRules rules =
        rules(
            "{'drain': {'behavior': 'Skip'}, 'pods': [{'namespaceSelector': {'matchLabels':"
                + " {'team': 'a'}}}, {'namespaceSelector': {'matchExpressions': [{'key': 'env',"
                + " 'operator': 'Exists'}]}}]}");

    assertThat(rules.relevant(Map.of("team", "b", "other", "c", "env", "x".repeat(64))))
        .isEqualTo(Map.of("team", "b"));
  }

  @Test
  void anOrderThatIsLeftFromAnotherBehaviorIsWithoutEffect() throws Exception {
    DrainRules rules = rules("{'drain': {'behavior': 'WaitCompleted', 'order': 7}}");

    assertThat(pod("job", rules).treatment().order()).isZero();
  }

  @Test
  void theExampleSaysWhatItsCommentsSay() throws Exception {
    List<ApiObject> example;
    try (MappingIterator<ObjectNode> documents =
        new YAMLMapper()
            .readerFor(ObjectNode.class)
            .readValues(Path.of("..", "examples", "drain-rules.yaml").toFile())) {
      example = documents.readAll().stream().map(ApiObject::new).toList();
    }
    DrainRules rules =
        DrainRules.of(example, Map.of("cluster.x-k8s.io/pool-name", "workers"), Map.of());

    assertThat(rules.treatment(Map.of(), () -> labels("monitoring")).handling())
        .isEqualTo(DrainPod.Handling.SKIP);
    assertThat(
            rules
                .treatment(
                    Map.of("app.kubernetes.io/component", "database"), () -> labels("default"))
                .order())
        .isEqualTo(10);
    assertThat(
            rules
                .treatment(Map.of("batch.kubernetes.io/job-name", "a"), () -> labels("default"))
                .handling())
        .isEqualTo(DrainPod.Handling.WAIT_COMPLETED);
    assertThat(rules.rules()).hasSize(3);
  }

  private static Map<String, String> labels(String namespace) {
    return Map.of(NAMESPACE_NAME, namespace);
  }

  private static DrainPod pod(String app, DrainRules rules) throws Exception {
    return DrainPod.of(
            object("Pod", app, "{'metadata': {'labels': {'app': '%s'}}}".formatted(app)),
            rules,
            DrainRulesTest::labels)
        .orElseThrow();
  }

  private static DrainRules rules(String... specs) throws Exception {
    List<ApiObject> objects =
        Stream.iterate(0, i -> i < specs.length, i -> i + 1)
            .map(i -> rule(i, Arrays.asList(specs).get(i)))
            .toList();
    return DrainRules.of(objects, MACHINE, CLUSTER);
  }

  private static ApiObject rule(int number, String spec) {
    try {
      return object("MachineDrainRule", "rule-" + number, "{'spec': %s}".formatted(spec));
    } catch (JsonProcessingException notJson) {
      throw new IllegalArgumentException(notJson);
    }
  }

  private static ApiObject object(String kind, String name, String json)
      throws JsonProcessingException {
    var tree = (ObjectNode) Json.MAPPER.readTree(json.replace('\'', '"'));
    tree.put("apiVersion", "v1").put("kind", kind);
    tree.withObject("/metadata").put("namespace", "default").put("name", name).put("uid", name);
    return new ApiObject(tree);
  }
}
