package io.weir.provider.azure.scaleset;

import io.weir.api.Digest;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which model each instance of a scale set was made from. Azure does not tell: in Flexible mode it
 * says nothing at all, and in Uniform mode that an instance has not the latest, which is as true
 * after a new join token as after a new image. So each change that outdates instances notes, in the
 * call that makes it, when the newest instance of before was made: by Azure's clock, as Azure tells
 * it of the instance, so that it does not matter how ours goes. Only where the look before the call
 * may not show all of them does our clock tell how long more of them may come; of what is made
 * meanwhile nothing is known, so that a new instance may be replaced once more, and an old one is
 * never taken for new.
 *
 * @param past what instances were made from before, oldest first
 * @param current what they are made from now
 */
record ModelGenerations(List<Past> past, String current) {

  /** As many as a tag has room for. */
  private static final int MOST = 9;

  private static final int ID_LENGTH = 10;

  /** What is known of instances from before all that is noted, or from the time of a change. */
  private static final String FORGOTTEN = "-";

  /** What is known of a set whose notes are lost. */
  static final ModelGenerations LOST = only(FORGOTTEN);

  /**
   * A model of before.
   *
   * @param last when the newest instance was made that is of it, or of one before
   */
  record Past(String id, Instant last) {}

  ModelGenerations {
    past = List.copyOf(past);
  }

  /** Of a set all of whose instances are of one model. */
  static ModelGenerations only(String id) {
    return new ModelGenerations(List.of(), id);
  }

  /** The id of a model, by all that instances of different ones differ in. */
  static String id(String revision) {
    return Digest.sha256(revision).substring(0, ID_LENGTH);
  }

  /** The model that an instance was made from; empty if nothing tells. */
  String idOf(Optional<Instant> created) {
    if (past.isEmpty()) {
      return current;
    }
    return created
        .map(
            when ->
                past.stream()
                    .filter(each -> !when.isAfter(each.last()))
                    .findFirst()
                    .map(Past::id)
                    .orElse(current))
        .orElse("");
  }

  /**
   * When instances were made.
   *
   * @param seen those that a look showed
   * @param unseenUntil how long others may have been made, or yet be, of the model that the look
   *     showed; empty if it showed all
   */
  record CreationTimes(List<Instant> seen, Optional<Instant> unseenUntil) {
    CreationTimes {
      seen = seen.stream().sorted().toList();
    }
  }

  /**
   * Once the model is another one. Models of before all instances are forgotten.
   *
   * @param created when the instances were made that may be of the model so far
   */
  ModelGenerations followedBy(String id, CreationTimes created) {
    if (created.seen().isEmpty() && created.unseenUntil().isEmpty()) {
      return only(id);
    }
    Instant oldest = created.seen().isEmpty() ? Instant.MIN : created.seen().getFirst();
    var all = new ArrayList<>(past.stream().filter(each -> !each.last().isBefore(oldest)).toList());
    if (!created.seen().isEmpty()) {
      addIfLater(all, new Past(current, created.seen().getLast()));
    }
    created.unseenUntil().ifPresent(until -> addIfLater(all, new Past(FORGOTTEN, until)));
    while (all.size() > MOST) {
      all.removeFirst();
      all.set(0, new Past(FORGOTTEN, all.getFirst().last()));
    }
    return new ModelGenerations(all, id);
  }

  private static void addIfLater(List<Past> all, Past next) {
    if (all.isEmpty() || next.last().isAfter(all.getLast().last())) {
      all.add(next);
    }
  }

  /** The form that a tag holds: {@code past@time;past@time;current}. */
  String format() {
    var text = new StringBuilder();
    past.forEach(
        each ->
            text.append(each.id())
                .append('@')
                .append(Long.toString(micros(each.last()), Character.MAX_RADIX))
                .append(';'));
    return text.append(current).toString();
  }

  /** Azure tells more digits than a tag has room for; the next microsecond covers them. */
  private static long micros(Instant time) {
    return Math.addExact(
        Math.multiplyExact(time.getEpochSecond(), 1_000_000L), (time.getNano() + 999) / 1000);
  }

  private static Instant time(String text) {
    long micros = Long.parseLong(text, Character.MAX_RADIX);
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1000);
  }

  /** Reads {@link #format}; empty if the text is nothing of the kind. */
  static Optional<ModelGenerations> parse(String text) {
    List<String> parts = List.of(text.split(";", -1));
    var past = new ArrayList<Past>();
    try {
      for (String part : parts.subList(0, parts.size() - 1)) {
        int at = part.indexOf('@');
        if (at < 1) {
          return Optional.empty();
        }
        past.add(new Past(part.substring(0, at), time(part.substring(at + 1))));
      }
    } catch (DateTimeException | ArithmeticException | NumberFormatException _) {
      return Optional.empty();
    }
    return parts.getLast().isEmpty()
        ? Optional.empty()
        : Optional.of(new ModelGenerations(past, parts.getLast()));
  }
}
