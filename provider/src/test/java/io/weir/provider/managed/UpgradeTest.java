package io.weir.provider.managed;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import io.weir.provider.Version;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpgradeTest {

  private static Upgrade upgrade(String wanted, String has, String cluster, boolean running) {
    return new Upgrade("workers", Version.of(wanted), has, cluster, running, Optional.empty());
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
      String wanted, String has, String cluster, Upgrade.Standing standing, String reason) {
    Upgrade upgrade = upgrade(wanted, has, cluster, false);

    assertThat(upgrade.standing()).isEqualTo(standing);
    assertThat(upgrade.condition().reason()).isEqualTo(reason);
  }

  @Test
  void isNeitherDueNorDoneWhileItRuns() {
    assertThat(upgrade("v1.35.0", "1.34.3", "1.35.0", true).due()).isFalse();
    assertThat(upgrade("v1.35.0", "1.34.3", "1.35.0", false).due()).isTrue();
    assertThat(upgrade("v1.35.0", "1.35.0", "1.35.0", true).done()).isFalse();
    assertThat(upgrade("v1.35.0", "1.35.0", "1.35.0", false).done()).isTrue();
  }

  @Test
  void thatNobodyOffersIsToldWithTheRemedy() {
    Condition told = upgrade("v1.35.0", "1.34.3", "1.35.4", false).condition();

    assertThat(told.message())
        .startsWith("pool workers runs 1.34.3, 1.35.0 is requested")
        .endsWith("set MachinePool spec.template.spec.version to v1.35.4");
  }

  @Test
  void toWhatIsOlderIsNeverDueAndToldWithTheRemedy() {
    Upgrade back = upgrade("v1.34.0", "1.35.4", "1.35.4", false);

    assertThat(back.due()).isFalse();
    assertThat(back.done()).isFalse();
    assertThat(back.condition().message())
        .isEqualTo(
            "pool workers runs 1.35.4, 1.34.0 is requested, but a pool cannot be downgraded: set"
                + " MachinePool spec.template.spec.version to v1.35.4");
  }

  @Test
  void thatTheSpecForbidsIsHeldBackOnlyWhereOneIsAskedFor() {
    var wanted = Version.of("v1.35.0");
    var why = Optional.of("the spec lets no node go: change it");

    var asked = new Upgrade("workers", wanted, "1.34.3", "1.35.0", false, why);
    var had = new Upgrade("workers", wanted, "1.35.0", "1.35.0", false, why);

    assertThat(asked.due()).isFalse();
    assertThat(asked.condition().reason()).isEqualTo("InvalidConfiguration");
    assertThat(asked.condition().message()).endsWith("but the spec lets no node go: change it");
    assertThat(had.condition().status()).isEqualTo(ConditionStatus.TRUE);
  }
}
