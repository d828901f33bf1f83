package io.weir.sandbox.usage;

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
public record CloudCallCounts(SortedMap<String, Integer> byAction, int writes) {
  public CloudCallCounts {
    byAction = Collections.unmodifiableSortedMap(new TreeMap<>(byAction));
  }

  /** All calls. */
  public int total() {
    return byAction.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** What came on top of an earlier count. */
  CloudCallCounts since(CloudCallCounts earlier) {
    var more = new TreeMap<String, Integer>();
    for (Map.Entry<String, Integer> entry : byAction.entrySet()) {
      int count = entry.getValue() - earlier.byAction.getOrDefault(entry.getKey(), 0);
      if (count > 0) {
        more.put(entry.getKey(), count);
      }
    }
    return new CloudCallCounts(more, writes - earlier.writes);
  }
}
