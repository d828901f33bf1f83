package io.weir.sandbox.live.screen;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.sandbox.live.ScreenModel;
import io.weir.sandbox.live.ScreenModels;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminalTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final AtomicReference<Tty.Size> window = new AtomicReference<>(new Tty.Size(80, 24));
  private final Terminal terminal =
      new Terminal(
          new PrintStream(bytes, true, StandardCharsets.UTF_8), () -> Optional.of(window.get()));

  @Test
  void theSecondPageIsUsedAndGivenBack() {
    terminal.draw(ScreenModels.busy(), ScreenModels.title());
    terminal.close();
    terminal.close();

    assertThat(written()).startsWith("\033[?1049h").endsWith("\033[?1049l");
    assertThat(written().split("1049l", -1)).hasSize(2);
  }

  @Test
  void whatHasNotChangedIsNotWrittenAgain() {
    ScreenModel screenModel = ScreenModels.busy();
    terminal.draw(screenModel, ScreenModels.title());
    bytes.reset();

    terminal.draw(screenModel, ScreenModels.title());

    // The time at the right of the first line may have gone on.
    assertThat(written()).doesNotContain("workers").doesNotContain("\033[2J");
  }

  @Test
  void anotherSizeIsDrawnAnew() {
    ScreenModel screenModel = ScreenModels.busy();
    terminal.draw(screenModel, ScreenModels.title());
    bytes.reset();
    window.set(new Tty.Size(60, 20));

    terminal.draw(screenModel, ScreenModels.title());

    assertThat(written()).contains("workers").contains("\033[20;1H");
  }

  @Test
  void afterTheEndNothingIsDrawn() {
    terminal.close();

    terminal.draw(ScreenModels.busy(), ScreenModels.title());

    assertThat(written()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"xterm, 1", "dumb, ''"})
  void thereIsNoneWhereItIsNotWantedOrCannotMove(String term, String noColor) {
    assertThat(Terminal.find(Map.of("TERM", term, "NO_COLOR", noColor))).isEmpty();
  }

  private String written() {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
