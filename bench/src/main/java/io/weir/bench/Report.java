package io.weir.bench;

import io.weir.bench.Findings.Round;
import io.weir.sandbox.account.CloudCounts;
import io.weir.sandbox.account.Measured;
import io.weir.sandbox.account.RequestCounts;
import io.weir.sandbox.account.RequestCounts.Sort;
import io.weir.sandbox.manager.ProcessUsage;
import io.weir.sandbox.objects.Cloud;
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
final class Report {
  private final Cloud cloud;
  private final BenchPlan plan;
  private final Findings findings;

  Report(Cloud cloud, BenchPlan plan, Findings findings) {
    this.cloud = cloud;
    this.plan = plan;
    this.findings = findings;
  }

  List<String> lines() {
    var lines = new ArrayList<String>();
    lines.add("## Pools of %d, created to Running".formatted(plan.replicas()));
    lines.addAll(budget().lines());
    lines.add("## Kubernetes requests a pool");
    lines.addAll(requests().lines());
    lines.add("## Cloud calls a pool");
    lines.addAll(calls().lines());
    if (findings.idle().isPresent() || findings.restart().isPresent()) {
      lines.add("## Unchanged pools: %d".formatted(pools()));
      lines.addAll(unchanged().lines());
      lines.addAll(unchangedBySort().lines());
    }
    return lines;
  }

  private MarkdownTable budget() {
    var table = table("", "budget");
    row(
        table,
        "Kubernetes requests a pool, without leases and events",
        "20",
        round -> per(round, round.measured().requests().total()));
    row(
        table,
        "… patches of the MachinePool",
        "6",
        round -> per(round, round.measured().requests().of("machinepools", "patch")));
    row(
        table,
        "… patches of the " + cloud.poolKind(),
        "5",
        round -> per(round, round.measured().requests().of(plural(cloud), "patch")));
    row(table, "events a pool", "6", round -> per(round, round.measured().requests().events()));
    row(
        table,
        "cloud calls a pool",
        "3 together, 8 alone",
        round -> per(round, round.measured().cloud().total()));
    row(
        table,
        "CPU seconds a pool",
        "0.2",
        round -> decimal(round.measured().cpu().toMillis() / 1000.0 / round.pools()));
    row(
        table,
        "all Running after, seconds",
        "30 for 300",
        round -> seconds(round.milestones().running()));
    row(table, "… last write in the cloud", "", round -> seconds(round.milestones().cloudWrites()));
    row(table, "… last Node Ready", "", round -> seconds(round.milestones().nodes()));
    row(
        table,
        "resident memory, MB",
        "300",
        round -> megabytes(round.measured(), ProcessUsage::resident));
    row(
        table,
        "resident memory at most, MB",
        "300",
        round -> megabytes(round.measured(), ProcessUsage::peak));
    return table;
  }

  private MarkdownTable requests() {
    SortedSet<Sort> sorts = new TreeSet<>();
    findings.rounds().forEach(round -> sorts.addAll(round.measured().requests().work().keySet()));
    var table = table("kind", "verb");
    for (Sort sort : sorts) {
      row(
          table,
          sort.kind(),
          sort.verb(),
          round -> per(round, round.measured().requests().total(sort::equals)));
    }
    return table;
  }

  private MarkdownTable calls() {
    SortedSet<String> actions = new TreeSet<>();
    findings
        .rounds()
        .forEach(round -> actions.addAll(round.measured().cloud().byAction().keySet()));
    var headings = Stream.concat(Stream.of("action"), titles());
    var table = new MarkdownTable(headings.toList());
    for (String action : actions) {
      table.add(
          Stream.concat(
                  Stream.of(action),
                  findings.rounds().stream()
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
                "", "API requests", "of these writes", "events", "cloud calls", "cloud writes"));
    findings
        .idle()
        .ifPresent(
            idle -> table.add(counts("%d s of idleness".formatted(plan.idle().toSeconds()), idle)));
    findings.restart().ifPresent(restart -> table.add(counts("restart", restart)));
    table.add(List.of("budget of a restart with 300", "40", "0", "", "10", "0"));
    return table;
  }

  private MarkdownTable unchangedBySort() {
    RequestCounts idle = requests(findings.idle());
    RequestCounts restart = requests(findings.restart());
    SortedSet<Sort> sorts = new TreeSet<>(idle.work().keySet());
    sorts.addAll(restart.work().keySet());
    var table = new MarkdownTable(List.of("kind", "verb", "idleness", "restart"));
    for (Sort sort : sorts) {
      table.add(
          List.of(
              sort.kind(),
              sort.verb(),
              Long.toString(idle.total(sort::equals)),
              Long.toString(restart.total(sort::equals))));
    }
    return table;
  }

  private static RequestCounts requests(Optional<Measured> measured) {
    return measured.map(Measured::requests).orElse(RequestCounts.of(List.of()));
  }

  private static List<String> counts(String title, Measured measured) {
    RequestCounts requests = measured.requests();
    CloudCounts cloud = measured.cloud();
    return List.of(
        title,
        Long.toString(requests.total()),
        Long.toString(requests.writes()),
        Long.toString(requests.events()),
        Integer.toString(cloud.total()),
        Integer.toString(cloud.writes()));
  }

  private int pools() {
    return findings.rounds().stream().mapToInt(Round::pools).sum();
  }

  private MarkdownTable table(String first, String second) {
    return new MarkdownTable(Stream.concat(Stream.of(first, second), titles()).toList());
  }

  private Stream<String> titles() {
    return findings.rounds().stream().map(Round::title);
  }

  private void row(MarkdownTable table, String first, String second, Function<Round, String> cell) {
    table.add(
        Stream.concat(Stream.of(first, second), findings.rounds().stream().map(cell)).toList());
  }

  /** How requests name a cloud's pools. */
  static String plural(Cloud cloud) {
    return cloud.poolKind().toLowerCase(Locale.ROOT) + "s";
  }

  private static String per(Round round, long count) {
    return decimal((double) count / round.pools());
  }

  private static String megabytes(Measured measured, Function<ProcessUsage, Long> kib) {
    return measured.usage().map(usage -> Long.toString(kib.apply(usage) / 1024)).orElse("?");
  }

  private static String seconds(Duration duration) {
    return decimal(duration.toMillis() / 1000.0);
  }

  private static String decimal(double number) {
    return String.format(Locale.ROOT, "%.2f", number);
  }
}
