package io.weir.sandbox.live.screen;

import io.weir.clouds.InstanceState;
import io.weir.sandbox.live.ActivityEntry;
import io.weir.sandbox.live.NodeRow;
import io.weir.sandbox.live.PoolRow;
import io.weir.sandbox.live.ScreenHeader;
import io.weir.sandbox.live.ScreenModel;
import io.weir.sandbox.live.screen.ScreenTable.Cell;
import io.weir.sandbox.live.screen.ScreenTable.Column;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a screen model looks like; pure. What matters most keeps its place when there is little: the
 * pools, then the machines, the latest activity, how to reach the sandbox, and last what one could
 * try.
 */
final class ScreenRenderer {
  private static final int ROOMY = 28;
  private static final int ACTIVITY_AT_LEAST = 5;
  private static final int TIME = 10;
  private static final String INDENT = "  ";
  private static final StyledLine STOP = StyledLine.of("Ctrl-C stops it", TextStyle.FAINT);
  private static final int ID_AT_LEAST = 9;
  private static final List<Column> POOLS =
      List.of(
          Column.text("POOL", 9),
          Column.text("PHASE", 8),
          Column.number("DESIRED", 6),
          Column.number("CURRENT", 5),
          Column.number("READY", 7),
          Column.number("UP-TO-DATE", 3),
          Column.text("VERSION", 2),
          Column.text("AGE", 1));
  private static final List<Column> MACHINES =
      List.of(
          Column.text("INSTANCE", 8).shrinkable(ID_AT_LEAST, 4),
          Column.text("STATE", 6),
          Column.text("ZONE", 3),
          Column.text("NODE", 7),
          Column.text("STATUS", 9),
          Column.text("VERSION", 1),
          Column.text("POOL", 2));

  private final ScreenModel screenModel;
  private final ScreenHeader screenHeader;
  private final DateTimeFormatter clock;

  ScreenRenderer(ScreenModel screenModel, ScreenHeader screenHeader, ZoneId zone) {
    this.screenModel = screenModel;
    this.screenHeader = screenHeader;
    this.clock = DateTimeFormatter.ofPattern("HH:mm:ss").withZone(zone);
  }

  /** The lines, no more and no longer than there is room. */
  List<StyledLine> render(int width, int height, Instant now) {
    var top = new ArrayList<StyledLine>();
    top.add(head(width, now));
    List<StyledLine> wayIn = wayIn(width);
    List<StyledLine> tries = height >= ROOMY ? tries() : List.of();
    boolean spacious = height >= ROOMY / 2;
    if (spacious) {
      top.addAll(wayIn);
      top.add(StyledLine.EMPTY);
    }
    int left = height - top.size() - tries.size() - (spacious ? 2 : 0);
    List<StyledLine> pools = pools(width, Math.max(2, left / 2), now);
    left -= pools.size() + (spacious ? 1 : 0);
    List<StyledLine> machines = machines(width, Math.max(2, left - ACTIVITY_AT_LEAST));
    left -= machines.size() + (spacious ? 1 : 0);
    List<StyledLine> activity = activity(Math.max(0, left));
    top.addAll(pools);
    append(top, machines, spacious);
    append(top, activity, spacious);
    while (spacious && top.size() < height - tries.size() - 1) {
      top.add(StyledLine.EMPTY);
    }
    top.addAll(tries);
    if (spacious) {
      top.add(tries.isEmpty() ? tryThis(width) : STOP);
    }
    return top.stream().limit(height).map(styledLine -> styledLine.truncate(width)).toList();
  }

  private static void append(List<StyledLine> lines, List<StyledLine> more, boolean spacious) {
    if (spacious) {
      lines.add(StyledLine.EMPTY);
    }
    lines.addAll(more);
  }

  private StyledLine head(int width, Instant now) {
    StyledLine left =
        StyledLine.of("Weir " + screenHeader.name(), TextStyle.STRONG)
            .append("  " + screenHeader.versions(), TextStyle.FAINT);
    String up = "up " + AgeFormat.between(screenHeader.since(), now);
    int space = width - left.length() - up.length();
    return space < 1 ? left : left.append(" ".repeat(space) + up, TextStyle.FAINT);
  }

  /** Never cut, as people copy it; where the long form has no room there is a short one. */
  private List<StyledLine> wayIn(int width) {
    List<String> exports = screenHeader.hints().exportCommands();
    boolean fits = exports.stream().allMatch(line -> line.length() + 2 <= width);
    Stream<String> typed =
        fits ? exports.stream() : Stream.of(screenHeader.hints().sourceCommand());
    return Stream.concat(
            Stream.of(StyledLine.of("In another terminal:", TextStyle.FAINT)),
            typed.map(line -> StyledLine.of("  " + line)))
        .toList();
  }

  private List<StyledLine> tries() {
    return Stream.concat(
            Stream.of(StyledLine.EMPTY, StyledLine.of("Things to try:", TextStyle.FAINT)),
            toTry().stream().map(line -> StyledLine.of("  " + line)))
        .toList();
  }

  private List<String> toTry() {
    return screenHeader.hints().suggestedCommands(screenModel.pools().stream().map(PoolRow::key));
  }

