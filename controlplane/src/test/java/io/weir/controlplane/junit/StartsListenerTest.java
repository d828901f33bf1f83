package io.weir.controlplane.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.controlplane.StartRecorder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherSessionListener;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class StartsListenerTest {
  @TempDir private Path directory;
  private Path file;
  private final String before = System.getProperty(StartRecorder.PROPERTY, "");

  @BeforeEach
  void count() {
    file = directory.resolve("starts");
    System.setProperty(StartRecorder.PROPERTY, file.toString());
  }

  @AfterEach
  void countAsBefore() {
    System.setProperty(StartRecorder.PROPERTY, before);
  }

  @Test
  void whatDidNotRunIsNotedWithItsReason() throws Exception {
    run(SomeRan.class);
    run(NoneRan.class);

    assertThat(Files.readAllLines(file))
        .containsExactlyInAnyOrder(
            "skipped " + SomeRan.class.getName() + "#off: no such cloud",
            "skipped " + SomeRan.class.getName() + "#absent: Assumption failed: helm is absent",
            "skipped " + NoneRan.class.getName() + ": all off");
  }

  @Test
  void theFirstRepeatOfAClassIsNoted() throws Exception {
    run(RunsTwice.class);
    assertThat(file).doesNotExist();

    run(RunsTwice.class);
    run(RunsTwice.class);

    assertThat(Files.readAllLines(file)).containsExactly("repeat");
  }

  @Test
  void junitFindsItByItself() {
    assertThat(ServiceLoader.load(LauncherSessionListener.class))
        .hasAtLeastOneElementOfType(StartsListener.class);
    assertThat(ServiceLoader.load(TestExecutionListener.class))
        .hasAtLeastOneElementOfType(StartsListener.class);
  }

  private static void run(Class<?> tests) {
    var config =
        LauncherConfig.builder()
            .enableLauncherSessionListenerAutoRegistration(false)
            .enableTestExecutionListenerAutoRegistration(false)
            .addTestExecutionListeners(new StartsListener())
            .build();
    var request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(DiscoverySelectors.selectClass(tests))
            .build();
    LauncherFactory.create(config).execute(request);
  }

  static class SomeRan {
    @Test
    void runs() {}

    @Test
    @Disabled("no such cloud")
    void off() {}

    @Test
    void absent() {
      assumeTrue(false, "helm is absent");
    }
  }

  static class RunsTwice {
    @Test
    void runs() {}
  }

  @Disabled("all off")
  static class NoneRan {
    @Test
    void never() {}
  }
}
