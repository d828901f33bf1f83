package io.weir.manager.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.manager.harness.TestLogs;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

@Isolated("others would hear what it leaks on purpose")
class LeakDetectorTest {

  private final String secret = new PlantedSecrets(new Random(1)).password();

  @Test
  void findsEveryForm() {
    for (String shown :
        List.of(
            secret,
            "x" + PlantedSecrets.base64(secret),
            PlantedSecrets.base64("a" + secret),
            PlantedSecrets.base64("ab" + secret),
            "\\u007aq7xk0vw3j",
            HexFormat.of().formatHex(secret.getBytes(StandardCharsets.UTF_8)))) {
      assertThat(LeakDetector.holdsMark(shown)).as(shown).isTrue();
    }
    assertThat(LeakDetector.holdsMark("nothing of it: zq7xk")).isFalse();
  }

  @Test
  void readsCausesWhatWasSuppressedAndTheNamesOfThreads() throws Exception {
    var failure = new IllegalStateException("quiet");
    failure.addSuppressed(new IllegalStateException("quiet", new IllegalStateException(secret)));
    var detector = new LeakDetector();
    detector.read(failure);
    assertThat(detector.leaks()).hasSize(1);

    var logged = new LeakDetector();
    try (var _ = TestLogs.ofEverything(logged::read)) {
      LoggerFactory.getLogger(LeakDetectorTest.class).warn("quiet", failure);
    }
    assertThat(logged.leaks()).hasSize(1);

    var named = new LeakDetector();
    var read = new CompletableFuture<Void>();
    Thread thread = Thread.ofPlatform().name(secret).start(read::join);
    named.readThreadNames();
    read.complete(null);
    thread.join();
    assertThat(named.leaks()).hasSize(1);
  }
}
