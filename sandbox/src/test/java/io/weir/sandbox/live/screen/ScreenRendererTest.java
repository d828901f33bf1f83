package io.weir.sandbox.live.screen;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.sandbox.live.ScreenModels;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScreenRendererTest {
  private static final Instant NOW = ScreenModels.START.plusSeconds(83);

  @Test
  void aRoomyWindowShowsEverything() {
    List<String> lines = lines(100, 30);

    assertThat(lines.getFirst())
        .startsWith("Weir sandbox-1  Kubernetes v1.35.4")
        .endsWith("up 83s");
    assertThat(String.join("\n", lines))
        .contains(
            """
            In another terminal:
              export KUBECONFIG=/s/kubeconfig
              export PATH=/s/bin:$PATH

            POOL     PHASE      DESIRED  CURRENT  READY  UP-TO-DATE  VERSION  AGE
            workers  ScalingUp        3        2      1           2  v1.35.4  83s

            INSTANCE  STATE    ZONE        NODE    STATUS        VERSION  POOL
            i-1       running  us-east-1a  node-1  Ready         v1.35.4  workers
            i-2       running  us-east-1b  -       did not join           workers
            i-3       pending  us-east-1c  -                              workers
            none                           stray   NotReady      v1.35.4
            """)
        .contains("12:00:09  instance i-2  could not join")
        .contains("kubectl scale machinepool workers --replicas 5")
        .endsWith("Ctrl-C stops it");
  }

  @ParameterizedTest
  @CsvSource({"200, 60", "80, 24", "60, 16", "40, 10", "20, 5", "7, 2", "1, 1"})
  void nothingIsLongerThanTheWindow(int width, int height) {
    List<String> lines = lines(width, height);

    assertThat(lines).hasSizeLessThanOrEqualTo(height).allMatch(line -> line.length() <= width);
  }

  @Test
  void aNarrowWindowKeepsWhatMatters() {
    String text = String.join("\n", lines(40, 12));

    assertThat(text).contains("workers  ScalingUp").contains("did not join").contains("i-3");
    assertThat(text).doesNotContain("VERSION").doesNotContain("Things to try");
  }

  @Test
  void longIdsAreCutBeforeANodeLosesItsState() {
    var screenModel = ScreenModels.kapsule();

    List<String> lines =
        new ScreenRenderer(screenModel, ScreenModels.title(), ZoneOffset.UTC)
            .render(80, 24, NOW).stream().map(StyledLine::text).toList();

    assertThat(lines.getLast())
        .isEqualTo("Try  kubectl scale machinepool workers --replicas 5    Ctrl-C stops it");
    assertThat(lines)
        .contains(
            "6f5902ac-2370-44…  ready  scw-demo-workers-1715609f7c744c6996362e3ef906a  Ready");
  }

  @Test
  void aPoolThatShrinksTellsWhoLeavesAndWhatThatWaitsFor() {
    List<String> lines =
        new ScreenRenderer(ScreenModels.draining(), ScreenModels.title(), ZoneOffset.UTC)
            .render(100, 30, NOW).stream().map(StyledLine::text).toList();

    assertThat(String.join("\n", lines))
        .contains(
            """
            POOL     PHASE        DESIRED  CURRENT  READY  UP-TO-DATE  VERSION  AGE
            workers  ScalingDown        2        3      2           3  v1.35.4  83s
              workers scales down from 3 to 2 replicas; 1 of 3 leaving: i-1 (scale-in, Node node-1) draining, 1
                pod left: default/web-1 (Cannot evict pod as it would violate the pod's disruption budget.)

            INSTANCE  STATE    ZONE        NODE    STATUS          VERSION  POOL
            i-1       running  us-east-1a  node-1  Ready, leaving  v1.35.4  workers
            """);
  }

  @Test
  void wherePathsHaveNoRoomOneShortLineDoes() {
    assertThat(lines(30, 30)).contains("  . /s/env").noneMatch(line -> line.contains("export"));
  }

  @Test
  void textFromOutsideCannotSteerTheTerminal() {
    StyledLine styledLine = StyledLine.of("a\033[2Jb\nc");

    assertThat(styledLine.text()).isEqualTo("a [2Jb c");
  }

  private static List<String> lines(int width, int height) {
    return new ScreenRenderer(ScreenModels.busy(), ScreenModels.title(), ZoneOffset.UTC)
        .render(width, height, NOW).stream().map(StyledLine::text).toList();
  }
}
