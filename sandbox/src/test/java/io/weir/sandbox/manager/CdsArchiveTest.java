package io.weir.sandbox.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CdsArchiveTest {
  @TempDir private Path directory;
  private Path jar;

  @BeforeEach
  void aJar() throws IOException {
    jar = Files.writeString(directory.resolve("a.jar"), "x");
  }

  @Test
  void theFileLiesBesideTheJarsAndStaysWhileTheyDo() throws IOException {
    Path archive = Files.write(archive(), new byte[] {1, 2, 3, 4, 5});

    assertThat(archive).hasParent(directory);
    assertThat(archive()).isEqualTo(archive).exists();
  }

  @Test
  void ofOtherJarsItIsDeleted() throws IOException {
    Path before = Files.write(archive(), new byte[] {1, 2, 3, 4, 5});
    Files.setLastModifiedTime(jar, FileTime.fromMillis(1));

    Path after = archive();

    assertThat(after).isNotEqualTo(before);
    assertThat(before).doesNotExist();
  }

  @Test
  void whoseWritingWasCutOffIsDeleted() throws IOException {
    Path archive = Files.write(archive(), new byte[100]);

    assertThat(archive()).isEqualTo(archive).doesNotExist();
  }

  @Test
  void thereIsNoneOfDirectories() {
    assertThat(CdsArchive.jvmOptions(jar + File.pathSeparator + directory)).isEmpty();
  }

  private Path archive() {
    List<String> options = CdsArchive.jvmOptions(jar.toString());
    return Path.of(
        options.stream()
            .filter(option -> option.startsWith("-XX:SharedArchiveFile="))
            .findFirst()
            .orElseThrow()
            .replaceFirst(".*=", ""));
  }
}
