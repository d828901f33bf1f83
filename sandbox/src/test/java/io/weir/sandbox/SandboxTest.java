package io.weir.sandbox;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.controlplane.audit.AuditLog;
import io.weir.sandbox.manager.ManagerLaunch;
import io.weir.sandbox.manager.ManagerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SandboxTest {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @Test
  void aManagerThatEndsInsteadOfLeadingIsShownWithItsLog(@TempDir Path directory) throws Exception {
    var log = new AuditLog(directory.resolve("audit.log"));
    var launch =
        ManagerLaunch.withCurrentJava(List.of("-XX:+NoSuchFlag"), List.of(), Map.of(), directory);

    try (var manager = ManagerProcess.start(launch)) {
      assertThatThrownBy(() -> Sandbox.awaitLeading(log, manager, AuditLog.beginning(), PATIENCE))
          .isInstanceOf(SandboxException.class)
          .hasMessageContaining("the manager exited instead of starting")
          .hasMessageContaining("NoSuchFlag");
    }
  }
}
