package io.weir.sandbox.live;

import io.weir.clouds.Journal;
import java.util.ArrayList;
import java.util.List;

/** Reads the journal of the cloud: calls that changed something, and those that went wrong. */
final class CloudNews {
  private final Journal journal;
  private long last;

  CloudNews(Journal journal) {
    this.journal = journal;
  }

  /** What is new since it was asked last. */
  List<News> latest() {
    var news = new ArrayList<News>();
    for (Journal.Call call : journal.callsAfter(last)) {
      last = call.number();
      String about = "AWS " + call.action();
      String resource = call.resource().isEmpty() ? "" : call.resource() + ": ";
      if (call.outcome().contains("NotFound")) {
        // Asking for what is not there yet is how one learns that it is not.
        continue;
      }
      if (!call.outcome().equals(Journal.OK)) {
        news.add(News.bad(call.at(), about, resource + call.outcome()));
      } else if (call.wrote()) {
        news.add(News.plain(call.at(), about, resource + "done"));
      }
    }
    return news;
  }
}
