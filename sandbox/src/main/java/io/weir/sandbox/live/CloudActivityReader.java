package io.weir.sandbox.live;

import io.weir.clouds.CloudFault;
import io.weir.clouds.Journal;
import io.weir.clouds.SimulatedCloud;
import java.util.ArrayList;
import java.util.List;

/** Reads the journal of a cloud: calls that changed something, and those that went wrong. */
final class CloudActivityReader {
  private final SimulatedCloud cloud;
  private long last;

  CloudActivityReader(SimulatedCloud cloud) {
    this.cloud = cloud;
  }

  /** What is new since it was asked last. */
  List<ActivityEntry> latest() {
    var activity = new ArrayList<ActivityEntry>();
    for (Journal.Call call : cloud.journal().callsAfter(last)) {
      last = call.number();
      String about = cloud.name() + " " + call.action();
      String resource = call.resource().isEmpty() ? "" : call.resource() + ": ";
      if (call.outcome().contains("NotFound")) {
        // Asking for what is not there yet is how one learns that it is not.
        continue;
      }
      if (!call.outcome().equals(Journal.OK)) {
        activity.add(ActivityEntry.bad(call.at(), about, resource + words(call.outcome())));
      } else if (call.wrote()) {
        activity.add(ActivityEntry.plain(call.at(), about, resource + "done"));
      }
    }
    return activity;
  }

  /** Errors are told as the cloud words them; what a caller never hears of, in words. */
  private static String words(String outcome) {
    return outcome.equals(CloudFault.Kind.DROPPED_AFTER.name())
        ? "took effect, but the answer was lost"
        : outcome.equals(CloudFault.Kind.DROPPED_BEFORE.name())
            ? "was lost before it reached the cloud"
            : outcome;
  }
}
