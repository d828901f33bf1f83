package io.weir.controlplane.binaries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.controlplane.files.FileTree;
import io.weir.controlplane.process.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The installed Go, in the hands of a user who has set all that could make it believe anything. */
@Timeout(180)
class GoBuildTest {
  private static final String HOSTILE =
      """
      CGO_ENABLED=1
      GOFLAGS=-mod=mod
      GOINSECURE=*
      GONOSUMDB=*
      GOOS=plan9
      GOPRIVATE=*
      GOSUMDB=off
      GOTOOLCHAIN=go1.99.0
      """;

  @TempDir private Path directory;
  private FileModuleProxy proxy;

  @BeforeEach
  void findGo() throws IOException {
    assumeTrue(environment().findOnPath("go").isPresent(), "go is not on the PATH");
    proxy = new FileModuleProxy(directory.resolve("proxy"));
    Files.writeString(
        settings(),
        HOSTILE
            + "GOMODCACHE=%s\nGOPROXY=%s\n"
                .formatted(directory.resolve("modules"), proxy.directory().toUri()));
  }

  @Test
  void theProxyOfTheUsersSettingsServesAndTheOtherSettingsChangeNothing() throws Exception {
    proxy.serve("as pinned");

    Path built = build(FileModuleProxy.pinning("as pinned"));

    Command.Result said =
        new Command(List.of(built.toString()), Map.of(), directory, "", Duration.ofMinutes(1))
            .run();
    assertThat(said.err()).isEqualTo("as pinned\n");
  }

  @Test
  void anotherModuleThanThePinnedOneIsRefusedWhateverTheProxyServes() throws Exception {
    proxy.serve("something else");

    assertThatThrownBy(() -> build(FileModuleProxy.pinning("as pinned")))
        .isInstanceOf(BinariesException.class)
        .hasMessageContaining("a downloaded module is not the one that is pinned");
  }

  @Test
  void aModuleThatGoSumDoesNotNameIsNotFetched() throws Exception {
    proxy.serve("unknown");

    assertThatThrownBy(() -> build(new GoModule(FileModuleProxy.pinning("unknown").mod(), "")))
        .isInstanceOf(BinariesException.class)
        .hasMessageContaining("missing go.sum entry");
    assertThat(directory.resolve("modules/cache/download/go.etcd.io")).doesNotExist();
  }

  @Test
  void aKeptModuleThatSomebodyHasEditedIsRefused() throws Exception {
    proxy.serve("as pinned");
    Path _ = build(FileModuleProxy.pinning("as pinned"));
    Path kept = edited(directory.resolve("modules"), "as pinned", "as edited");
    FileTree.delete(directory.resolve("cache"));

    assertThatThrownBy(() -> build(FileModuleProxy.pinning("as pinned")))
        .isInstanceOf(BinariesException.class)
        .hasMessageContaining("a downloaded module is not the one that is pinned")
        .hasMessageContaining(kept.getParent().toString());
  }

  @Test
  void modulesThatOthersCouldHaveChangedAreFetchedIntoACacheOfItsOwn() throws Exception {
    proxy.serve("as pinned");
    Path users = Files.createDirectory(directory.resolve("modules"));
    Files.setPosixFilePermissions(users, PosixFilePermissions.fromString("rwxrwxrwx"));

    Path _ = build(FileModuleProxy.pinning("as pinned"));

    assertThat(users).isEmptyDirectory();
    assertThat(directory.resolve("cache/go/modules/cache/download")).isDirectory();
  }

  /**
   * Replaces words in a file of a module that Go keeps, as somebody does who looks for a mistake.
   */
  private static Path edited(Path modules, String words, String others) throws IOException {
    Path file;
    try (Stream<Path> all = Files.walk(modules)) {
      file = all.filter(path -> path.endsWith("main.go")).findFirst().orElseThrow();
    }
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    return Files.writeString(file, Files.readString(file).replace(words, others));
  }

  private Path build(GoModule module) throws IOException, InterruptedException {
    return Binaries.findOrBuild(
            environment(), new BuildRecipe(module), Set.of(Binary.ETCD), BuildListener.silent())
        .path(Binary.ETCD);
  }

  private Environment environment() {
    var variables = new HashMap<>(System.getenv());
    variables.put("WEIR_CACHE", directory.resolve("cache").toString());
    variables.put("GOENV", settings().toString());
    variables.put("GOFLAGS", "-mod=mod");
    variables.put("GOROOT", "/nowhere");
    variables.put("GOTOOLCHAIN", "go1.99.0");
    List.of("GOPROXY", "GOMODCACHE", "KUBEBUILDER_ASSETS").forEach(variables::remove);
    return new Environment(variables, directory);
  }

  private Path settings() {
    return directory.resolve("go-settings");
  }
}
