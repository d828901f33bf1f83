package io.weir.controlplane.binaries;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EnvironmentTest {
  private static final Path HOME = Path.of("/home/someone");

  @Test
  void theCacheIsTheUsersUnlessNamedByXdgOrByName() {
    var nothing = new Environment(Map.of(), HOME);
    var xdg = new Environment(Map.of("XDG_CACHE_HOME", "/xdg"), HOME);
    var both = new Environment(Map.of("XDG_CACHE_HOME", "/xdg", "WEIR_CACHE", "/named"), HOME);
    var blank = new Environment(Map.of("WEIR_CACHE", " "), HOME);

    assertThat(nothing.cacheDirectory()).isEqualTo(HOME.resolve(".cache/weir"));
    assertThat(xdg.cacheDirectory()).isEqualTo(Path.of("/xdg/weir"));
    assertThat(both.cacheDirectory()).isEqualTo(Path.of("/named"));
    assertThat(blank.cacheDirectory()).isEqualTo(HOME.resolve(".cache/weir"));
  }
}
