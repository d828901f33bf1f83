package io.weir.manager.drain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.engine.drain.DrainRules;
import io.weir.kernel.cache.FakeCache;
import io.weir.kernel.kube.ObjectSelector;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WatchedDrainRulesTest {

  private static final ObjectKey CLUSTER = new ObjectKey("default", "demo");
  private static final Map<String, String> MACHINE = Map.of("pool", "workers");
  private static final DrainRulesState NONE = new DrainRulesState.Known(DrainRules.NONE);

  private final FakeCache rules = cache(GroupKind.MACHINE_DRAIN_RULE);
  private final FakeCache clusters = cache(GroupKind.CLUSTER);
  private String problem = "";
  private final WatchedDrainRules watched =
      new WatchedDrainRules(rules.cache(), clusters.cache(), _ -> problem);

  private static FakeCache cache(GroupKind kind) {
    return new FakeCache(kind, ObjectSelector.everything());
  }

  @BeforeEach
  void aClusterOfProduction() {
    ObjectNode cluster = TestObjects.cluster("default", "demo");
    cluster.withObject("/metadata/labels").put("env", "prod");
    clusters.put(new ApiObject(cluster));
  }

  @Test
  void thoseOfTheNamespaceForTheMachinesAndTheirClusterAreKnown() {
    rules.put(
        rule(
            "default",
            "here",
            "{'drain': {'behavior': 'Skip'}, 'machines': [{'selector': {'matchLabels': {'pool':"
                + " 'workers'}}, 'clusterSelector': {'matchLabels': {'env': 'prod'}}}]}"));
    rules.put(
        rule(
            "default",
            "of-another-cluster",
            "{'drain': {'behavior': 'Skip'}, 'machines': [{'clusterSelector': {'matchLabels':"
                + " {'env': 'test'}}}]}"));
    rules.put(rule("elsewhere", "there", "{'drain': {'behavior': 'Skip'}}"));

    assertThat(watched.of(CLUSTER, MACHINE))
        .isInstanceOfSatisfying(
            DrainRulesState.Known.class,
            known ->
                assertThat(known.rules().rules())
                    .singleElement()
                    .satisfies(rule -> assertThat(rule.treatment().rule()).contains("here")));
  }

  @Test
  void thereAreNoneWhereTheKindIsNotInstalled() {
    rules.uninstall();

    assertThat(watched.of(CLUSTER, MACHINE)).isEqualTo(NONE);
  }

  @Test
  void nothingIsKnownWhileTheKindIsOnItsWayOut() {
    rules.endCrd();

    assertThat(watched.of(CLUSTER, MACHINE))
        .isEqualTo(
            new DrainRulesState.Unknown(
                "the CRD of MachineDrainRule is not established, or is being deleted"));
  }

  @Test
  void nothingIsKnownBeforeTheFirstListAndWhatKeepsItAwayIsTold() {
    rules.doubt();
    assertThat(watched.of(CLUSTER, MACHINE))
        .isEqualTo(
            new DrainRulesState.Unknown("it is not known yet which MachineDrainRules there are"));

    problem = "may not list machinedrainrules";
    assertThat(watched.of(CLUSTER, MACHINE))
        .isEqualTo(
            new DrainRulesState.Unknown(
                "it cannot be known which MachineDrainRules there are (may not list"
                    + " machinedrainrules): run weir install"));

    rules.listAnew();
    assertThat(watched.of(CLUSTER, MACHINE)).isEqualTo(NONE);
  }

  @Test
  void nothingIsKnownWhileTheLabelsOfTheClusterAreNot() {
    clusters.doubt();

    assertThat(watched.of(CLUSTER, MACHINE))
        .isEqualTo(new DrainRulesState.Unknown("it is not known yet which Clusters there are"));
  }

  @Test
  void oneOfTheNamespaceThatCannotBeReadOrIsNotValidIsNamed() {
    rules.putUnreadable(new ObjectKey("elsewhere", "large"));
    assertThat(watched.of(CLUSTER, MACHINE)).isEqualTo(NONE);

    rules.put(rule("default", "vague", "{'drain': {'behavior': 'Later'}}"));
    assertThat(watched.of(CLUSTER, MACHINE))
        .isInstanceOfSatisfying(
            DrainRulesState.Unknown.class,
            unknown -> assertThat(unknown.why()).contains("MachineDrainRule vague is not valid"));

    rules.putUnreadable(new ObjectKey("default", "large"));
    assertThat(watched.of(CLUSTER, MACHINE))
        .isEqualTo(
            new DrainRulesState.Unknown(
                "MachineDrainRule default/large cannot be read: make it smaller"));
  }

  private static ApiObject rule(String namespace, String name, String spec) {
    return new ApiObject(
        TestObjects.parse(
            """
            {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "MachineDrainRule",
             "metadata": {"namespace": "%s", "name": "%s"}, "spec": %s}
            """
                .formatted(namespace, name, spec.replace('\'', '"'))));
  }
}
