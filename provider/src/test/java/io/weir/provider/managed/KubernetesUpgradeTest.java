package io.weir.provider.managed;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import io.weir.provider.KubernetesVersion;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubernetesUpgradeTest {

  private static KubernetesUpgrade upgrade(
      String wanted, String has, String cluster, boolean running) {
    return new KubernetesUpgrade(
        "workers", KubernetesVersion.of(wanted), has, cluster, running, Optional.empty());
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

    var asked = new KubernetesUpgrade("workers", wanted, "1.34.3", "1.35.0", false, why);
    var had = new KubernetesUpgrade("workers", wanted, "1.35.0", "1.35.0", false, why);

    assertThat(asked.isDue()).isFalse();
    assertThat(asked.toCondition().reason()).isEqualTo("InvalidConfiguration");
    assertThat(asked.toCondition().message()).endsWith("but the spec lets no node go: change it");
    assertThat(had.toCondition().status()).isEqualTo(ConditionStatus.TRUE);
  }
}
