package io.weir.sandbox.fault;

import io.weir.clouds.CloudFault;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a sandbox can be told to do wrong for a while, by the name that people type. */
public enum FaultType {
  THROTTLE("the cloud throttles calls", CloudFault.Kind.THROTTLED),
  ERROR("calls fail with a server error (5xx)", CloudFault.Kind.SERVER_ERROR),
  TIMEOUT("calls take effect in the cloud, but the answer is lost", CloudFault.Kind.DROPPED_AFTER),
  LOST("calls are lost before they reach the cloud", CloudFault.Kind.DROPPED_BEFORE),
  DENIED("the cloud denies calls: a permission is missing", CloudFault.Kind.DENIED),
  SLOW("the cloud delays its answers by --by", CloudFault.Kind.SLOW),
  STALE("reads show the cloud as it was --by ago", CloudFault.Kind.STALE_READ),
  NO_CAPACITY("the cloud has no capacity for the instance type", CloudFault.Kind.NO_CAPACITY),
  SLOW_BOOT("new instances take --by longer to boot", CloudFault.Kind.SLOW_BOOT),
  UNREACHABLE("the manager cannot reach the workload cluster's API server");

  private static final Set<FaultType> OF_LAUNCHES = EnumSet.of(NO_CAPACITY, SLOW_BOOT);
  private static final Set<FaultType> WITH_DELAY = EnumSet.of(SLOW, STALE, SLOW_BOOT);

  private final String meaning;
  private final Optional<CloudFault.Kind> kind;

  FaultType(String meaning) {
    this.meaning = meaning;
    this.kind = Optional.empty();
  }

  FaultType(String meaning, CloudFault.Kind kind) {
    this.meaning = meaning;
    this.kind = Optional.of(kind);
  }

  /** The name that people type. */
  public String optionName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What it is, for a list. */
  public String description() {
    return meaning;
  }

  /** Whether it befalls launches of instances and not calls. */
  boolean affectsLaunches() {
    return OF_LAUNCHES.contains(this);
  }

  /** Whether it needs to know how late. */
  boolean needsDelay() {
    return WITH_DELAY.contains(this);
  }

  /** What the cloud calls it; empty when it is none of the cloud's. */
  Optional<CloudFault.Kind> cloudFaultKind() {
    return kind;
  }

  /** The one of this name. */
  public static Optional<FaultType> fromOptionName(String word) {
    return Arrays.stream(values()).filter(each -> each.optionName().equals(word)).findFirst();
  }

  /** All names, for a sentence. */
  public static String optionNames() {
    return Arrays.stream(values()).map(FaultType::optionName).collect(Collectors.joining(", "));
  }
}
