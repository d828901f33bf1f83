package io.weir.sandbox.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ManagerJvmTest {

  private static final Path PROJECT = Path.of("").toAbsolutePath().getParent();

  @Test
  void hasTheOptionsOfTheFileThatPeopleAreTold() throws Exception {
    try (Stream<String> lines = Files.lines(PROJECT.resolve("manager/jvm.options"))) {
      assertThat(ManagerJvm.OPTIONS)
          .containsExactlyElementsOf(lines.filter(line -> line.startsWith("-")).toList())
          .contains("-XX:+ExitOnOutOfMemoryError")
          .contains("-XX:-HeapDumpOnOutOfMemoryError", "-XX:-CreateCoredumpOnCrash");
    }
  }

  @Test
  void isTheSameInEveryCommandLineOfTheDocuments() throws Exception {
    for (String document : new String[] {"docs/install.md", "docs/providers-reference.md"}) {
      assertThat(Files.readString(PROJECT.resolve(document)))
          .as(document)
          .contains("java @manager/jvm.options")
          .doesNotContain("-Xmx160m");
    }
  }
}
