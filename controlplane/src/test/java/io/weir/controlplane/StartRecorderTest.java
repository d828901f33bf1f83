package io.weir.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartRecorderTest {
  @TempDir private Path directory;

  @Test
  void eachRecordIsOneLineWhateverItHolds() throws Exception {
    Path file = directory.resolve("starts");

    StartRecorder.append(file, "control-plane default");
    StartRecorder.append(file, "skipped A#b: no Go\n  on the PATH\n");

    assertThat(file)
        .hasContent("control-plane default\nskipped A#b: no Go on the PATH\n".stripTrailing());
  }

  @Test
  void linesOfManyWritersDoNotMix() throws Exception {
    Path file = directory.resolve("starts");
    List<String> lines = IntStream.range(0, 200).mapToObj(i -> "manager " + i).toList();

    try (var writers = Executors.newVirtualThreadPerTaskExecutor()) {
      lines.forEach(line -> writers.execute(() -> StartRecorder.append(file, line)));
    }

    assertThat(Files.readAllLines(file)).containsExactlyInAnyOrderElementsOf(lines);
  }
}
