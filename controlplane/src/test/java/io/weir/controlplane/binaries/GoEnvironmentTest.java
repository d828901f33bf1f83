package io.weir.controlplane.binaries;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.controlplane.process.ProcessEnvironment;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GoEnvironmentTest {
  /** Each changes what Go fetches, believes or builds. */
  private static final Map<String, String> SETTINGS =
      Map.ofEntries(
          Map.entry("CGO_ENABLED", "1"),
          Map.entry("CGO_CFLAGS", "-O0"),
          Map.entry("GOARCH", "arm"),
          Map.entry("GOCACHEPROG", "/bin/false"),
          Map.entry("GODEBUG", "fips140=on"),
          Map.entry("GOEXPERIMENT", "none"),
          Map.entry("GOFLAGS", "-mod=mod"),
          Map.entry("GOINSECURE", "*"),
          Map.entry("GONOPROXY", "*"),
          Map.entry("GONOSUMCHECK", "1"),
          Map.entry("GONOSUMDB", "*"),
          Map.entry("GOPRIVATE", "*"),
          Map.entry("GOROOT", "/elsewhere"),
          Map.entry("GOSUMDB", "off"),
          Map.entry("GOTOOLCHAIN", "go1.99.0"),
          Map.entry("GOVCS", "*:all"),
          Map.entry("GOWORK", "/elsewhere/go.work"),
          Map.entry("LD_PRELOAD", "/elsewhere/x.so"));

  @TempDir private Path home;

  @Test
  void noSettingOfTheUserReachesTheBuild() throws Exception {
    FakeGo go = FakeGo.install(home);

    build(go, SETTINGS);

    assertThat(go.variablesOfBuild()).doesNotContainAnyElementsOf(lines(SETTINGS));
    assertThat(go.variablesOfBuild()).containsAll(lines(GoEnvironment.PINNED));
  }

  @Test
  void noSettingOfTheUserChangesWhichGoAnswers() throws Exception {
    FakeGo go = FakeGo.install(home);

    build(go, SETTINGS);

    assertThat(go.variablesOfQuestion()).doesNotContainAnyElementsOf(lines(SETTINGS));
    assertThat(go.variablesOfQuestion()).contains("GOTOOLCHAIN=local");
  }

  @Test
  void nothingElseOfThisProcessReachesTheBuild() throws Exception {
    var own = new HashMap<>(System.getenv());
    // These the shells of the test have of their own.
    own.keySet().removeAll(Set.of("PWD", "OLDPWD", "SHLVL", "_"));
    own.keySet().removeAll(GoEnvironment.PINNED.keySet());
    FakeGo go = FakeGo.install(home);

    build(go, Map.of());

    assertThat(go.variablesOfBuild()).doesNotContainAnyElementsOf(lines(own));
  }

  @Test
  void theProxyOfGosSettingsIsThatOfTheBuild() throws Exception {
    FakeGo go = FakeGo.install(home);

    build(go, Map.of("GOENV", "/home/someone/go-settings"));

    assertThat(go.variablesOfQuestion()).contains("GOENV=/home/someone/go-settings");
    assertThat(go.variablesOfBuild()).contains("GOPROXY=" + FakeGo.PROXY, "GOENV=off");
  }

  @Test
  void theWayToTheNetworkIsTheUsers() {
    var environment = new Environment(Map.of("https_proxy", "http://proxy:3128"), home);

    ProcessEnvironment build =
        GoEnvironment.ofBuild(environment, Map.of("GOPROXY", "https://mirror.example"));

    assertThat(build.inherits()).isFalse();
    assertThat(build.variables())
        .containsEntry("https_proxy", "http://proxy:3128")
        .containsEntry("GOPROXY", "https://mirror.example")
        .hasSize(GoEnvironment.PINNED.size() + 2);
  }

  private static void build(FakeGo go, Map<String, String> variables) throws Exception {
    Binaries.findOrBuild(
        go.environment(variables),
        new BuildRecipe(GoModule.shipped()),
        Set.of(Binary.ETCD),
        BuildListener.silent());
  }

  private static List<String> lines(Map<String, String> variables) {
    return variables.entrySet().stream().map(Map.Entry::toString).toList();
  }
}
