package io.weir.sandbox.account;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The calls that a cloud was asked.
 *
 * @param byAction the number, above zero, of each action
 * @param writes how many of them changed something
 */
public record CloudCounts(SortedMap<String, Integer> byAction, int writes) {
  public CloudCounts {
    byAction = Collections.unmodifiableSortedMap(new TreeMap<>(byAction));
  }

  /** All calls. */
  public int total() {
    return byAction.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** What came on top of an earlier count. */
  CloudCounts minus(CloudCounts earlier) {
    var more = new TreeMap<String, Integer>();
    for (Map.Entry<String, Integer> entry : byAction.entrySet()) {
      int count = entry.getValue() - earlier.byAction.getOrDefault(entry.getKey(), 0);
      if (count > 0) {
        more.put(entry.getKey(), count);
      }
    }
    return new CloudCounts(more, writes - earlier.writes);
  }
}
