package io.weir.manager.kubeadm;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.api.conditions.Condition;
import io.weir.bootstrap.FeatureGates;
import io.weir.bootstrap.token.BootstrapToken;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Which configs are made data for, as the manager's options have it. */
class ServingTest {

  private static final Instant START = Instant.parse("2026-11-22T00:00:00Z");

  private TokenStage stage;

  @BeforeEach
  void begin() throws Exception {
    stage = new TokenStage(START, new Random(4));
  }

  @AfterEach
  void close() {
    stage.close();
  }

  private Condition pass(ObjectKey config) {
    var _ = stage.pass(config);
    return stage.told(config).orElseThrow();
  }

  @Nested
  class WithoutTheGateOfIgnition {

    private static final String IGNITION = "{\"format\": \"ignition\"}";
    private static final Serving OFF = new Serving(new FeatureGates(false));

    @Test
    void dataThatWasMadeBeforeStaysWithAValidTokenAndTheConditionNamesTheGate() {
      ObjectKey config = stage.create("workers", IGNITION);
      Condition before = pass(config);
      String data = stage.data(config);
      BootstrapToken token = DataSecret.token(stage.secret(config)).orElseThrow().token();

      stage.restart(OFF);
      stage.at(START.plus(Duration.ofMinutes(9)));
      Condition off = pass(config);

      assertThat(before.holds()).isTrue();
      assertThat(off.holds()).isFalse();
      assertThat(off.message())
          .isEqualTo(
              "spec.format: is ignition, which this manager's"
                  + " --feature-gates=KubeadmBootstrapFormatIgnition=false switches off; use"
                  + " cloud-config, or switch it on; the data made before stays in use");
      assertThat(stage.data(config)).isEqualTo(data);
      assertThat(stage.validUntil(token).orElseThrow())
          .isAfter(START.plus(Duration.ofMinutes(9)).plus(TokenStage.POLICY.ttl()));

      stage.restart();

      assertThat(pass(config).holds()).isTrue();
    }

    @Test
    void noDataIsMadeAnewAndCloudConfigIsServedAsEver() {
      stage.restart(OFF);
      ObjectKey ignition = stage.create("ignition", IGNITION);
      ObjectKey plain = stage.create("plain", "{\"format\": \"cloud-config\"}");

      Condition refused = pass(ignition);
      Condition served = pass(plain);

      assertThat(refused.message()).contains("KubeadmBootstrapFormatIgnition");
      assertThat(stage.data(ignition)).isEmpty();
      assertThat(stage.tokens()).hasSize(1);
      assertThat(served.holds()).isTrue();
    }
  }
}
