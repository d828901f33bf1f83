package io.weir.sandbox.cloud.aws;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.clouds.SimulatedInstance;
import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.clouds.node.Fleet;
import io.weir.clouds.node.FleetOptions;
import io.weir.clouds.node.cloudcontroller.CloudInstance;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AwsMachinesTest {
  private final Fleet fleet =
      new Fleet(FleetOptions.defaults().withBootTimes(Duration.ZERO, Duration.ZERO));
  private final AwsMachines awsMachines =
      new AwsMachines(AwsSeedData.forCluster("demo"), fleet, "v1.35.4");

  @AfterEach
  void powerOff() {
    fleet.close();
  }

  @Test
  void anInstanceIsFoundByBothNamesOfItsMachine() {
    awsMachines.started(instance("i-1", "#cloud-config\n"));

    assertThat(awsMachines.byNodeName("ip-10-0-0-4.ec2.internal"))
        .hasValueSatisfying(
            found -> assertThat(found.providerId()).isEqualTo("aws:///us-east-1a/i-1"));
    assertThat(awsMachines.byNodeName("ip-10-0-0-4")).isPresent();
    assertThat(awsMachines.exists("aws:///us-east-1a/i-1")).isTrue();
  }

  @Test
  void anOlderInstanceOfTheSameAddressDoesNotTakeTheNameWithIt() {
    awsMachines.started(instance("i-1", "#cloud-config\n"));
    awsMachines.started(instance("i-2", "#cloud-config\n"));

    awsMachines.terminated(instance("i-1", "#cloud-config\n"));

    assertThat(awsMachines.byNodeName("ip-10-0-0-4.ec2.internal").map(CloudInstance::providerId))
        .hasValue("aws:///us-east-1a/i-2");
    assertThat(awsMachines.exists("aws:///us-east-1a/i-1")).isFalse();
  }

  @Test
  void aMachineThatDoesNotJoinTellsWhy() throws Exception {
    awsMachines.started(instance("i-1", "#cloud-config\nruncmd: [echo hello]\n"));
    fleet.whenSettled("i-1").get(120, TimeUnit.SECONDS);

    assertThat(fleet.joinFailures())
        .containsExactly(Map.entry("i-1", "booted, and its user data asked for no join"));
  }

  private static SimulatedInstance instance(String id, String userData) {
    return new SimulatedInstance(
        id,
        "workers",
        "us-east-1",
        "us-east-1a",
        "ip-10-0-0-4.ec2.internal",
        "10.0.0.4",
        "t3.large",
        "ami-0",
        userData.getBytes(StandardCharsets.UTF_8),
        Map.of(),
        Map.of());
  }
}
