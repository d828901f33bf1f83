package io.weir.bench;

import io.weir.bench.BenchResults.Round;
import io.weir.bench.PoolTimeline.Milestone;
import io.weir.sandbox.manager.ProcessUsage;
import io.weir.sandbox.objects.SandboxCloud;
import io.weir.sandbox.usage.CloudCallCounts;
import io.weir.sandbox.usage.ManagerUsage;
import io.weir.sandbox.usage.RequestCounts;
import io.weir.sandbox.usage.RequestCounts.RequestType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/** Findings beside the budget, as Markdown; pure. */
final class BenchReport {
  private final SandboxCloud sandboxCloud;
  private final BenchPlan plan;
  private final BenchResults benchResults;

  BenchReport(SandboxCloud sandboxCloud, BenchPlan plan, BenchResults benchResults) {
    this.sandboxCloud = sandboxCloud;
    this.plan = plan;
    this.benchResults = benchResults;
  }

  List<String> lines() {
    var lines = new ArrayList<String>();
    lines.add("## Pools of %d, created to Running".formatted(plan.replicas()));
    lines.addAll(budget().lines());
    lines.add("## Seconds after which the first, half and all of the pools were so far");
    lines.addAll(timeline().lines());
    var extremes = new ExtremesReport(benchResults);
    lines.addAll(extremes.deletion());
    lines.add("## Kubernetes requests per pool");
    lines.addAll(requests().lines());
    lines.add("## Cloud calls per pool");
    lines.addAll(calls().lines());
    if (benchResults.idle().isPresent() || benchResults.restart().isPresent()) {
      lines.add("## Unchanged pools: %d".formatted(pools()));
      lines.addAll(unchanged().lines());
      lines.addAll(unchangedBySort().lines());
    }
    lines.addAll(extremes.outage());
    lines.addAll(extremes.capacity());
    lines.addAll(extremes.memory());
    return lines;
  }

  private MarkdownTable budget() {
    var table = table("", "budget");
    row(
        table,
        "Kubernetes requests per pool, without leases and events",
        "20",
        round -> per(round, round.measured().requests().total()));
    row(
        table,
        "… patches of the MachinePool",
        "6",
        round -> per(round, round.measured().requests().of("machinepools", "patch")));
    row(
        table,
        "… patches of the " + sandboxCloud.poolKind(),
        "5",
        round -> per(round, round.measured().requests().of(plural(sandboxCloud), "patch")));
    row(table, "events per pool", "6", round -> per(round, round.measured().requests().events()));
    row(
        table,
        "cloud calls per pool",
        "3 together, 8 alone",
        round -> per(round, round.measured().cloud().total()));
    row(
        table,
        "CPU seconds per pool",
        "0.2",
        round -> decimal(round.measured().cpu().toMillis() / 1000.0 / round.pools()));
    row(
        table,
        "resident memory, MB",
        "300",
        round -> megabytes(round.measured(), ProcessUsage::resident));
    row(
        table,
        "peak resident memory, MB",
        "300",
        round -> megabytes(round.measured(), ProcessUsage::peak));
    return table;
  }

  private MarkdownTable timeline() {
    var table = table("", "budget for 300");
    benchResults
        .floor()
        .ifPresent(
            floor -> {
              String objects = "objects of %d pools created ".formatted(plan.pools());
              row(table, objects + "by the API server alone", "", _ -> seconds(floor.alone()));
              row(
                  table,
                  objects + "that are converted and reviewed, and not worked on",
                  "1.3 times that",
                  _ -> seconds(floor.reviewed()));
            });
    for (Milestone milestone : Milestone.values()) {
      row(table, milestone.title(), budget(milestone), round -> spread(round, milestone));
    }
    return table;
  }

  private static String spread(Round round, Milestone milestone) {
    return round
        .timeline()
        .spread(milestone)
        .map(
            spread ->
                round.pools() == 1
                    ? seconds(spread.last())
                    : "%s / %s / %s"
                        .formatted(
                            seconds(spread.first()),
                            seconds(spread.median()),
                            seconds(spread.last())))
        .orElse("");
  }

  private static String budget(Milestone milestone) {
    return switch (milestone) {
      case RUNNING -> "10 after the last Node is Ready, 30 after the last object";
      case CREATED, BOOTSTRAP_DATA, CLOUD_WRITTEN, INSTANCES, NODES_READY -> "";
    };
  }

