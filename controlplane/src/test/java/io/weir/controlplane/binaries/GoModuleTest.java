package io.weir.controlplane.binaries;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GoModuleTest {
  @ParameterizedTest
  @EnumSource
  void everyProgramIsAToolOfTheModuleSoThatTidyKeepsItsSources(Binary binary) {
    String tools = GoModule.shipped().mod().replaceAll("(?s)^.*\\ntool \\(", "");

    assertThat(tools.lines().map(String::strip)).contains(binary.goPackage());
  }

  @Test
  void theVersionThatProgramsTellIsTheOneOfTheirSources() {
    var module = new GoModule("require (\n\tk8s.io/kubernetes v1.2.3\n)\n", "");

    List<String> arguments =
        new BuildRecipe(module).arguments(Binary.KUBECTL, Path.of("/out/kubectl"));

    assertThat(arguments).startsWith("build", "-trimpath").endsWith(Binary.KUBECTL.goPackage());
    assertThat(arguments.get(3))
        .contains("-X k8s.io/component-base/version.gitVersion=v1.2.3")
        .contains("-X k8s.io/client-go/pkg/version.gitVersion=v1.2.3")
        .contains("version.gitMajor=1", "version.gitMinor=2");
  }
}
