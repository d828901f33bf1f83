package io.weir.bench;

import static io.weir.bench.BenchReport.decimal;
import static io.weir.bench.BenchReport.seconds;

import io.weir.sandbox.usage.ManagerUsage;
import io.weir.sandbox.usage.RequestCounts.RequestType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What was measured when all pools were hit by the same at once, as Markdown; pure. */
final class ExtremesReport {
  private static final long MB = 1024 * 1024;

  private final BenchResults benchResults;

  ExtremesReport(BenchResults benchResults) {
    this.benchResults = benchResults;
  }

  List<String> deletion() {
    Optional<DeletionRound.Result> result = benchResults.deletion();
    if (result.isEmpty()) {
      return List.of();
    }
    DeletionRound.Result deletion = result.get();
    ManagerUsage measured = deletion.measured();
    int pools = Math.max(1, deletion.pools());
    var table =
        new MarkdownTable(
            List.of("", "budget for 300", "%d pools deleted".formatted(deletion.pools())));
    table.add(List.of("one alone gone after, seconds", "", seconds(deletion.alone())));
    table.add(List.of("asked for after, seconds", "", seconds(deletion.asked())));
    table.add(List.of("all gone after, seconds", "30", seconds(deletion.gone())));
    table.add(
        List.of("each gone after, seconds: median / p99 / longest", "", spread(deletion.each())));
    table.add(
        List.of(
            "Kubernetes requests per pool, without leases and events",
            "",
            decimal((double) measured.requests().total() / pools)));
    table.add(
        List.of("cloud calls per pool", "", decimal((double) measured.cloud().total() / pools)));
    table.add(
        List.of("CPU seconds per pool", "", decimal(measured.cpu().toMillis() / 1000.0 / pools)));
    return section("Deletion", table);
  }

  List<String> outage() {
    Optional<OutageRound.Result> result = benchResults.outage();
    if (result.isEmpty()) {
      return List.of();
    }
    OutageRound.Result outage = result.get();
    ManagerUsage measured = outage.measured();
    var table = new MarkdownTable(List.of("", "outage"));
    table.add(List.of("API server away, seconds", seconds(outage.down())));
    table.add(List.of("manager busy after that, seconds", seconds(outage.busy())));
    for (String verb : List.of("list", "watch", "get", "patch")) {
      table.add(
          List.of(
              verb + " requests",
              Long.toString(measured.requests().total(type -> type.verb().equals(verb)))));
    }
    table.add(
        List.of("requests that may change something", Long.toString(measured.requests().writes())));
    table.add(List.of("events", Long.toString(measured.requests().events())));
    table.add(List.of("cloud calls", Integer.toString(measured.cloud().total())));
    table.add(List.of("MB read by the manager", Long.toString(outage.bytesRead() / MB)));
    table.add(List.of("CPU seconds of the manager", seconds(measured.cpu())));
    return section("All watches broken at once", table);
  }

  List<String> capacity() {
    Optional<CapacityRound.Result> result = benchResults.capacity();
    if (result.isEmpty()) {
      return List.of();
    }
    CapacityRound.Result capacity = result.get();
    ManagerUsage measured = capacity.measured();
    double minutes = capacity.time().toMillis() / (double) Duration.ofMinutes(1).toMillis();
    var table =
        new MarkdownTable(
            List.of(
                "",
                "%d pools short of one instance for %d s"
                    .formatted(capacity.pools(), capacity.time().toSeconds())));
    table.add(List.of("pools that say why", Integer.toString(capacity.told().count())));
    table.add(List.of("… after, seconds: median / p99 / longest", spread(capacity.told())));
    for (Map.Entry<String, Integer> calls : measured.cloud().byAction().entrySet()) {
      table.add(List.of(calls.getKey() + " a minute", decimal(calls.getValue() / minutes)));
    }
    for (Map.Entry<RequestType, Long> requests : measured.requests().byType().entrySet()) {
      table.add(
          List.of(
              "%s %s a minute".formatted(requests.getKey().verb(), requests.getKey().resource()),
              decimal(requests.getValue() / minutes)));
    }
    table.add(List.of("events a minute", decimal(measured.requests().events() / minutes)));
    table.add(List.of("CPU seconds of the manager", seconds(measured.cpu())));
    table.add(List.of("all complete again after, seconds", seconds(capacity.recovered())));
    var lines = new ArrayList<>(section("No capacity", table));
    if (!capacity.message().isEmpty()) {
      lines.add("A pool says: " + capacity.message());
      lines.add("");
    }
    return lines;
  }

  List<String> memory() {
    if (benchResults.memory().isEmpty()) {
      return List.of();
    }
    var table =
        new MarkdownTable(
            List.of(
                "MB after",
                "heap in use after a full collection",
                "most in use before",
                "full collections",
                "resident",
                "most resident so far",
                "threads"));
    for (MemoryMeter.Reading reading : benchResults.memory()) {
      table.add(
          List.of(
              reading.title(),
              Integer.toString(reading.live()),
              Integer.toString(reading.before().peak()),
              Integer.toString(reading.before().full()),
              Long.toString(reading.process().resident() / 1024),
              Long.toString(reading.process().peak() / 1024),
              Long.toString(reading.threads())));
    }
    return section("Memory of the manager", table);
  }

  private static String spread(Percentiles each) {
    return "%s / %s / %s"
        .formatted(seconds(each.median()), seconds(each.p99()), seconds(each.longest()));
  }

  private static List<String> section(String title, MarkdownTable table) {
    var lines = new ArrayList<String>();
    lines.add("## " + title);
    lines.addAll(table.lines());
    return lines;
  }
}