  private MarkdownTable requests() {
    SortedSet<RequestType> sorts = new TreeSet<>();
    benchResults
        .rounds()
        .forEach(round -> sorts.addAll(round.measured().requests().byType().keySet()));
    var table = table("kind", "verb");
    for (RequestType requestType : sorts) {
      row(
          table,
          requestType.resource(),
          requestType.verb(),
          round -> per(round, round.measured().requests().total(requestType::equals)));
    }
    return table;
  }

  private MarkdownTable calls() {
    SortedSet<String> actions = new TreeSet<>();
    benchResults
        .rounds()
        .forEach(round -> actions.addAll(round.measured().cloud().byAction().keySet()));
    var headings = Stream.concat(Stream.of("action"), titles());
    var table = new MarkdownTable(headings.toList());
    for (String action : actions) {
      table.add(
          Stream.concat(
                  Stream.of(action),
                  benchResults.rounds().stream()
                      .map(
                          round ->
                              per(
                                  round,
                                  round.measured().cloud().byAction().getOrDefault(action, 0))))
              .toList());
    }
    return table;
  }

  private MarkdownTable unchanged() {
    var table =
        new MarkdownTable(
            List.of(
                "", "API requests", "of which writes", "events", "cloud calls", "cloud writes"));
    benchResults
        .idle()
        .ifPresent(
            idle -> table.add(counts("idle for %d s".formatted(plan.idle().toSeconds()), idle)));
    benchResults.restart().ifPresent(restart -> table.add(counts("restart", restart)));
    table.add(List.of("budget of a restart with 300", "40", "0", "", "10", "0"));
    return table;
  }

  private MarkdownTable unchangedBySort() {
    RequestCounts idle = requests(benchResults.idle());
    RequestCounts restart = requests(benchResults.restart());
    SortedSet<RequestType> sorts = new TreeSet<>(idle.byType().keySet());
    sorts.addAll(restart.byType().keySet());
    var table = new MarkdownTable(List.of("kind", "verb", "idle", "restart"));
    for (RequestType requestType : sorts) {
      table.add(
          List.of(
              requestType.resource(),
              requestType.verb(),
              Long.toString(idle.total(requestType::equals)),
              Long.toString(restart.total(requestType::equals))));
    }
    return table;
  }

  private static RequestCounts requests(Optional<ManagerUsage> measured) {
    return measured.map(ManagerUsage::requests).orElse(RequestCounts.of(List.of()));
  }

  private static List<String> counts(String title, ManagerUsage managerUsage) {
    RequestCounts requests = managerUsage.requests();
    CloudCallCounts cloud = managerUsage.cloud();
    return List.of(
        title,
        Long.toString(requests.total()),
        Long.toString(requests.writes()),
        Long.toString(requests.events()),
        Integer.toString(cloud.total()),
        Integer.toString(cloud.writes()));
  }

  private int pools() {
    return benchResults.rounds().stream().mapToInt(Round::pools).sum();
  }

  private MarkdownTable table(String first, String second) {
    return new MarkdownTable(Stream.concat(Stream.of(first, second), titles()).toList());
  }

  private Stream<String> titles() {
    return benchResults.rounds().stream().map(Round::title);
  }

  private void row(MarkdownTable table, String first, String second, Function<Round, String> cell) {
    table.add(
        Stream.concat(Stream.of(first, second), benchResults.rounds().stream().map(cell)).toList());
  }

  /** How requests name a cloud's pools. */
  static String plural(SandboxCloud sandboxCloud) {
    return sandboxCloud.poolKind().toLowerCase(Locale.ROOT) + "s";
  }

  private static String per(Round round, long count) {
    return decimal((double) count / round.pools());
  }

  private static String megabytes(ManagerUsage managerUsage, Function<ProcessUsage, Long> kib) {
    return managerUsage.usage().map(usage -> Long.toString(kib.apply(usage) / 1024)).orElse("?");
  }

  static String seconds(Duration duration) {
    return decimal(duration.toMillis() / 1000.0);
  }

  static String decimal(double number) {
    return String.format(Locale.ROOT, "%.2f", number);
  }
}
