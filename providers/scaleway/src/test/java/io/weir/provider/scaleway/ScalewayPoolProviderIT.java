package io.weir.provider.scaleway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import io.weir.clouds.CloudFault;
import io.weir.clouds.scaleway.k8s.ClusterSpec;
import io.weir.clouds.scaleway.seed.ScalewaySeedData;
import io.weir.pass.DryRun;
import io.weir.provider.Freshness;
import io.weir.provider.ObservationRequest;
import io.weir.provider.Ownership;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolProviderFactory;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import io.weir.provider.ProviderReport;
import io.weir.provider.kit.PoolObjects;
import io.weir.provider.kit.TestReconciler;
import io.weir.provider.scaleway.desired.ScalewayDesiredState;
import io.weir.provider.scaleway.observed.ScalewayObservedState;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What only Kapsule has; what every cloud has is in the contract. */
class ScalewayPoolProviderIT {
  private static final String CREATING = io.weir.provider.CreationStep.CREATING_SINCE;

  private final SimulatedKapsule kapsule = new SimulatedKapsule();
  private final TestReconciler<ScalewayDesiredState, ScalewayObservedState> testReconciler =
      new TestReconciler<>(kapsule);
  private final PoolObjects pool = kapsule.pool("workers", 3);

  @AfterEach
  void stop() {
    kapsule.close();
  }

  @Test
  void isFoundByTheServiceLoader() {
    assertThat(ServiceLoader.load(PoolProviderFactory.class))
        .extracting(PoolProviderFactory::cloud)
        .contains("scaleway");
  }

  @Nested
  class Fields {
    @Test
    void allReachKapsule() throws Exception {
      ObjectNode spec = pool.poolTree().withObject("/spec");
      spec.put("placementGroupID", "11111111-2222-4333-8444-555555555555");
      spec.put("securityGroupID", "21111111-2222-4333-8444-555555555555");
      spec.put("rootVolumeType", "sbs_15k").put("rootVolumeSizeGB", 60);
      spec.put("publicIPDisabled", true).put("autohealing", true);
      spec.putArray("additionalTags").add("taint=a=b:NoSchedule");
      spec.putObject("kubeletArgs").put("maxPods", "42");
      spec.putObject("upgradePolicy").put("maxUnavailable", 0).put("maxSurge", 2);
      spec.putObject("scaling").put("autoscaling", true).put("minSize", 2).put("maxSize", 7);

      ProviderReport _ = testReconciler.converge(pool);

      ObjectNode made = kapsule.poolNamed("workers");
      assertThat(made.path("node_type").asText()).isEqualTo("gp1_xs");
      assertThat(made.path("zone").asText()).isEqualTo("fr-par-1");
      assertThat(made.path("placement_group_id").asText()).startsWith("1111");
      assertThat(made.path("security_group_id").asText()).startsWith("2111");
      assertThat(made.path("root_volume_type").asText()).isEqualTo("sbs_15k");
      assertThat(made.path("root_volume_size").asLong()).isEqualTo(60_000_000_000L);
      assertThat(made.path("public_ip_disabled").asBoolean()).isTrue();
      assertThat(made.path("autohealing").asBoolean()).isTrue();
      assertThat(texts(made.path("tags")))
          .containsExactly(
              "caps-namespace=team",
              "caps-scalewaymanagedmachinepool=workers",
              "weir-management-cluster=here",
              "taint=a=b:NoSchedule",
              "created-by=cluster-api-provider-scaleway");
      assertThat(made.path("kubelet_args").path("maxPods").asText()).isEqualTo("42");
      assertThat(made.path("upgrade_policy").path("max_surge").asInt()).isEqualTo(2);
      assertThat(made.path("min_size").asInt()).isEqualTo(2);
      assertThat(made.path("max_size").asInt()).isEqualTo(7);
    }

