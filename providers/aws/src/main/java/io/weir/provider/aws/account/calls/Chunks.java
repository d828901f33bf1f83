package io.weir.provider.aws.account.calls;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Parts of a set of names, each as large as a request takes. */
public final class Chunks {

  private Chunks() {}

  /** The parts, each of no more than this size, in order. */
  public static List<List<String>> of(Collection<String> names, int size) {
    var sorted = List.copyOf(new TreeSet<>(names));
    var chunks = new ArrayList<List<String>>();
    for (int from = 0; from < sorted.size(); from += size) {
      chunks.add(sorted.subList(from, Math.min(from + size, sorted.size())));
    }
    return chunks;
  }
}
