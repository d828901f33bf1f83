package io.weir.provider.managed;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import io.weir.provider.KubernetesVersion;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubernetesUpgradeTest {

  private static final VersionSkewPolicy ONLY = VersionSkewPolicy.CLUSTER_VERSION_ONLY;

  private static KubernetesUpgrade upgrade(
      String wanted, String has, String cluster, boolean running) {
    return new KubernetesUpgrade(
        "workers",
        KubernetesVersion.of(wanted),
        has,
        cluster,
        running,
        Optional.empty(),
        VersionSkewPolicy.CLUSTER_VERSION_ONLY);
  }

  @ParameterizedTest
  @CsvSource({
    "none, 1.34.3, 1.35.0, DONE, UpToDate",
    "v1.34.3, 1.34.3, 1.35.0, DONE, UpToDate",
    "v1.34, 1.34.3, 1.35.0, DONE, UpToDate",
    "v1.33.1, 1.34.3, 1.35.0, POOL_AHEAD, VersionNotOffered",
    "v1.34.0, 1.34.3, 1.34.3, POOL_AHEAD, VersionNotOffered",
    "v1.35.0, '', 1.35.0, DONE, UpToDate",
    "v1.35.0, 1.34.3, 1.35.0, POSSIBLE, Upgrading",
    "v1.35, 1.34.3, 1.35.4, POSSIBLE, Upgrading",
    "v1.35.0, 1.34.3, 1.34.3, CLUSTER_BEHIND, WaitingForCluster",
    "v1.35.0, 1.34.3, 1.35.4, CLUSTER_AHEAD, VersionNotOffered",
  })
  void standsByThreeVersions(
      String wanted,
      String has,
      String cluster,
      KubernetesUpgrade.UpgradeState upgradeState,
      String reason) {
    KubernetesUpgrade kubernetesUpgrade = upgrade(wanted, has, cluster, false);

    assertThat(kubernetesUpgrade.state()).isEqualTo(upgradeState);
    assertThat(kubernetesUpgrade.toCondition().reason()).isEqualTo(reason);
  }

  @Test
  void isNeitherDueNorDoneWhileItRuns() {
    assertThat(upgrade("v1.35.0", "1.34.3", "1.35.0", true).isDue()).isFalse();
    assertThat(upgrade("v1.35.0", "1.34.3", "1.35.0", false).isDue()).isTrue();
    assertThat(upgrade("v1.35.0", "1.35.0", "1.35.0", true).isDone()).isFalse();
    assertThat(upgrade("v1.35.0", "1.35.0", "1.35.0", false).isDone()).isTrue();
  }

  @Test
  void thatNobodyOffersIsToldWithTheRemedy() {
    Condition condition = upgrade("v1.35.0", "1.34.3", "1.35.4", false).toCondition();

    assertThat(condition.message())
        .startsWith("pool workers runs 1.34.3, 1.35.0 is requested")
        .endsWith("set MachinePool spec.template.spec.version to v1.35.4");
  }

  @Test
  void toWhatIsOlderIsNeverDueAndToldWithTheRemedy() {
    KubernetesUpgrade back = upgrade("v1.34.0", "1.35.4", "1.35.4", false);

    assertThat(back.isDue()).isFalse();
    assertThat(back.isDone()).isFalse();
    assertThat(back.toCondition().message())
        .isEqualTo(
            "pool workers runs 1.35.4, 1.34.0 is requested, but a pool cannot be downgraded: set"
                + " MachinePool spec.template.spec.version to v1.35.4");
  }

  @Test
  void thatTheSpecForbidsIsHeldBackOnlyWhereOneIsAskedFor() {
    var wanted = KubernetesVersion.of("v1.35.0");
    var why = Optional.of("the spec lets no node go: change it");

    var asked = new KubernetesUpgrade("workers", wanted, "1.34.3", "1.35.0", false, why, ONLY);
    var had = new KubernetesUpgrade("workers", wanted, "1.35.0", "1.35.0", false, why, ONLY);

    assertThat(asked.isDue()).isFalse();
    assertThat(asked.toCondition().reason()).isEqualTo("InvalidConfiguration");
    assertThat(asked.toCondition().message()).endsWith("but the spec lets no node go: change it");
    assertThat(had.toCondition().status()).isEqualTo(ConditionStatus.TRUE);
  }

  /** Of clouds whose nodes may be older than their cluster. */
  @Nested
  class WithSkew {

    /**
     * Columns: minors that nodes may be behind, minors that one upgrade takes, what is wanted, what
     * the pool has, what its cluster has, the state, where the upgrade that is due goes to.
     */
    @ParameterizedTest
    @CsvSource({
      // as the cluster
      "3, 9, v1.35.2, 1.34.1, 1.35.4, POSSIBLE, 1.35.2",
      "3, 9, v1.35,   1.34.1, 1.35.4, POSSIBLE, 1.35",
      "3, 9, v1.35.2, 1.35.1, 1.35,   POSSIBLE, 1.35.2",
      // behind the cluster
      "3, 9, v1.34.3, 1.33.1, 1.36.0, POSSIBLE, 1.34.3",
      "3, 9, v1.33.3, 1.32.1, 1.36.0, POSSIBLE, 1.33.3",
      "3, 9, v1.32.3, 1.31.1, 1.36.0, CLUSTER_AHEAD, -",
      "2, 9, v1.33.3, 1.32.1, 1.36.0, CLUSTER_AHEAD, -",
      "3, 9, v1.24.3, 1.23.1, 1.27.0, CLUSTER_AHEAD, -",
      "3, 9, v1.25.3, 1.24.1, 1.28.0, POSSIBLE, 1.25.3",
      // at rest behind the cluster
      "3, 9, v1.33.3, 1.33.3, 1.36.0, DONE, -",
      "3, 9, v1.30.3, 1.30.3, 1.36.0, DONE, -",
      // never ahead of the cluster
      "3, 9, v1.36.0, 1.35.1, 1.35.4, CLUSTER_BEHIND, -",
      "3, 9, v1.35.4, 1.35.1, 1.35.2, CLUSTER_BEHIND, -",
      "3, 9, v1.36.0, 1.33.1, 1.35.4, CLUSTER_BEHIND, -",
      // as far as the cluster, which could not be upgraded else
      "3, 9, v1.36.0, 1.32.1, 1.35.4, POSSIBLE, 1.35.4",
      "2, 9, v1.36.0, 1.33.1, 1.35.4, POSSIBLE, 1.35.4",
      "3, 9, v1.35.8, 1.31.1, 1.35.4, CLUSTER_BEHIND, -",
      // one minor version at a time
      "3, 1, v1.36.2, 1.33.1, 1.36.4, POSSIBLE, 1.34",
      "3, 1, v1.36.2, 1.34.5, 1.36.4, POSSIBLE, 1.35",
      "3, 1, v1.36.2, 1.35.9, 1.36.4, POSSIBLE, 1.36.2",
      "3, 1, v1.36.2, 1.33.1, 1.34.4, POSSIBLE, 1.34.4",
      "3, 1, v1.36.2, 1.34.4, 1.34.4, CLUSTER_BEHIND, -",
      "3, 1, v1.35.2, 1.34.4, 1.34.6, CLUSTER_BEHIND, -",
      "3, 2, v1.36.2, 1.33.1, 1.34.4, CLUSTER_BEHIND, -",
      "3, 2, v1.36.2, 1.33.1, 1.35.4, POSSIBLE, 1.35.4",
      // never down, and not into the unknown
      "3, 1, v1.33.3, 1.34.1, 1.36.0, POOL_AHEAD, -",
      "3, 1, none,    1.34.1, 1.36.0, DONE, -",
      "3, 1, v1.35.3, 1.34.1, '',     DONE, -",
    })
    void goesAsFarAsTheClusterAndOneUpgradeLet(
        int behind,
        int perUpgrade,
        String wanted,
        String has,
        String cluster,
        KubernetesUpgrade.UpgradeState state,
        String due) {
      KubernetesUpgrade upgrade = upgrade(behind, perUpgrade, wanted, has, cluster);

      assertThat(upgrade.state()).isEqualTo(state);
      assertThat(upgrade.dueVersion().map(KubernetesVersion::toString).orElse("-")).isEqualTo(due);
    }

    @Test
    void tellsWhereItStopsOnItsWay() {
      assertThat(upgrade(3, 1, "v1.36.2", "1.34.5", "1.36.4").toCondition().message())
          .isEqualTo("pool workers runs 1.34.5, will be upgraded to 1.35, on its way to 1.36.2");
    }

    @Test
    void tellsWhatIsTooOldWithTheOldestVersionThatIsNot() {
      assertThat(upgrade(3, 1, "v1.32.2", "1.31.5", "1.36.4").toCondition().message())
          .isEqualTo(
              "pool workers runs 1.31.5, 1.32.2 is requested, but its cluster runs 1.36.4, which"
                  + " takes nodes of 1.33 and later: set MachinePool spec.template.spec.version to"
                  + " v1.33 or later");
    }

    private static KubernetesUpgrade upgrade(
        int behind, int perUpgrade, String wanted, String has, String cluster) {
      return new KubernetesUpgrade(
          "workers",
          KubernetesVersion.of(wanted),
          has,
          cluster,
          false,
          Optional.empty(),
          new VersionSkewPolicy(false, behind, perUpgrade));
    }
  }
}
