package io.weir.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.FeatureGates;
import io.weir.api.FeatureGates.Gate;
import io.weir.bootstrap.config.ServingPolicy;
import io.weir.engine.workload.AddressPolicy;
import io.weir.engine.workload.IpAddress;
import io.weir.manager.roles.Roles;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** From arguments to options. */
class MainOptionsTest {

  @Test
  void withoutArgumentsEverythingIsServedAsUsual() {
    assertThat(Main.options(List.of()).servingPolicy()).isEqualTo(ServingPolicy.DEFAULT);
  }

  @Test
  void rangesOfAddressesMayBeGivenTogetherAndOneByOne() {
    AddressPolicy policy =
        Main.options(
                List.of(
                    "--workload-cidr-allow=127.0.0.0/8,::1/128",
                    "--workload-cidr-allow=169.254.1.0/24",
                    "--workload-cidr-deny=127.0.0.2"))
            .workloadAddresses();

    assertThat(policy.refusal(addresses("127.0.0.1", "::1", "169.254.1.9"))).isEmpty();
    assertThat(policy.refusal(addresses("127.0.0.2"))).isPresent();
    assertThatThrownBy(() -> Main.options(List.of("--workload-cidr-deny=internal")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("--workload-cidr-deny: \"internal\"");
  }

  private static List<IpAddress> addresses(String... literals) {
    return Stream.of(literals)
        .map(literal -> IpAddress.of(InetAddress.ofLiteral(literal).getAddress()))
        .toList();
  }

  @Test
  void machinesAreServedWhereItSays() {
    assertThat(Main.options(List.of("--serve-machines=attached")).servingPolicy())
        .isEqualTo(ServingPolicy.DEFAULT);
    assertThat(Main.options(List.of("--serve-machines=always")).servingPolicy().machines())
        .isEqualTo(ServingPolicy.ServedMachines.ALWAYS);
    assertThatThrownBy(() -> Main.options(List.of("--serve-machines=never")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("--serve-machines is \"never\": must be attached or always");
  }

  @Test
  void featureGatesAreGivenAsToClusterApi() {
    ManagerOptions options =
        Main.options(List.of("--feature-gates=KubeadmBootstrapFormatIgnition=false"));

    assertThat(options.servingPolicy().gates()).isEqualTo(FeatureGates.without(Gate.IGNITION));
    assertThatThrownBy(() -> Main.options(List.of("--feature-gates=Nonsense=true")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--feature-gates names \"Nonsense\"");
  }

  @Test
  void theVariablesOfClusterApisManifestsSwitchGatesOff() {
    ManagerOptions options = Main.options(List.of(), Map.of("EXP_MACHINE_POOL", "false"));

    assertThat(options.gates()).isEqualTo(FeatureGates.without(Gate.MACHINE_POOL));
    assertThatThrownBy(() -> Main.options(List.of(), Map.of("EXP_MACHINE_POOL", "maybe")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the variable EXP_MACHINE_POOL is \"maybe\": must be true or false");
  }

  @Test
  void allControllersRunUnlessSomeAreChosen() {
    assertThat(Main.options(List.of()).roles().names()).isEqualTo(Roles.all().names());
    assertThat(Main.options(List.of("--controllers=kubeadm")).roles().names()).isEqualTo("kubeadm");
    assertThatThrownBy(() -> Main.options(List.of("--controllers=kubeadmin")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "--controllers names an unknown controller, \"kubeadmin\": choose from core, kubeadm,"
                + " eks");
  }
}
