package io.weir.sandbox.live.screen;

import io.weir.clouds.InstanceState;
import io.weir.sandbox.live.News;
import io.weir.sandbox.live.NodeRow;
import io.weir.sandbox.live.PoolRow;
import io.weir.sandbox.live.Scene;
import io.weir.sandbox.live.Title;
import io.weir.sandbox.live.screen.Table.Cell;
import io.weir.sandbox.live.screen.Table.Column;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a scene looks like; pure. What matters most keeps its place when there is little: the pools,
 * then the machines, the news, the way in, and last what one could try.
 */
final class Screen {
  private static final int ROOMY = 28;
  private static final int NEWS_AT_LEAST = 5;
  private static final int TIME = 10;
  private static final Line STOP = Line.of("Ctrl-C stops it", Ink.FAINT);
  private static final int ID_AT_LEAST = 9;
  private static final List<Column> POOLS =
      List.of(
          Column.text("POOL", 9),
          Column.text("PHASE", 8),
          Column.number("WANTED", 6),
          Column.number("THERE", 5),
          Column.number("READY", 7),
          Column.number("UP TO DATE", 3),
          Column.text("VERSION", 2),
          Column.text("AGE", 1));
  private static final List<Column> MACHINES =
      List.of(
          Column.text("INSTANCE", 8).shortened(ID_AT_LEAST, 4),
          Column.text("STATE", 6),
          Column.text("ZONE", 3),
          Column.text("NODE", 7),
          Column.text("STATUS", 9),
          Column.text("VERSION", 1),
          Column.text("POOL", 2));

  private final Scene scene;
  private final Title title;
  private final DateTimeFormatter clock;

  Screen(Scene scene, Title title, ZoneId zone) {
    this.scene = scene;
    this.title = title;
    this.clock = DateTimeFormatter.ofPattern("HH:mm:ss").withZone(zone);
  }

  /** The lines, no more and no longer than there is room. */
  List<Line> lines(int width, int height, Instant now) {
    var top = new ArrayList<Line>();
    top.add(head(width, now));
    List<Line> wayIn = wayIn(width);
    List<Line> tries = height >= ROOMY ? tries() : List.of();
    boolean spacious = height >= ROOMY / 2;
    if (spacious) {
      top.addAll(wayIn);
      top.add(Line.EMPTY);
    }
    int left = height - top.size() - tries.size() - (spacious ? 2 : 0);
    List<Line> pools = pools(width, Math.max(2, left / 2), now);
    left -= pools.size() + (spacious ? 1 : 0);
    List<Line> machines = machines(width, Math.max(2, left - NEWS_AT_LEAST));
    left -= machines.size() + (spacious ? 1 : 0);
    List<Line> news = news(Math.max(0, left));
    top.addAll(pools);
    append(top, machines, spacious);
    append(top, news, spacious);
    while (spacious && top.size() < height - tries.size() - 1) {
      top.add(Line.EMPTY);
    }
    top.addAll(tries);
    if (spacious) {
      top.add(tries.isEmpty() ? tryThis(width) : STOP);
    }
    return top.stream().limit(height).map(line -> line.cut(width)).toList();
  }

  private static void append(List<Line> lines, List<Line> more, boolean spacious) {
    if (spacious) {
      lines.add(Line.EMPTY);
    }
    lines.addAll(more);
  }

  private Line head(int width, Instant now) {
    Line left = Line.of("Weir " + title.name(), Ink.STRONG).and("  " + title.versions(), Ink.FAINT);
    String up = "up " + Ages.between(title.since(), now);
    int space = width - left.length() - up.length();
    return space < 1 ? left : left.and(" ".repeat(space) + up, Ink.FAINT);
  }

  /** Never cut, as people copy it; where the long form has no room there is a short one. */
  private List<Line> wayIn(int width) {
    List<String> exports = title.hints().exports();
    boolean fits = exports.stream().allMatch(line -> line.length() + 2 <= width);
    Stream<String> typed = fits ? exports.stream() : Stream.of(title.hints().source());
    return Stream.concat(
            Stream.of(Line.of("In another terminal:", Ink.FAINT)),
            typed.map(line -> Line.of("  " + line)))
        .toList();
  }