    @Test
    void thatDifferLaterGoInOneWrite() throws Exception {
      made();
      ObjectNode spec = pool.poolTree().withObject("/spec");
      spec.put("autohealing", true).putArray("additionalTags").add("a");
      spec.putObject("kubeletArgs").put("maxPods", "42");
      int writes = kapsule.writeCount();

      ProviderReport report = testReconciler.converge(pool);

      assertThat(kapsule.writeCount()).isEqualTo(writes + 1);
      assertThat(condition(report, "SpecApplied").status()).isEqualTo(ConditionStatus.TRUE);
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            autohealing                  | true        | false       | autohealing    | true | false | false
            additionalTags               | ["a"]       | ["b"]       | tags/3         | "a"  | "b"   | "created-by=cluster-api-provider-scaleway"
            kubeletArgs                  | {"maxPods": "42"} | {"maxPods": "43"} | kubelet_args | {"maxPods": "42"} | {"maxPods": "43"} | {}
            kubeletArgs/maxPods          | "42"        | "43"        | kubelet_args   | {"maxPods": "42"} | {"maxPods": "43"} | {}
            upgradePolicy                | {"maxUnavailable": 2, "maxSurge": 1} | {"maxUnavailable": 3} | upgrade_policy | {"max_unavailable": 2, "max_surge": 1} | {"max_unavailable": 3, "max_surge": 0} | {"max_unavailable": 1, "max_surge": 0}
            upgradePolicy/maxUnavailable | 2           | 3           | upgrade_policy/max_unavailable | 2 | 3 | 1
            upgradePolicy/maxSurge       | 2           | 3           | upgrade_policy/max_surge       | 2 | 3 | 0
            scaling/minSize              | 2           | 3           | min_size       | 2    | 3     | 0
            scaling/maxSize              | 7           | 8           | max_size       | 7    | 8     | 8
            scaling/autoscaling          | true        | false       | autoscaling    | true | false | false
            scaling                      | {"autoscaling": true, "minSize": 1, "maxSize": 8} | {"autoscaling": true, "minSize": 2, "maxSize": 9} | autoscaling | true | true | false
            """)
    void thatAreSetThenChangedThenRemovedAreEachTimeAsTheConditionSays(
        String field, String set, String changed, String shown, String a, String b, String c)
        throws Exception {
      pool.poolTree().withObject("/spec/scaling").put("autoscaling", true).put("maxSize", 9);
      ProviderReport _ = made();

      for (List<String> turn :
          List.of(List.of(set, a), List.of(changed, b), List.of("", c), List.of("", c))) {
        change("/spec/" + field, turn.getFirst());
        ProviderReport report = testReconciler.converge(pool);

        assertThat(kapsule.poolNamed("workers").at("/" + shown))
            .isEqualTo(Json.MAPPER.readTree(turn.getLast()));
        assertThat(condition(report, "SpecApplied").status()).isEqualTo(ConditionStatus.TRUE);
      }
    }

    @Test
    void thatAreRemovedAndStayInForceAreToldSo() throws Exception {
      ObjectNode scaling = pool.poolTree().withObject("/spec/scaling");
      scaling.put("autoscaling", true).put("minSize", 2).put("maxSize", 7);
      ProviderReport before = made();
      scaling.remove(List.of("minSize", "maxSize"));

      ProviderReport after = testReconciler.converge(pool);

      assertThat(condition(before, "SpecApplied").message()).isEmpty();
      assertThat(kapsule.poolNamed("workers").path("min_size").asInt()).isZero();
      assertThat(kapsule.poolNamed("workers").path("max_size").asInt()).isEqualTo(7);
      assertThat(condition(after, "SpecApplied").message())
          .startsWith(
              "scaling.maxSize is not set, so the pool stays within Kapsule's own limit of 7"
                  + " nodes");
    }

    @Test
    void thatContradictEachOtherAreRefusedWithTheirNames() {
      ObjectNode spec = pool.poolTree().withObject("/spec");
      spec.putObject("scaling").put("autoscaling", true).put("minSize", 5).put("maxSize", 2);

      assertThatThrownBy(() -> testReconciler.converge(pool))
          .isInstanceOfSatisfying(
              PrerequisiteException.class, why -> assertThat(why.needsUserAction()).isTrue())
          .hasMessageContaining("minSize 5 is more than maxSize 2");
    }

    @Test
    void thatDoNothingAreToldSo() throws Exception {
      pool.poolTree().withObject("/spec").putObject("scaling").put("maxSize", 4);

      ProviderReport report = testReconciler.converge(pool);

      assertThat(condition(report, "SpecApplied").message())
          .isEqualTo("scaling.minSize and maxSize have no effect without scaling.autoscaling");
    }

    @Test
    void thatKapsuleRefusesAreToldInItsWords() {
      pool.poolTree().withObject("/spec").putObject("kubeletArgs").put("nodeLabels", "a=b");

      assertThatThrownBy(() -> testReconciler.converge(pool))
          .isInstanceOf(ProviderException.Rejected.class)
          .hasMessageContaining("spec.kubeletArgs.nodeLabels kubelet argument nodeLabels is not");
    }

    @Test
    void thatOnlyACreationCanSetAreToldWhenTheyDrift() throws Exception {
      made();
      pool.poolTree().withObject("/spec").put("rootVolumeSizeGB", 100);
      int writes = kapsule.writeCount();

      ProviderReport report = testReconciler.converge(pool);

      assertThat(condition(report, "SpecApplied").reason()).isEqualTo("ImmutableFieldsDiffer");
      assertThat(condition(report, "SpecApplied").message()).contains("root_volume_size");
      assertThat(kapsule.writeCount()).isEqualTo(writes);
    }
  }

  /** What the facts say of the provider that people have today. */
  @Nested
  class WeaknessesOfOthers {
    @Test
    void membersAreTrueAfterTheAutoscalerAndAutohealingChangedThem() throws Exception {
      pool.poolTree().withObject("/spec").put("autohealing", true);
      ProviderReport before = made();
      kapsule.cloud.admin().kill(kapsule.cloud.admin().nodes().getFirst().path("id").asText());
      kapsule.completePendingWork();

      ProviderReport after = testReconciler.converge(pool);

      assertThat(texts(after.spec().path("providerIDList")))
          .hasSize(3)
          .isNotEqualTo(texts(before.spec().path("providerIDList")))
          .allMatch(id -> kapsule.cloud.admin().hasNode(id));
    }

    @Test
    void aWarningStopsNothing() throws Exception {
      ProviderReport _ = made();
      kapsule.cloud.admin().kill(kapsule.cloud.admin().nodes().getFirst().path("id").asText());
      kapsule.completePendingWork();
      assertThat(kapsule.poolNamed("workers").path("status").asText()).isEqualTo("warning");
      pool.poolTree().withObject("/spec").putArray("additionalTags").add("new");

      ProviderReport report = testReconciler.converge(pool.setReplicas(4));

      assertThat(texts(kapsule.poolNamed("workers").path("tags"))).contains("new");
      assertThat(kapsule.poolNamed("workers").path("size").asInt()).isEqualTo(4);
      assertThat(report.spec().path("providerIDList")).isNotEmpty();
      assertThat(condition(report, "PoolReady").reason()).isEqualTo("NodesFail");
    }

    @Test
    void readyDoesNotFlipWhileNodesComeAndGo() throws Exception {
      ProviderReport _ = made();

      ProviderReport report = testReconciler.converge(pool.setReplicas(5));

      assertThat(kapsule.poolNamed("workers").path("status").asText()).isEqualTo("scaling");
      assertThat(condition(report, "Ready").status()).isEqualTo(ConditionStatus.TRUE);
    }

    @Test
    void whileNodesAreReplacedAllButTheSizeGoesOn() throws Exception {
      ProviderReport _ = made();
      upgradeTo("v1.35.0");
      ProviderReport _ = testReconciler.converge(pool);
      pool.poolTree().withObject("/spec").putArray("additionalTags").add("new");

      ProviderReport report = testReconciler.converge(pool.setReplicas(4));
      kapsule.completePendingWork();
      ProviderReport later = testReconciler.converge(pool);

      assertThat(texts(kapsule.poolNamed("workers").path("tags"))).contains("new");
      assertThat(condition(report, "SpecApplied").message())
          .isEqualTo("waiting to set size: pool is upgrading");
      assertThat(condition(report, "Ready").status()).isEqualTo(ConditionStatus.TRUE);
      assertThat(condition(later, "SpecApplied").status()).isEqualTo(ConditionStatus.TRUE);
      assertThat(kapsule.poolNamed("workers").path("size").asInt()).isEqualTo(4);
    }

    @Test
    void boundsStayAsTheUserWroteThem() throws Exception {
      var scaling = pool.poolTree().withObject("/spec").putObject("scaling");
      scaling.put("autoscaling", true).put("minSize", 3).put("maxSize", 5);

      ProviderReport _ = testReconciler.converge(pool.setReplicas(1));

      assertThat(kapsule.poolNamed("workers").path("min_size").asInt()).isEqualTo(3);
      assertThat(kapsule.poolNamed("workers").path("max_size").asInt()).isEqualTo(5);
      assertThat(kapsule.poolNamed("workers").path("size").asInt()).isEqualTo(3);
    }

    @Test
    void boundsGoWithTheAutoscalerInTheSameWrite() throws Exception {
      ProviderReport _ = made();
      ObjectNode neverScaled = kapsule.poolNamed("workers");
      var scaling = pool.poolTree().withObject("/spec").putObject("scaling");
      scaling.put("autoscaling", true).put("minSize", 2).put("maxSize", 7);
      ProviderReport _ = testReconciler.converge(pool);
      scaling.put("autoscaling", false);
      int writes = kapsule.writeCount();

      ProviderReport _ = testReconciler.converge(pool);

      assertThat(kapsule.poolNamed("workers").path("min_size"))
          .isEqualTo(neverScaled.path("min_size"));
      assertThat(kapsule.poolNamed("workers").path("max_size"))
          .isEqualTo(neverScaled.path("max_size"));
      assertThat(kapsule.writeCount()).isEqualTo(writes + 1);
    }

    @Test
    void aSizeOfTheAutoscalerSurvivesItsEnd() throws Exception {
      PoolObjects scaled = kapsule.autoscaledPool("workers", 2).orElseThrow();
      ProviderReport _ = testReconciler.converge(scaled);
      kapsule.completePendingWork();
      kapsule.autoscale("workers", 5);
      kapsule.completePendingWork();
      ProviderReport _ = testReconciler.converge(scaled);
      scaled
          .machinePoolTree()
          .withObject("/metadata/annotations")
          .put(MetadataKeys.REPLICAS_MANAGED_BY, MetadataKeys.CLOUD_AUTOSCALER);
      scaled.poolTree().withObject("/spec/scaling").put("autoscaling", false);

      ProviderReport report = testReconciler.converge(scaled);

      assertThat(kapsule.poolNamed("workers").path("autoscaling").asBoolean()).isFalse();
      assertThat(kapsule.poolNamed("workers").path("size").asInt()).isEqualTo(5);
      assertThat(report.replicas()).hasValue(5);
    }

    @Test
    void aSizeSetByOthersInTheCloudIsTakenOverWhereTheAnnotationSaysSo() throws Exception {
      ProviderReport _ = made();
      pool.machinePoolTree()
          .withObject("/metadata/annotations")
          .put(MetadataKeys.REPLICAS_MANAGED_BY, "us");
      kapsule.call(
          "PATCH", "/pools/" + kapsule.poolNamed("workers").path("id").asText(), "{\"size\": 4}");
      kapsule.completePendingWork();

      ProviderReport report = testReconciler.converge(pool);

      assertThat(report.replicas()).hasValue(4);
      assertThat(kapsule.poolNamed("workers").path("size").asInt()).isEqualTo(4);
    }

    @Test
    void replicasCountTheMembersThatAreListed() throws Exception {
      ProviderReport early = testReconciler.converge(pool);
      kapsule.time.advance(Duration.ofSeconds(1));
      ProviderReport starting = testReconciler.converge(pool);

      assertThat(early.spec().path("providerIDList")).isEmpty();
      assertThat(early.status().path("replicas").asInt()).isZero();
      assertThat(starting.spec().path("providerIDList")).hasSize(3);
      assertThat(starting.status().path("replicas").asInt()).isEqualTo(3);
    }

    @Test
    void membersAreAsOldAsTheCloudSaysAndOutdatedWhileAnUpgradeIsDueOrHeld() throws Exception {
      ProviderReport _ = made();
      var fresh = testReconciler.dryRun(pool).members();
      upgradeTo("v1.35.0");
      pool.setReplicas(4);

      DryRun<ScalewayObservedState> due = testReconciler.dryRun(pool);
      var held =
          new PoolIntent.Converge<>(testReconciler.desired(pool), List.of(), PoolIntent.Roll.HOLD);

      assertThat(fresh)
          .hasSize(3)
          .allMatch(member -> member.freshness() == Freshness.CURRENT)
          .allMatch(member -> member.instance().created().isPresent());
      assertThat(due.members()).allMatch(member -> member.freshness() == Freshness.OUTDATED);
      assertThat(due.steps()).extracting(PlanStep::eventReason).contains("Resize", "Upgrade");
      assertThat(testReconciler.plan(pool, held, testReconciler.observe(pool)))
          .extracting(PlanStep::eventReason)
          .containsExactly("Resize");
    }

    @Test
    void aPoolIsSettledUnlessAnUpgradeOrAnotherChangeIsDueOrRefused() throws Exception {
      ProviderReport _ = made();
      boolean fresh = isSettled();
      version("v1.33.0");
      boolean refused = isSettled();
      upgradeTo("v1.35.0");
      boolean due = isSettled();
      ProviderReport _ = testReconciler.converge(pool);
      kapsule.completePendingWork();
      ProviderReport _ = testReconciler.converge(pool);

      assertThat(fresh).isTrue();
      assertThat(refused).isFalse();
      assertThat(due).isFalse();
      assertThat(isSettled()).isTrue();
    }

    private boolean isSettled() throws Exception {
      var now =
          new PlanContext<>(
              testReconciler.identity(pool),
              testReconciler.observe(pool),
              testReconciler.annotations(pool));
      return testReconciler.provider().isSettled(testReconciler.desired(pool), now);
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1.35", "1.35.0", "v1.35.0-rc.1"})
    void everySpellingOfAVersionIsUnderstood(String version) throws Exception {
      ProviderReport _ = made();
      upgradeTo(version);

      ProviderReport _ = testReconciler.converge(pool);
      kapsule.completePendingWork();
      ProviderReport report = testReconciler.converge(pool);

      assertThat(kapsule.poolNamed("workers").path("version").asText()).isEqualTo("1.35.0");
      assertThat(condition(report, "InstancesUpToDate").status()).isEqualTo(ConditionStatus.TRUE);
      assertThat(kapsule.cloud.journal().callCount("UpgradePool")).isEqualTo(1);
    }

    @Test
    void aVersionWaitsForTheCluster() throws Exception {
      ProviderReport _ = made();
      version("v1.35.0");

      ProviderReport report = testReconciler.converge(pool);

      assertThat(kapsule.cloud.journal().callCount("UpgradePool")).isZero();
      assertThat(condition(report, "InstancesUpToDate").reason()).isEqualTo("WaitingForCluster");
      assertThat(report.annotations())
          .containsEntry(MetadataKeys.UP_TO_DATE_REPLICAS, Optional.of("0"));
    }

    @Test
    void whileNodesAreReplacedAllMayBeUpToDateButThoseThatGo() throws Exception {
      ProviderReport _ = made();
      upgradeTo("v1.35.0");

      ProviderReport begun = testReconciler.converge(pool);
      var counts = new TreeSet<Integer>();
      for (int i = 0;
          i < 600 && kapsule.poolNamed("workers").path("status").asText().equals("upgrading");
          i++) {
        kapsule.time.advance(Duration.ofMillis(500));
        ProviderReport during = testReconciler.converge(pool);
        during
            .annotations()
            .get(MetadataKeys.UP_TO_DATE_REPLICAS)
            .map(Integer::valueOf)
            .ifPresent(counts::add);
      }
      ProviderReport ended = testReconciler.converge(pool);

      assertThat(begun.annotations())
          .containsEntry(MetadataKeys.UP_TO_DATE_REPLICAS, Optional.of("3"));
      assertThat(condition(begun, "InstancesUpToDate").reason()).isEqualTo("Upgrading");
      assertThat(counts).contains(2).doesNotContain(0).allMatch(count -> count <= 3);
      assertThat(ended.annotations())
          .containsEntry(MetadataKeys.UP_TO_DATE_REPLICAS, Optional.empty());
    }

    @Test
    void aVersionThatTheClusterIsPastIsToldWithTheRemedy() throws Exception {
      ProviderReport _ = made();
      kapsule.cloud.admin().upgradeCluster(kapsule.cluster, "1.35.4", false);
      kapsule.completePendingWork();
      version("v1.35.0");

      ProviderReport report = testReconciler.converge(pool);

      assertThat(kapsule.cloud.journal().callCount("UpgradePool")).isZero();
      assertThat(condition(report, "InstancesUpToDate").message()).endsWith("to v1.35.4");
    }

    @Test
    void aPoolAheadIsLeftAloneAndToldWithTheRemedy() throws Exception {
      version("v1.33.7");
      ProviderReport report = made();

      assertThat(kapsule.cloud.journal().callCount("UpgradePool")).isZero();
      assertThat(condition(report, "InstancesUpToDate").reason()).isEqualTo("VersionNotOffered");
      assertThat(condition(report, "InstancesUpToDate").message())
          .endsWith("cannot be downgraded: set MachinePool spec.template.spec.version to v1.34.3");
      assertThat(report.annotations())
          .containsEntry(MetadataKeys.UP_TO_DATE_REPLICAS, Optional.of("0"));
    }

    @Test
    void aPolicyThatLetsNoNodeGoHoldsUpAnUpgradeAndNothingElse() throws Exception {
      ObjectNode policy = pool.poolTree().withObject("/spec/upgradePolicy");
      policy.put("maxUnavailable", 0).put("maxSurge", 0);
      ProviderReport _ = made();

      ProviderReport scaled = testReconciler.converge(pool.setReplicas(4));
      kapsule.completePendingWork();
      upgradeTo("v1.35.0");
      ProviderReport held = testReconciler.converge(pool.setReplicas(4));
      policy.put("maxSurge", 1);
      ProviderReport let = testReconciler.converge(pool.setReplicas(4));

      assertThat(kapsule.poolNamed("workers").path("size").asInt()).isEqualTo(4);
      assertThat(condition(scaled, "SpecApplied").message())
          .isEqualTo(
              "spec.upgradePolicy allows no node to be replaced: raise maxUnavailable or maxSurge");
      assertThat(condition(scaled, "InstancesUpToDate").status()).isEqualTo(ConditionStatus.TRUE);
      assertThat(condition(held, "InstancesUpToDate").reason()).isEqualTo("InvalidConfiguration");
      assertThat(condition(let, "InstancesUpToDate").reason()).isEqualTo("Upgrading");
      assertThat(kapsule.cloud.journal().callCount("UpgradePool")).isEqualTo(1);
    }

    @Test
    void aPoolOfTheSameNameIsNotAdoptedAndNotDeleted() throws Exception {
      kapsule.createForeign("workers");

      ProviderReport report = testReconciler.converge(pool);

      assertThat(condition(report, "PoolReady").reason()).isEqualTo("ReconciliationFailed");
      assertThat(condition(report, "PoolReady").message())
          .contains("has no mark of this pool", "caps-namespace=team");
      assertThat(texts(kapsule.poolNamed("workers").path("tags"))).isEmpty();
      assertThat(testReconciler.delete(pool)).isTrue();
      assertThat(kapsule.countScaleSets("workers")).isEqualTo(1);
    }

    @Test
    void aPoolWhoseTagsWereEditedAwayIsLeftAloneUntilItHasThoseThatTheMessageNames()
        throws Exception {
      ProviderReport _ = made();
      tag();

      ProviderReport lost = testReconciler.converge(pool.setReplicas(1));
      assertThat(condition(lost, "PoolReady").message())
          .contains("caps-namespace=team", "weir-management-cluster=here");
      assertThat(kapsule.poolNamed("workers").path("size").asInt()).isEqualTo(3);

      tag(
          "caps-namespace=team",
          "caps-scalewaymanagedmachinepool=workers",
          "weir-management-cluster=here");
      ProviderReport _ = testReconciler.converge(pool);
      assertThat(kapsule.poolNamed("workers").path("size").asInt()).isEqualTo(1);
    }

    @Test
    void aPoolOfScalewaysOwnProviderIsTakenOverOnRequestByOneWriteOfItsTags() throws Exception {
      ProviderReport made = made();
      tag(
          "caps-namespace=team",
          "caps-scalewaymanagedmachinepool=workers",
          "mine",
          "created-by=cluster-api-provider-scaleway");
      PoolObjects anew = kapsule.pool("workers", 3);
      anew.poolTree().withObject("/spec").setAll(made.spec());
      ((ObjectNode) anew.poolTree().path("spec")).putArray("additionalTags").add("mine");
      ProviderReport refused = testReconciler.converge(anew);
      assertThat(condition(refused, "Ready").message()).contains("weir.io/adopt=true");
      int writes = kapsule.writeCount();

      anew.annotate(Map.of(Ownership.ADOPT, Optional.of("true")));
      ProviderReport report = testReconciler.converge(anew);

      assertThat(condition(report, "Ready").status()).isEqualTo(ConditionStatus.TRUE);
      assertThat(kapsule.writeCount()).isEqualTo(writes + 1);
      assertThat(texts(kapsule.poolNamed("workers").path("tags")))
          .contains("weir-management-cluster=here", "mine");
      assertThat(testReconciler.transcript())
          .anyMatch(line -> line.contains("mark pool workers its 3 instances are those of"));
    }

    @Test
    void aPoolThatLostItsManagementClustersTagIsLeftAloneAndNotLetGo() throws Exception {
      ProviderReport _ = made();
      tag(
          "caps-namespace=team",
          "caps-scalewaymanagedmachinepool=workers",
          "created-by=cluster-api-provider-scaleway");
      int writes = kapsule.writeCount();

      ProviderReport report = testReconciler.converge(pool.setReplicas(1));
      boolean gone = testReconciler.delete(pool);

      assertThat(kapsule.writeCount()).isEqualTo(writes);
      assertThat(gone).isFalse();
      assertThat(report.conditions())
          .anyMatch(condition -> condition.message().contains("weir-management-cluster=here"));
    }

    private void tag(String... tags) throws Exception {
      ObjectNode body = Json.MAPPER.createObjectNode();
      List.of(tags).forEach(body.putArray("tags")::add);
      kapsule.call(
          "PATCH", "/pools/" + kapsule.poolNamed("workers").path("id").asText(), body.toString());
    }

    @Test
    void aPoolGoesAlsoWhenItsClusterHasGoneFromScaleway() throws Exception {
      ProviderReport _ = made();
      kapsule.cloud.admin().removeCluster(kapsule.cluster);

      boolean gone = testReconciler.delete(pool.removeCluster());

      assertThat(gone).isTrue();
    }

    @Test
    void noRequestGoesWhereASecretPoints() throws Exception {
      var arrivals = new ConcurrentLinkedQueue<String>();
      HttpServer internal =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      internal.createContext("/", exchange -> arrivals.add(exchange.getRequestURI().getPath()));
      internal.start();
      kapsule.apiUrl = "http://127.0.0.1:" + internal.getAddress().getPort();
      try {
        assertThatThrownBy(() -> new TestReconciler<>(kapsule).converge(pool))
            .isInstanceOf(ProviderException.Denied.class)
            .hasMessageStartingWith("Secret team/key has an entry SCW_API_URL");
      } finally {
        internal.stop(0);
      }
      assertThat(arrivals).isEmpty();
    }

    @Test
    void theAddressInTheSecretIsCalledAndNoOtherIfTheManagerAllowsIt() throws Exception {
      kapsule.apiUrl = kapsule.cloud.endpoint().toString();
      kapsule.allowed = kapsule.apiUrl;
      kapsule.setting = "http://127.0.0.1:1";

      ProviderReport _ = new TestReconciler<>(kapsule).converge(pool);

      assertThat(kapsule.countScaleSets("workers")).isEqualTo(1);
    }

    @Test
    void aMissingKeyIsToldByTheNameOfItsSecret() throws Exception {
      ProviderReport _ = made();
      kapsule.secretKey = "";
      testReconciler.restart();

      assertThatThrownBy(() -> testReconciler.converge(pool))
          .isInstanceOf(ProviderException.Denied.class)
          .hasMessageContaining("Secret team/key does not exist");
    }

    @Test
    void aWrongKeyIsToldByTheNameOfItsSecretAndNoRightIsAskedFor() {
      kapsule.secretKey = "00000000-0000-4000-8000-000000000000";

      assertThatThrownBy(() -> testReconciler.converge(pool))
          .isInstanceOf(ProviderException.Denied.class)
          .hasMessageContaining("(denied_authentication); correct SCW_ACCESS_KEY")
          .hasMessageEndingWith("correct SCW_ACCESS_KEY and SCW_SECRET_KEY in Secret team/key");
    }

    @Test
    void aMissingRightIsToldByTheNameOfTheSecretAndNoKeyIsCalledWrong() {
      kapsule
          .cloud
          .faults()
          .add(CloudFault.of(CloudFault.Kind.DENIED).forAction("ListClusters").times(1));

      assertThatThrownBy(() -> testReconciler.converge(pool))
          .isInstanceOf(ProviderException.Denied.class)
          .hasMessageContaining("(permissions_denied); grant the API key in Secret team/key")
          .hasMessageEndingWith("permission set KubernetesFullAccess on the project");
    }

    @Test
    void aNewKeyIsUsedAsSoonAsTheOldOneIsRefused() throws Exception {
      kapsule.secretKey = "00000000-0000-4000-8000-000000000000";
      assertThatThrownBy(() -> testReconciler.converge(pool))
          .isInstanceOf(ProviderException.Denied.class)
          .hasMessageContaining("correct SCW_ACCESS_KEY and SCW_SECRET_KEY in Secret team/key");
      kapsule.secretKey = ScalewaySeedData.PROJECT.secretKey();

      ProviderReport _ = testReconciler.converge(pool);

      assertThat(kapsule.countScaleSets("workers")).isEqualTo(1);
    }

    @Test
    void allPoolsOfAClusterTakeThreeCallsALook() throws Exception {
      for (int i = 0; i < 10; i++) {
        ProviderReport _ = testReconciler.converge(kapsule.pool("pool-" + i, 1));
      }
      int calls = kapsule.callCount();

      var seen =
          testReconciler.observe(
              testReconciler.scope(kapsule.pool("pool-0", 1)), new ObservationRequest.All());

      assertThat(seen).hasSize(10);
      // One more to find the cluster of a pool that is new.
      assertThat(kapsule.callCount() - calls).isEqualTo(4);
    }
  }

  @Nested
  class Place {
    @Test
    void isTheClusterOfJustThatNameAmongManyPages() throws Exception {
      for (int i = 0; i < 150; i++) {
        String _ =
            kapsule
                .cloud
                .admin()
                .addCluster(
                    ClusterSpec.kapsule(
                        "demo-" + i, "fr-par", ScalewaySeedData.PROJECT.id(), "1.34.3"));
      }

      assertThat(testReconciler.scope(pool).parentId()).isEqualTo(kapsule.cluster);
    }

    @Test
    void isRefusedWhereTwoClustersHaveTheName() {
      String _ =
          kapsule
              .cloud
              .admin()
              .addCluster(
                  ClusterSpec.kapsule("demo", "fr-par", ScalewaySeedData.PROJECT.id(), "1.34.3"));

      assertThatThrownBy(() -> testReconciler.scope(pool))
          .isInstanceOf(PrerequisiteException.class)
          .hasMessageContaining("exists 2 times: rename all but one");
    }
  }

  @Nested
  class Creation {
    @Test
    void whoseAnswerWasLostIsNotRepeatedBeforeTheListCanShowIt() {
      kapsule
          .cloud
          .faults()
          .add(CloudFault.of(CloudFault.Kind.DROPPED_BEFORE).forAction("CreatePool").times(1));

      assertThatThrownBy(() -> testReconciler.converge(pool))
          .isInstanceOf(ProviderException.Ambiguous.class);

      assertThat(kapsule.callCount()).isPositive();
      assertThat(pool.pool().annotations()).containsKey(CREATING);
    }

    @Test
    void waitsWhileItIsInDoubtAndIsMadeOnceThen() throws Exception {
      kapsule
          .cloud
          .faults()
          .add(CloudFault.of(CloudFault.Kind.DROPPED_BEFORE).forAction("CreatePool").times(1));
      assertThatThrownBy(() -> testReconciler.converge(pool))
          .isInstanceOf(ProviderException.Ambiguous.class);

      ProviderReport _ = testReconciler.converge(pool);
      int early = kapsule.countScaleSets("workers");
      kapsule.completePendingWork();
      ProviderReport _ = testReconciler.converge(pool);

      assertThat(early).isZero();
      assertThat(kapsule.countScaleSets("workers")).isEqualTo(1);
    }

    @Test
    void inDoubtKeepsADeletionFromEnding() throws Exception {
      kapsule
          .cloud
          .faults()
          .add(CloudFault.of(CloudFault.Kind.DROPPED_BEFORE).forAction("CreatePool").times(1));
      assertThatThrownBy(() -> testReconciler.converge(pool))
          .isInstanceOf(ProviderException.Ambiguous.class);

      boolean early = testReconciler.delete(pool);
      kapsule.completePendingWork();
      boolean late = testReconciler.delete(pool);

      assertThat(early).isFalse();
      assertThat(late).isTrue();
    }

    @Test
    void isNotRepeatedWhileTheListLagsBehindIt() throws Exception {
      lag(Duration.ofSeconds(30));
      ProviderReport _ = testReconciler.converge(pool);
      kapsule.time.advance(Duration.ofSeconds(20));

      ProviderReport early = testReconciler.converge(pool);
      kapsule.time.advance(Duration.ofSeconds(20));
      ProviderReport late = testReconciler.converge(pool);

      assertThat(kapsule.countScaleSets("workers")).isEqualTo(1);
      assertThat(early.conditions()).isEmpty();
      assertThat(condition(late, "PoolReady").status()).isEqualTo(ConditionStatus.TRUE);
    }

    @Test
    void isNotRepeatedWhenALaterListLagsMoreThanOneThatShowedIt() throws Exception {
      lag(Duration.ofSeconds(30));
      ProviderReport _ = testReconciler.converge(pool);
      kapsule.time.advance(Duration.ofSeconds(31));
      ProviderReport _ = testReconciler.converge(pool);
      kapsule.cloud.faults().clear();
      lag(Duration.ofSeconds(50));

      ProviderReport _ = testReconciler.converge(pool);

      assertThat(kapsule.countScaleSets("workers")).isEqualTo(1);
    }

    @Test
    void thatSomebodyUndoesIsRepeatedWithinAMinute() throws Exception {
      ProviderReport _ = testReconciler.converge(pool);
      undo();
      kapsule.time.advance(Duration.ofSeconds(45));

      ProviderReport _ = testReconciler.converge(pool);
      int early = kapsule.countScaleSets("workers");
      kapsule.time.advance(Duration.ofSeconds(15));
      ProviderReport _ = testReconciler.converge(pool);

      assertThat(early).isZero();
      assertThat(kapsule.countScaleSets("workers")).isEqualTo(1);
    }

    @Test
    void thatSomebodyUndoesLaterIsRepeatedAtOnceThoughItIsStillAnnotated() throws Exception {
      ProviderReport _ = made();
      undo();
      kapsule.completePendingWork();

      ProviderReport _ = testReconciler.converge(pool);

      assertThat(kapsule.countScaleSets("workers")).isEqualTo(1);
    }

    @Test
    void keepsADeletionFromEndingWhileTheListLagsBehindIt() throws Exception {
      lag(Duration.ofSeconds(30));
      ProviderReport _ = testReconciler.converge(pool);
      kapsule.time.advance(Duration.ofSeconds(20));

      boolean early = testReconciler.delete(pool);
      kapsule.time.advance(Duration.ofSeconds(20));
      boolean later = testReconciler.delete(pool);
      kapsule.completePendingWork();
      boolean late = testReconciler.delete(pool);

      assertThat(List.of(early, later, late)).containsExactly(false, false, true);
      assertThat(kapsule.countScaleSets("workers")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT20M", "-PT20M", "P1000D", "-P1000D"})
    void ofAProcessWithAnotherClockIsInDoubtForAMinute(Duration ahead) throws Exception {
      annotateCreation(ahead);

      ProviderReport _ = testReconciler.converge(pool);
      int early = kapsule.countScaleSets("workers");
      kapsule.time.advance(Duration.ofMinutes(1));
      ProviderReport _ = testReconciler.converge(pool);

      assertThat(early).isZero();
      assertThat(kapsule.countScaleSets("workers")).isEqualTo(1);
    }

    private void annotateCreation(Duration ahead) {
      pool.annotate(Map.of(CREATING, Optional.of(kapsule.time.now().plus(ahead).toString())));
    }

    private void undo() {
      kapsule.call("DELETE", "/pools/" + kapsule.poolNamed("workers").path("id").asText(), "");
    }

    private void lag(Duration by) {
      kapsule
          .cloud
          .faults()
          .add(CloudFault.of(CloudFault.Kind.STALE_READ).forAction("ListPools").withDelay(by));
    }
  }

  @Nested
  class External {
    @Test
    void poolsAreSizedByNobody() throws Exception {
      String kosmos =
          kapsule
              .cloud
              .admin()
              .addCluster(
                  ClusterSpec.kapsule("kosmos", "fr-par", ScalewaySeedData.PROJECT.id(), "1.34.3")
                      .withType("multicloud"));
      pool.poolTree().withObject("/spec").put("nodeType", "external");
      var place =
          new io.weir.provider.Place(
              testReconciler.provider().scope(pool.inputs()).withParent(kosmos),
              pool.pool().name());
      pool.annotate(Map.of(MetadataKeys.PLACE, Optional.of(place.annotationValue())));

      ProviderReport report = testReconciler.converge(pool);

      assertThat(kapsule.poolNamed("workers").path("size").asInt()).isZero();
      assertThat(report.replicas()).hasValue(0);
    }
  }

  private ProviderReport made() throws Exception {
    ProviderReport _ = testReconciler.converge(pool);
    kapsule.completePendingWork();
    return testReconciler.converge(pool);
  }

  private void version(String version) {
    pool.machinePoolTree().withObject("/spec/template/spec").put("version", version);
  }

  private void upgradeTo(String version) {
    kapsule.cloud.admin().upgradeCluster(kapsule.cluster, "1.35.0", false);
    kapsule.completePendingWork();
    version(version);
  }

  /** Sets a field of the pool to JSON; with none, takes it away. */
  private void change(String path, String json) throws Exception {
    var place = JsonPointer.compile(path);
    ObjectNode parent = pool.poolTree().withObject(place.head());
    String name = place.last().getMatchingProperty();
    if (json.isEmpty()) {
      parent.remove(name);
    } else {
      parent.set(name, Json.MAPPER.readTree(json));
    }
  }

  private static Condition condition(ProviderReport providerReport, String type) {
    return providerReport.conditions().stream()
        .filter(each -> each.type().equals(type))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> texts(JsonNode list) {
    return list.valueStream().map(JsonNode::asText).toList();
  }
}
