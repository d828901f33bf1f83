package io.weir.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.FeatureGates;
import io.weir.api.FeatureGates.Gate;
import io.weir.bootstrap.config.ServingPolicy;
import io.weir.manager.roles.Roles;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** From arguments to options. */
class MainOptionsTest {

  @Test
  void withoutArgumentsEverythingIsServedAsUsual() {
    assertThat(Main.options(List.of()).servingPolicy()).isEqualTo(ServingPolicy.DEFAULT);
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
            "--controllers names an unknown controller, \"kubeadmin\": choose from core, kubeadm");
  }
}
