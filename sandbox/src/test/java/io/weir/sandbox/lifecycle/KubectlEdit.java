package io.weir.sandbox.lifecycle;

import io.weir.controlplane.process.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A person who says {@code kubectl edit}, replaces a text in what the editor shows, and saves.
 *
 * @param testSandbox where
 * @param program what kubectl takes for the editor
 */
record KubectlEdit(TestSandbox testSandbox, Path program) {

  /**
   * Somebody with one change in mind.
   *
   * @param pattern of sed, within a line
   * @param text of sed, what comes in its place
   */
  static KubectlEdit replacing(TestSandbox testSandbox, String pattern, String text)
      throws IOException {
    Path program = Files.createTempFile(testSandbox.sandbox().directory(), "editor-", ".sh");
    Files.writeString(
        program,
        """
        #!/bin/sh
        cp "$1" "$0.seen" && sed 's/%s/%s/' "$0.seen" > "$1"
        """
            .formatted(pattern, text));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return new KubectlEdit(testSandbox, program);
  }

  /** What the editor showed the last time. */
  String lastSeen() throws IOException {
    return Files.readString(Path.of(program + ".seen"));
  }

  /** What kubectl answers. */
  Command.Result edit(String... objects) throws IOException, InterruptedException {
    var way = testSandbox.sandbox().shellAccess();
    var line = new ArrayList<>(List.of(way.programs().resolve("kubectl").toString(), "edit"));
    line.addAll(List.of(objects));
    return new Command(
            line,
            Map.of(
                "KUBECONFIG",
                way.kubeconfig().toString(),
                "KUBE_EDITOR",
                program.toString(),
                "TMPDIR",
                testSandbox.sandbox().directory().toString()),
            testSandbox.sandbox().directory(),
            "",
            Duration.ofMinutes(3))
        .run();
  }
}
