package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the manager of a sandbox tells auditors.
 *
 * @param testSandbox the sandbox
 */
record AuditLines(TestSandbox testSandbox) {

  private static final String MARK = " audit - ";
  private static final Pattern TOKEN = Pattern.compile("[a-z0-9]{6}\\.[a-z0-9]{16}");
  private static final Duration BETWEEN_READS = Duration.ofMillis(100);

  /**
   * Waits for those of an event that have all of these words, without their times; each must be
   * there once and hold no secret.
   */
  List<String> await(String event, String... words) throws IOException, InterruptedException {
    Instant end = Instant.now().plus(TestSandbox.PATIENCE);
    List<String> found = find(event, words);
    while (found.isEmpty() && Instant.now().isBefore(end)) {
      Thread.sleep(BETWEEN_READS); // a file has no watch
      found = find(event, words);
    }
    assertThat(found)
        .as(event + " " + List.of(words))
        .isNotEmpty()
        .doesNotHaveDuplicates()
        .allSatisfy(line -> assertThat(line).contains(" uid=").doesNotContainPattern(TOKEN));
    return found;
  }

  private List<String> find(String event, String... words) throws IOException {
    try (Stream<String> log = Files.lines(testSandbox.sandbox().manager().logFile())) {
      return log.filter(line -> line.contains(MARK + "event=" + event + " "))
          .map(line -> line.substring(line.indexOf(MARK) + MARK.length()))
          .filter(line -> List.of(words).stream().allMatch(line::contains))
          .toList();
    }
  }
}
