package io.weir.provider.aws.observed;

import java.util.List;
import java.util.Optional;

/** What is known of a group's instance refreshes. AWS tells them for one group at a time. */
public sealed interface Refreshes {

  /** Nobody asked. */
  record NotRead() implements Refreshes {}

  /** A write has overtaken what is known of the whole group: the next look tells. */
  record Awaited() implements Refreshes {}

  /** Asking failed; in words for people. */
  record Unreadable(String why) implements Refreshes {}

  /** AWS listed them. */
  record Read(List<Refresh> newestFirst) implements Refreshes {
    public Read {
      newestFirst = List.copyOf(newestFirst);
    }

    /** The one that runs. */
    public Optional<Refresh> active() {
      return newestFirst.stream().filter(Refresh::active).findFirst();
    }

    /** The one with this id. */
    public Optional<Refresh> withId(String id) {
      return newestFirst.stream().filter(refresh -> refresh.id().equals(id)).findFirst();
    }

    /** Id of the newest one; empty if there is none. */
    public String newest() {
      return newestFirst.isEmpty() ? "" : newestFirst.getFirst().id();
    }

    /** The first one that came after the one with this id. */
    public Optional<Refresh> firstAfter(String id) {
      var later = newestFirst.stream().takeWhile(refresh -> !refresh.id().equals(id)).toList();
      return later.isEmpty() ? Optional.empty() : Optional.of(later.getLast());
    }
  }
}
