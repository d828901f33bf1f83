package io.weir.sandbox.fault;

import java.time.Duration;
import java.util.ArrayList;

/** Faults in words. */
final class FaultDescription {
  private FaultDescription() {}

  /** What is wrong, where, and until when. */
  static String of(FaultRequest.InjectFault order) {
    var words = new ArrayList<String>();
    words.add(order.what().optionName());
    if (order.what().affectsLaunches()) {
      words.add(order.pool().isEmpty() ? "of every pool" : "of pool " + order.pool());
      words.add(order.zone().isEmpty() ? "" : "in " + order.zone());
    } else if (order.what().cloudFaultKind().isPresent()) {
      words.add(calls(order));
    }
    if (order.byMillis() > 0) {
      words.add("by " + time(order.byMillis()));
    }
    words.removeIf(String::isEmpty);
    return String.join(" ", words) + ", " + end(order);
  }

  private static String calls(FaultRequest.InjectFault order) {
    String which = otherwise(order.operation(), "all calls");
    return order.every() > 1 ? "on 1 in %d of %s".formatted(order.every(), which) : "on " + which;
  }

  private static String end(FaultRequest.InjectFault order) {
    String count =
        order.what().affectsLaunches()
            ? order.calls() == 1 ? "1 launch" : order.calls() + " launches"
            : order.calls() == 1 ? "1 call" : order.calls() + " calls";
    if (order.calls() > 0 && order.forMillis() > 0) {
      return "for %s, for at most %s".formatted(count, time(order.forMillis()));
    }
    if (order.calls() > 0) {
      return "for " + count;
    }
    return order.forMillis() > 0 ? "for " + time(order.forMillis()) : "until cleared";
  }

  static String otherwise(String text, String instead) {
    return text.isEmpty() ? instead : text;
  }

  private static String time(long millis) {
    Duration time = Duration.ofMillis(millis);
    long minutes = time.toMinutes();
    String seconds = time.toSecondsPart() == 0 && minutes > 0 ? "" : time.toSecondsPart() + " s";
    return (minutes == 0 ? "" : minutes + " min ").concat(seconds).strip();
  }
}
