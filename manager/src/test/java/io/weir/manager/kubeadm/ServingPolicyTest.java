package io.weir.manager.kubeadm;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.FeatureGates;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.Condition;
import io.weir.bootstrap.config.BootstrapDataSecret;
import io.weir.bootstrap.config.ServingPolicy;
import io.weir.bootstrap.token.JoinToken;
import io.weir.manager.bootstrap.ConfigReporter;
import io.weir.manager.harness.TestLogs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which configs are made data for, as the manager's options have it. */
class ServingPolicyTest {

  private static final Instant START = Instant.parse("2026-11-22T00:00:00Z");

  private KubeadmConfigSimulation simulation;

  @BeforeEach
  void begin() throws Exception {
    simulation = new KubeadmConfigSimulation(START, new Random(4));
  }

  @AfterEach
  void close() {
    simulation.close();
  }

  private Condition pass(ObjectKey config) {
    var _ = simulation.pass(config);
    return simulation.dataCondition(config).orElseThrow();
  }

  @Nested
  class MachinesOfAClusterWithAControlPlaneObject {

    private static final ServingPolicy ALWAYS =
        new ServingPolicy(FeatureGates.DEFAULT, ServingPolicy.ServedMachines.ALWAYS);

    private final TestLogs log = TestLogs.of(ConfigReporter.class);

    @BeforeEach
    void addControlPlane() {
      simulation.addControlPlane();
    }

    @AfterEach
    void hangUp() {
      log.close();
    }

    private void assertUntouched(ObjectKey config) {
      assertThat(simulation.data(config)).isEmpty();
      assertThat(simulation.dataCondition(config)).isEmpty();
      assertThat(simulation.tokens()).isEmpty();
    }

    @Test
    void areLeftToAnotherProviderWhichIsLoggedOnce() {
      List<ObjectKey> workers =
          List.of(simulation.createMachine("one", false), simulation.createMachine("two", false));

      workers.forEach(simulation::pass);
      workers.forEach(simulation::pass);

      workers.forEach(this::assertUntouched);
      assertThat(log.messages())
          .singleElement(InstanceOfAssertFactories.STRING)
          .contains("KubeadmConfig default/one", "Cluster default/c", "--serve-machines=always");
    }

    @Test
    void areServedWhereNobodyElseServesThem() {
      simulation.restart(ALWAYS);
      ObjectKey worker = simulation.createMachine("one", false);

      Condition condition = pass(worker);

      assertThat(condition.isTrue()).isTrue();
      assertThat(simulation.validUntil(KubeadmConfigSimulation.tokenIn(simulation.data(worker))))
          .isPresent();
      assertThat(log.messages()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void areNeverServedIfTheyAreTheControlPlane(ServingPolicy.ServedMachines servedMachines) {
      simulation.restart(new ServingPolicy(FeatureGates.DEFAULT, servedMachines));
      ObjectKey controlPlane = simulation.createMachine("cp", true);

      var _ = simulation.pass(controlPlane);

      assertUntouched(controlPlane);
    }
  }

  @Nested
  class WithoutTheGateOfIgnition {

    private static final String IGNITION = "{\"format\": \"ignition\"}";
    private static final ServingPolicy OFF =
        new ServingPolicy(
            FeatureGates.without(FeatureGates.Gate.IGNITION),
            ServingPolicy.ServedMachines.ATTACHED);

    @Test
    void dataThatWasMadeBeforeStaysWithAValidTokenAndTheConditionNamesTheGate() {
      ObjectKey config = simulation.create("workers", IGNITION);
      Condition before = pass(config);
      String data = simulation.data(config);
      JoinToken token = BootstrapDataSecret.token(simulation.secret(config)).orElseThrow().token();

      simulation.restart(OFF);
      simulation.setTime(START.plus(Duration.ofMinutes(9)));
      Condition off = pass(config);

      assertThat(before.isTrue()).isTrue();
      assertThat(off.isTrue()).isFalse();
      assertThat(off.message())
          .isEqualTo(
              "spec.format: is ignition, but this manager's feature gate"
                  + " KubeadmBootstrapFormatIgnition is disabled; use cloud-config, or enable it;"
                  + " the existing data stays in use");
      assertThat(simulation.data(config)).isEqualTo(data);
      assertThat(simulation.validUntil(token).orElseThrow())
          .isAfter(START.plus(Duration.ofMinutes(9)).plus(KubeadmConfigSimulation.POLICY.ttl()));

      simulation.restart();

      assertThat(pass(config).isTrue()).isTrue();
    }

    @Test
    void noDataIsMadeAnewAndCloudConfigIsServedAsEver() {
      simulation.restart(OFF);
      ObjectKey ignition = simulation.create("ignition", IGNITION);
      ObjectKey plain = simulation.create("plain", "{\"format\": \"cloud-config\"}");

      Condition refused = pass(ignition);
      Condition served = pass(plain);

      assertThat(refused.message()).contains("KubeadmBootstrapFormatIgnition");
      assertThat(simulation.data(ignition)).isEmpty();
      assertThat(simulation.tokens()).hasSize(1);
      assertThat(served.isTrue()).isTrue();
    }
  }

  @Test
  void withoutTheGateOfPoolsTheirConfigsAreLeftAloneAndThoseOfMachinesAreServed() {
    simulation.restart(
        new ServingPolicy(
            FeatureGates.without(FeatureGates.Gate.MACHINE_POOL),
            ServingPolicy.ServedMachines.ATTACHED));
    ObjectKey ofPool = simulation.create("workers");
    ObjectKey ofMachine = simulation.createMachine("one", false);

    var _ = simulation.pass(ofPool);
    Condition served = pass(ofMachine);

    assertThat(simulation.dataCondition(ofPool)).isEmpty();
    assertThat(simulation.data(ofPool)).isEmpty();
    assertThat(served.isTrue()).isTrue();
  }
}
