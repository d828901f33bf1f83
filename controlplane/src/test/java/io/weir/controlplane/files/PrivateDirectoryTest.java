package io.weir.controlplane.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrivateDirectoryTest {
  @TempDir private Path parent;

  @Test
  void allThatIsMissingIsMadeForItsOwnerOnly() throws Exception {
    Path directory = PrivateDirectory.open(parent.resolve("a/b/c"));

    assertThat(mode(directory)).isEqualTo("rwx------");
    assertThat(mode(parent.resolve("a/b"))).isEqualTo("rwx------");
    assertThat(mode(parent.resolve("a"))).isEqualTo("rwx------");
  }

  @Test
  void oneThatOthersCouldOnlyReadIsClosedToThem() throws Exception {
    Path directory = withMode("rwxr-xr-x");

    PrivateDirectory.open(directory);

    assertThat(mode(directory)).isEqualTo("rwx------");
  }

  @Test
  void oneThatHoldsOtherThingsKeepsItsMode() throws Exception {
    Path directory = withMode("rwxr-xr-x");

    PrivateDirectory.openShared(directory);

    assertThat(mode(directory)).isEqualTo("rwxr-xr-x");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rwxrwx---", "rwx---rwx"})
  void oneThatOthersMayWriteInIsRefusedWithTheWayOut(String mode) throws Exception {
    Path directory = withMode(mode);

    assertThatThrownBy(() -> PrivateDirectory.open(directory))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("in the directory " + directory)
        .hasMessageContaining("chmod 700 " + directory);
    assertThatThrownBy(() -> PrivateDirectory.openShared(directory))
        .isInstanceOf(IOException.class);
    assertThat(mode(directory)).isEqualTo(mode);
  }

  @Test
  void oneOfAnotherUserIsRefusedWithTheWayOut() throws Exception {
    Path directory = withMode("rwx------");
    assumeTrue(FileOwnership.of(directory).owner() == 0, "only root can give a file away");
    Files.setAttribute(directory, "unix:uid", 65534);

    assertThatThrownBy(() -> PrivateDirectory.open(directory))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(directory + " belongs to another user")
        .hasMessageContaining("WEIR_CACHE");
  }

  private Path withMode(String mode) throws IOException {
    Path directory = Files.createDirectory(parent.resolve("directory"));
    return Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(mode));
  }

  private static String mode(Path directory) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(directory));
  }
}
