package io.weir.sandbox.live.screen;

import io.weir.sandbox.live.ScreenHeader;
import io.weir.sandbox.live.ScreenModel;
import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A terminal that is drawn on as a whole. It uses the terminal's second page, so that what stood
 * there before comes back at the end. Safe for concurrent use.
 */
public final class Terminal implements AutoCloseable {
  private static final String ENTER = "\033[?1049h\033[?25l\033[?7l";
  private static final String LEAVE = "\033[?7h\033[?25h\033[?1049l";
  // Terminals that know it show a frame only when it is complete; others ignore it.
  private static final String BEGIN_FRAME = "\033[?2026h";
  private static final String END_FRAME = "\033[?2026l";
  private static final int WHOLE_EVERY = 10;

  private final PrintStream out;
  private final Supplier<Optional<Tty.Size>> window;
  private List<String> drawn = List.of();
  private Tty.Size size = new Tty.Size(0, 0);
  private int frames;
  private boolean open;
  private boolean closed;

  Terminal(PrintStream out, Supplier<Optional<Tty.Size>> window) {
    this.out = out;
    this.window = window;
  }

  /**
   * The terminal behind standard output.
   *
   * @return empty where lines suit better: standard output is no terminal, the terminal cannot move
   *     its cursor, or {@code NO_COLOR} is set
   */
  public static Optional<Terminal> find(Map<String, String> environment) {
    boolean unwanted =
        !environment.getOrDefault("NO_COLOR", "").isEmpty()
            || environment.getOrDefault("TERM", "dumb").equals("dumb");
    return unwanted || Tty.size().isEmpty()
        ? Optional.empty()
        : Optional.of(new Terminal(System.out, Tty::size));
  }

  /** Shows a screen model as it is now; writes no more than what has changed. */
  public synchronized void draw(ScreenModel screenModel, ScreenHeader screenHeader) {
    if (closed) {
      return;
    }
    Tty.Size now = window.get().orElse(size);
    List<String> lines =
        new ScreenRenderer(screenModel, screenHeader, ZoneId.systemDefault())
            .render(now.columns(), now.lines(), Instant.now()).stream()
                .map(StyledLine::ansiText)
                .toList();
    // From time to time everything, as something else may have written over it.
    boolean whole = frames++ % WHOLE_EVERY == 0 || !now.equals(size);
    var text = new StringBuilder(open ? "" : ENTER).append(BEGIN_FRAME);
    for (int i = 0; i < lines.size(); i++) {
      if (whole || i >= drawn.size() || !drawn.get(i).equals(lines.get(i))) {
        text.append("\033[%d;1H".formatted(i + 1)).append(lines.get(i)).append("\033[K");
      }
    }
    if (whole || lines.size() < drawn.size()) {
      text.append("\033[%d;1H".formatted(Math.min(lines.size() + 1, now.lines())));
      text.append(lines.size() < now.lines() ? "\033[J" : "");
    }
    out.print(text.append(END_FRAME));
    out.flush();
    open = true;
    size = now;
    drawn = lines;
  }

  /** Gives the terminal back as it was. Repeating this is harmless. */
  @Override
  public synchronized void close() {
    if (open && !closed) {
      out.print(LEAVE);
      out.flush();
    }
    closed = true;
  }
}
