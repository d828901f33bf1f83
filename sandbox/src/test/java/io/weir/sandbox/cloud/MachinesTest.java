package io.weir.sandbox.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.clouds.Instance;
import io.weir.clouds.aws.world.World;
import io.weir.clouds.node.Fleet;
import io.weir.clouds.node.FleetOptions;
import io.weir.clouds.node.cloudcontroller.CloudInstance;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MachinesTest {
  private final Fleet fleet =
      new Fleet(FleetOptions.defaults().withBootTimes(Duration.ZERO, Duration.ZERO));
  private final Machines machines = new Machines(World.of("demo"), fleet, "v1.35.4");

  @AfterEach
  void powerOff() {
    fleet.close();
  }

  @Test
  void anInstanceIsFoundByBothNamesOfItsMachine() {
    machines.started(instance("i-1", "#cloud-config\n"));

    assertThat(machines.byNodeName("ip-10-0-0-4.ec2.internal"))
        .hasValueSatisfying(
            found -> assertThat(found.providerId()).isEqualTo("aws:///us-east-1a/i-1"));
    assertThat(machines.byNodeName("ip-10-0-0-4")).isPresent();
    assertThat(machines.exists("aws:///us-east-1a/i-1")).isTrue();
  }

  @Test
  void anOlderInstanceOfTheSameAddressDoesNotTakeTheNameWithIt() {
    machines.started(instance("i-1", "#cloud-config\n"));
    machines.started(instance("i-2", "#cloud-config\n"));

    machines.terminated(instance("i-1", "#cloud-config\n"));

    assertThat(machines.byNodeName("ip-10-0-0-4.ec2.internal").map(CloudInstance::providerId))
        .hasValue("aws:///us-east-1a/i-2");
    assertThat(machines.exists("aws:///us-east-1a/i-1")).isFalse();
  }

  @Test
  void aMachineThatDoesNotJoinTellsWhy() throws Exception {
    machines.started(instance("i-1", "#cloud-config\nruncmd: [echo hello]\n"));
    fleet.settled("i-1").get(120, TimeUnit.SECONDS);

    assertThat(fleet.failures())
        .containsExactly(Map.entry("i-1", "booted, and its user data asked for no join"));
  }

  private static Instance instance(String id, String userData) {
    return new Instance(
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
