package io.weir.controlplane.binaries;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoBuildFailureTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          NO_MODULES     | dial tcp: lookup proxy.example: no such host
          NO_MODULES     | reading https://proxy.example/x.mod: 404 Not Found
          DISK_FULL      | write /tmp/x.a: no space left on device
          GO_TOO_OLD     | go: go.mod requires go >= 1.26.0 (running go 1.25.1; GOTOOLCHAIN=local)
          ALTERED_MODULE | verifying module: checksum mismatch
          ALTERED_MODULE | k8s.io/api v0.35.4: dir has been modified (/go/pkg/mod/k8s.io/api@v0.35.4)
          OUT_OF_MEMORY  | link: signal: killed
          OTHER          | x.go:1:1: syntax error
          """)
  void whatGoSaysIsSortedByWhatToDo(GoBuildFailure expected, String said) {
    assertThat(GoBuildFailure.of(List.of("go: downloading", said))).isEqualTo(expected);
  }

  @Test
  void theSentenceEndsWithTheLogAndItsLastLines() {
    String sentence =
        GoBuildFailure.explain(
            "kubectl", List.of("1", "2", "3", "4", "5", "6"), Path.of("/cache/kubectl.log"));

    assertThat(sentence)
        .isEqualTo(
            "Cannot build kubectl, as Go failed: read its log"
                + " (log /cache/kubectl.log, which ends: 2 | 3 | 4 | 5 | 6).");
  }
}
