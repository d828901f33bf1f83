package io.weir.controlplane.binaries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.controlplane.files.FileOwnership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GoCachesTest {
  private static final int NOBODY = 65534;

  @TempDir private Path home;
  private final List<String> said = new ArrayList<>();
  private Path users;

  @BeforeEach
  void makeCache() throws IOException {
    users = Files.createDirectory(home.resolve("modules"));
    mode(users, "rwxr-xr-x");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rwxrwxr-x", "rwxr-xrwx", "rwxrwxrwx"})
  void oneInWhichOthersMayWriteIsReplacedAndTheRemedyTold(String mode) throws Exception {
    mode(users, mode);

    Path used = modules();

    assertThat(used).isEqualTo(home.resolve("cache/go/modules"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(used)))
        .isEqualTo("rwx------");
    assertThat(said)
        .singleElement()
        .asString()
        .contains("GOMODCACHE", "others than its owner may write " + users)
        .contains("chmod -R go-w " + users, used.toString());
  }

  @Test
  void soIsOneWithAFileWithinThatOthersMayWrite() throws Exception {
    Path file = Files.writeString(Files.createDirectory(users.resolve("m@v1")).resolve("a.go"), "");
    mode(file, "rw-rw-r--");

    assertThat(modules()).isNotEqualTo(users);
    assertThat(said).singleElement().asString().contains("may write " + file);
  }

  @Test
  void soIsOneThatBelongsToAnotherUser() throws Exception {
    assumeTrue(FileOwnership.of(users).owner() == 0, "only root can give a file away");
    Path file = Files.writeString(users.resolve("a.go"), "");
    Files.setAttribute(file, "unix:uid", NOBODY);

    assertThat(modules()).isNotEqualTo(users);
    assertThat(said).singleElement().asString().contains(file + " belongs to another user");

    Files.setAttribute(users, "unix:uid", NOBODY);
    assertThat(modules()).isNotEqualTo(users);
  }

  @Test
  void oneThatIsTheUsersAloneIsUsedWithoutAWord() throws Exception {
    Path file = Files.writeString(users.resolve("a.go"), "");
    Files.createSymbolicLink(users.resolve("link"), file);

    assertThat(modules()).isEqualTo(users);
    assertThat(said).isEmpty();
  }

  @Test
  void oneThatNobodyElseCanEnterIsUsedWhateverTheModesWithin() throws Exception {
    mode(Files.writeString(users.resolve("a.go"), ""), "rw-rw-rw-");
    mode(users, "rwx------");

    assertThat(modules()).isEqualTo(users);
  }

  @Test
  void oneThatIsMissingIsMadeSoThatNobodyElseMayWriteInIt() throws Exception {
    Path missing = home.resolve("a/b");

    Map<String, String> trusted = trusted(Map.of("GOCACHE", missing.toString()));

    assertThat(trusted).containsEntry("GOCACHE", missing.toString());
    assertThat(FileOwnership.of(missing).writableByOthers()).isFalse();
  }

  @Test
  void theCompiledPackagesAreLookedAtLikeTheModules() throws Exception {
    mode(users, "rwxrwxrwx");

    assertThat(trusted(Map.of("GOCACHE", users.toString())))
        .containsEntry("GOCACHE", home.resolve("cache/go/packages").toString());
  }

  @Test
  void aCacheOfItsOwnInWhichOthersMayWriteIsRefused() throws Exception {
    mode(users, "rwxrwxrwx");
    mode(modules(), "rwxrwx---");

    assertThatThrownBy(this::modules).isInstanceOf(IOException.class).hasMessageContaining("chmod");
  }

  @Test
  void otherPlacesStayAsTheyAre() throws Exception {
    assertThat(trusted(Map.of("GOPROXY", "https://mirror.example")))
        .isEqualTo(Map.of("GOPROXY", "https://mirror.example"));
  }

  private Path modules() throws IOException {
    return Path.of(trusted(Map.of("GOMODCACHE", users.toString())).get("GOMODCACHE"));
  }

  private Map<String, String> trusted(Map<String, String> places) throws IOException {
    return GoCaches.trusted(places, home.resolve("cache"), event -> said.add(event.sentence()));
  }

  private static void mode(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }
}