  private List<Line> tries() {
    return Stream.concat(
            Stream.of(Line.EMPTY, Line.of("Things to try:", Ink.FAINT)),
            toTry().stream().map(line -> Line.of("  " + line)))
        .toList();
  }

  private List<String> toTry() {
    return title.hints().tries(scene.pools().stream().map(PoolRow::key));
  }

  /** Where there is no room for all of it, the best in the last line. */
  private Line tryThis(int width) {
    Line line = Line.of("Try  ", Ink.FAINT).and(toTry().getFirst() + "    ", Ink.PLAIN).and(STOP);
    return line.length() <= width ? line : STOP;
  }

  private List<Line> pools(int width, int most, Instant now) {
    if (scene.pools().isEmpty()) {
      return List.of(Line.of("No MachinePool.", Ink.FAINT));
    }
    return new Table(POOLS, scene.pools().stream().map(pool -> row(pool, now)).toList())
        .lines(width, most);
  }

  private static List<Cell> row(PoolRow pool, Instant now) {
    Ink phase =
        switch (pool.phase()) {
          case "Running" -> Ink.GOOD;
          case "Failed" -> Ink.BAD;
          default -> Ink.WAITING;
        };
    return List.of(
        Cell.of(pool.name()),
        new Cell(pool.phase().isEmpty() ? "(new)" : pool.phase(), phase),
        Cell.of(pool.wanted()),
        Cell.of(pool.there()),
        new Cell(
            String.valueOf(pool.ready()), pool.ready() == pool.wanted() ? Ink.PLAIN : Ink.WAITING),
        Cell.of(pool.upToDate()),
        Cell.of(pool.version()),
        Cell.of(Ages.between(pool.created(), now)));
  }

  private List<Line> machines(int width, int most) {
    List<List<Cell>> rows =
        Stream.concat(
                scene.instances().stream().map(this::row), scene.strays().stream().map(Screen::row))
            .toList();
    return rows.isEmpty()
        ? List.of(Line.of("No instance and no Node.", Ink.FAINT))
        : new Table(MACHINES, rows).lines(width, most);
  }

  private List<Cell> row(InstanceState instance) {
    Optional<NodeRow> node = scene.node(instance);
    return List.of(
        Cell.of(instance.id()),
        new Cell(instance.state(), ink(instance.stage())),
        Cell.of(instance.zone()),
        node.map(NodeRow::name).map(Cell::of).orElse(new Cell("-", Ink.FAINT)),
        node.isEmpty() && scene.failure(instance).isPresent()
            ? new Cell("did not join", Ink.BAD)
            : status(node),
        Cell.of(node.map(NodeRow::version).orElse("")),
        Cell.of(instance.group()));
  }

  private static Ink ink(InstanceState.Stage stage) {
    return switch (stage) {
      case RUNNING -> Ink.PLAIN;
      case COMING, LEAVING, GONE -> Ink.WAITING;
      case BROKEN -> Ink.BAD;
    };
  }

  private static List<Cell> row(NodeRow stray) {
    return List.of(
        new Cell("none", Ink.FAINT),
        Cell.of(""),
        Cell.of(""),
        Cell.of(stray.name()),
        status(Optional.of(stray)),
        Cell.of(stray.version()),
        Cell.of(""));
  }

  private static Cell status(Optional<NodeRow> node) {
    return node.map(n -> new Cell(n.status(), n.ready() ? Ink.GOOD : Ink.WAITING))
        .orElse(Cell.of(""));
  }

  private List<Line> news(int most) {
    if (scene.news().isEmpty() || most == 0) {
      return List.of();
    }
    List<Line> latest =
        scene.news().stream().limit(Math.max(0, most)).map(this::line).toList().reversed();
    return latest;
  }

  private Line line(News news) {
    Ink ink =
        switch (news.tone()) {
          case PLAIN -> Ink.PLAIN;
          case GOOD -> Ink.GOOD;
          case BAD -> Ink.BAD;
        };
    String time = clock.format(news.at());
    return Line.of(time + " ".repeat(TIME - time.length()), Ink.FAINT)
        .and(news.about() + "  ", Ink.STRONG)
        .and(news.sentence(), ink);
  }
}
