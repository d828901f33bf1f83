package io.weir.provider.aws.refresh;

import java.util.List;
import java.util.Optional;

/** What is known of a group's instance refreshes. AWS tells them for one group at a time. */
public sealed interface RefreshObservation {

  /** Nobody asked. */
  record NotRead() implements RefreshObservation {}

  /** A write has overtaken what is known of the whole group: the next look tells. */
  record Invalidated() implements RefreshObservation {}

  /** Asking failed; in words for people. */
  record Unreadable(String why) implements RefreshObservation {}

  /** AWS listed them. */
  record Read(List<ObservedRefresh> newestFirst) implements RefreshObservation {
    public Read {
      newestFirst = List.copyOf(newestFirst);
    }

    /** The one that runs. */
    public Optional<ObservedRefresh> active() {
      return newestFirst.stream().filter(ObservedRefresh::isActive).findFirst();
    }

    /** The one with this id. */
    public Optional<ObservedRefresh> withId(String id) {
      return newestFirst.stream()
          .filter(observedRefresh -> observedRefresh.id().equals(id))
          .findFirst();
    }

    /** Id of the newest one; empty if there is none. */
    public String newest() {
      return newestFirst.isEmpty() ? "" : newestFirst.getFirst().id();
    }

    /** The first one that came after the one with this id. */
    public Optional<ObservedRefresh> firstAfter(String id) {
      var later =
          newestFirst.stream()
              .takeWhile(observedRefresh -> !observedRefresh.id().equals(id))
              .toList();
      return later.isEmpty() ? Optional.empty() : Optional.of(later.getLast());
    }
  }
}
