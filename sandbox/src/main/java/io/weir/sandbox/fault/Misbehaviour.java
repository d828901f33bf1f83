package io.weir.sandbox.fault;

import io.weir.clouds.Fault;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a sandbox can be told to do wrong for a while, by the name that people type. */
public enum Misbehaviour {
  THROTTLE("the cloud answers calls with \"too many\"", Fault.Kind.THROTTLED),
  ERROR("the cloud answers calls with a server error (5xx)", Fault.Kind.SERVER_ERROR),
  TIMEOUT("calls take effect in the cloud and are not answered", Fault.Kind.DROPPED_AFTER),
  LOST("calls do not reach the cloud and are not answered", Fault.Kind.DROPPED_BEFORE),
  DENIED("the cloud refuses calls for lack of a right", Fault.Kind.DENIED),
  SLOW("the cloud answers calls late, by --by", Fault.Kind.SLOW),
  NO_CAPACITY("the cloud has no machines of the wanted type", Fault.Kind.NO_CAPACITY),
  SLOW_BOOT("new instances take longer to boot, by --by", Fault.Kind.SLOW_BOOT),
  UNREACHABLE("the manager cannot reach the workload cluster's API server");

  private static final Set<Misbehaviour> OF_LAUNCHES = EnumSet.of(NO_CAPACITY, SLOW_BOOT);
  private static final Set<Misbehaviour> LATE = EnumSet.of(SLOW, SLOW_BOOT);

  private final String meaning;
  private final Optional<Fault.Kind> kind;

  Misbehaviour(String meaning) {
    this.meaning = meaning;
    this.kind = Optional.empty();
  }

  Misbehaviour(String meaning, Fault.Kind kind) {
    this.meaning = meaning;
    this.kind = Optional.of(kind);
  }

  /** The name that people type. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What it is, for a list. */
  public String meaning() {
    return meaning;
  }

  /** Whether it befalls launches of instances and not calls. */
  boolean ofLaunches() {
    return OF_LAUNCHES.contains(this);
  }

  /** Whether it needs to know how late. */
  boolean late() {
    return LATE.contains(this);
  }

  /** What the cloud calls it; empty when it is none of the cloud's. */
  Optional<Fault.Kind> kind() {
    return kind;
  }

  /** The one of this name. */
  public static Optional<Misbehaviour> named(String word) {
    return Arrays.stream(values()).filter(each -> each.word().equals(word)).findFirst();
  }

  /** All names, for a sentence. */
  public static String words() {
    return Arrays.stream(values()).map(Misbehaviour::word).collect(Collectors.joining(", "));
  }
}
