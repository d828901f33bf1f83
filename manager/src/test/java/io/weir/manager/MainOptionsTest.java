package io.weir.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.bootstrap.config.ServingPolicy;
import java.util.List;
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

    assertThat(options.servingPolicy().gates().ignition()).isFalse();
    assertThatThrownBy(() -> Main.options(List.of("--feature-gates=Nonsense=true")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--feature-gates names \"Nonsense\"");
  }
}
