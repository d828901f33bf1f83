package io.weir.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceTest {
  @TempDir private Path parent;

  @Test
  void theDirectoryOfAKilledSandboxIsDeletedByTheNext() throws Exception {
    Path abandoned = Files.createDirectories(parent.resolve("sandbox-1").resolve("etcd"));
    Files.createFile(abandoned.resolveSibling(".lock"));

    try (var _ = Workspace.create(parent)) {
      assertThat(abandoned).doesNotExist();
    }
  }

  @Test
  void theDirectoryOfARunningSandboxStays() throws Exception {
    try (var first = Workspace.create(parent);
        var second = Workspace.create(parent)) {
      assertThat(first.directory()).exists().isNotEqualTo(second.directory());
    }
  }

  @Test
  void whatIsNoSandboxStays() throws Exception {
    Path other = Files.createDirectories(parent.resolve("other"));

    try (var _ = Workspace.create(parent)) {
      assertThat(other).exists();
    }
  }

  @Test
  void aDirectoryGoesWithItsSandbox() throws Exception {
    Workspace workspace = Workspace.create(parent);
    Files.writeString(workspace.directory().resolve("file"), "x");

    workspace.close();

    assertThat(workspace.directory()).doesNotExist();
  }

  @Test
  void aKeptDirectoryThatOthersCouldReadIsClosedToThem() throws Exception {
    Path kept = Files.createDirectories(parent.resolve("kept/mine"));
    Files.setPosixFilePermissions(kept, PosixFilePermissions.fromString("rwxr-xr-x"));

    Workspace.openSaved(parent.resolve("kept"), "mine").close();

    assertThat(Files.getPosixFilePermissions(kept))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void aKeptDirectoryInWhichOthersMayWriteIsRefused() throws Exception {
    Path kept = Files.createDirectories(parent.resolve("kept/mine"));
    Files.setPosixFilePermissions(kept, PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThatThrownBy(() -> Workspace.openSaved(parent.resolve("kept"), "mine"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(kept + " (mode 777)")
        .hasMessageEndingWith("run 'chmod 700 " + kept + "'.");
  }

  @Test
  void theCacheIsWhereTheUserWantsIt() {
    Path home = Path.of("/home/a");

    assertThat(Workspace.cacheDirectory(Map.of(), home)).isEqualTo(Path.of("/home/a/.cache/weir"));
    assertThat(Workspace.cacheDirectory(Map.of("XDG_CACHE_HOME", "/x"), home))
        .isEqualTo(Path.of("/x/weir"));
    assertThat(Workspace.cacheDirectory(Map.of("WEIR_CACHE", "/w", "XDG_CACHE_HOME", "/x"), home))
        .isEqualTo(Path.of("/w"));
  }
}