  /** Where there is no room for all of it, the best in the last line. */
  private StyledLine tryThis(int width) {
    StyledLine styledLine =
        StyledLine.of("Try  ", TextStyle.FAINT)
            .append(toTry().getFirst() + "    ", TextStyle.PLAIN)
            .append(STOP);
    return styledLine.length() <= width ? styledLine : STOP;
  }

  private List<StyledLine> pools(int width, int most, Instant now) {
    if (screenModel.pools().isEmpty()) {
      return List.of(StyledLine.of("No MachinePools.", TextStyle.FAINT));
    }
    var lines =
        new ArrayList<StyledLine>(
            new ScreenTable(
                    POOLS, screenModel.pools().stream().map(pool -> row(pool, now)).toList())
                .lines(width, most));
    screenModel.pools().stream()
        .filter(pool -> !pool.scalingDown().isEmpty())
        .flatMap(pool -> wrap(pool.name() + " scales down " + pool.scalingDown(), width))
        .limit(Math.max(0, most - lines.size()))
        .forEach(lines::add);
    return lines;
  }

  /** What somebody waits for stands at the end of a sentence, which therefore is not cut. */
  private static Stream<StyledLine> wrap(String sentence, int width) {
    var lines = new ArrayList<String>();
    var line = new StringBuilder(INDENT);
    for (String word : sentence.split(" ", -1)) {
      if (line.length() > INDENT.length() && line.length() + word.length() > width) {
        lines.add(line.toString());
        line = new StringBuilder(INDENT.repeat(2));
      }
      line.append(word).append(' ');
    }
    lines.add(line.toString());
    return lines.stream().map(each -> StyledLine.of(each.stripTrailing(), TextStyle.WAITING));
  }

  private static List<Cell> row(PoolRow pool, Instant now) {
    TextStyle phase =
        switch (pool.phase()) {
          case "Running" -> TextStyle.GOOD;
          case "Failed" -> TextStyle.BAD;
          default -> TextStyle.WAITING;
        };
    return List.of(
        Cell.of(pool.name()),
        new Cell(pool.phase().isEmpty() ? "(new)" : pool.phase(), phase),
        Cell.of(pool.desired()),
        Cell.of(pool.existing()),
        new Cell(
            String.valueOf(pool.ready()),
            pool.ready() == pool.desired() ? TextStyle.PLAIN : TextStyle.WAITING),
        Cell.of(pool.upToDate()),
        Cell.of(pool.version()),
        Cell.of(AgeFormat.between(pool.created(), now)));
  }

  private List<StyledLine> machines(int width, int most) {
    List<List<Cell>> rows =
        Stream.concat(
                screenModel.instances().stream().map(this::row),
                screenModel.orphanNodes().stream().map(ScreenRenderer::row))
            .toList();
    return rows.isEmpty()
        ? List.of(StyledLine.of("No instances and no Nodes.", TextStyle.FAINT))
        : new ScreenTable(MACHINES, rows).lines(width, most);
  }

  private List<Cell> row(InstanceState instance) {
    Optional<NodeRow> node = screenModel.node(instance);
    return List.of(
        Cell.of(instance.label()),
        new Cell(instance.state(), ink(instance.phase())),
        Cell.of(instance.zone()),
        node.map(NodeRow::name).map(Cell::of).orElse(new Cell("-", TextStyle.FAINT)),
        node.isEmpty() && screenModel.joinFailure(instance).isPresent()
            ? new Cell("did not join", TextStyle.BAD)
            : status(node),
        Cell.of(node.map(NodeRow::version).orElse("")),
        Cell.of(instance.group()));
  }

  private static TextStyle ink(InstanceState.Phase phase) {
    return switch (phase) {
      case RUNNING -> TextStyle.PLAIN;
      case PENDING, TERMINATING, TERMINATED -> TextStyle.WAITING;
      case FAILED -> TextStyle.BAD;
    };
  }

  private static List<Cell> row(NodeRow stray) {
    return List.of(
        new Cell("none", TextStyle.FAINT),
        Cell.of(""),
        Cell.of(""),
        Cell.of(stray.name()),
        status(Optional.of(stray)),
        Cell.of(stray.version()),
        Cell.of(""));
  }

  private static Cell status(Optional<NodeRow> node) {
    return node.map(
            n ->
                new Cell(
                    n.status(), n.ready() && !n.leaving() ? TextStyle.GOOD : TextStyle.WAITING))
        .orElse(Cell.of(""));
  }

  private List<StyledLine> activity(int most) {
    if (screenModel.activity().isEmpty() || most == 0) {
      return List.of();
    }
    List<StyledLine> latest =
        screenModel.activity().stream()
            .limit(Math.max(0, most))
            .map(this::line)
            .toList()
            .reversed();
    return latest;
  }

  private StyledLine line(ActivityEntry activityEntry) {
    TextStyle textStyle =
        switch (activityEntry.tone()) {
          case PLAIN -> TextStyle.PLAIN;
          case GOOD -> TextStyle.GOOD;
          case BAD -> TextStyle.BAD;
        };
    String time = clock.format(activityEntry.at());
    return StyledLine.of(time + " ".repeat(TIME - time.length()), TextStyle.FAINT)
        .append(activityEntry.about() + "  ", TextStyle.STRONG)
        .append(activityEntry.text(), textStyle);
  }
}
