package io.weir.sandbox.sweep;

import io.weir.clouds.CloudFault;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Something that takes too long to be tried every time. All of them together have one budget, and
 * {@link DrawnCases} says which of them a run tries.
 */
public sealed interface SoakCase {

  /**
   * The manager is cut off at one of its writes.
   *
   * @param cloudType the cloud that it runs on
   * @param write the n-th, counted from 1
   * @param side on which side of its effect
   */
  record CutAt(TestCloudType cloudType, int write, ManagerCutoff.Side side) implements SoakCase {}

  /**
   * The API server misbehaves all the time.
   *
   * @param mode how requests fail
   */
  record WithRequestFaults(RequestFaults.Mode mode) implements SoakCase {}

  /**
   * The cloud misbehaves all the time.
   *
   * @param fault how
   */
  record WithCloudFault(CloudFault.Kind fault) implements SoakCase {}

  /** What a test of its own tries. */
  enum Single implements SoakCase {
    KAPSULE_THROTTLES,
    AWS_LAGS,
    KAPSULE_LAGS,
    CONNECTIONS_CUT,
    API_SERVER_KILLED,
    MANAGER_KILLED_OFTEN,
    LEADER_STOPPED,
    WRITE_OF_FORMER_LEADER,
    CRASH_AFTER_CREATION,
    CRASH_BEFORE_REPORT,
    CRASH_WHILE_SCALING,
    CRASH_WHILE_DELETING,
    KEPT_SANDBOX,
    KEPT_FAULTS,
    KEPT_TWICE,
    SIGTERM,
    SIGINT_ALONE,
    SIGHUP,
    SIGINT_WHILE_STARTING,
    MANAGER_THAT_DOES_NOT_START,
    JVM_KILLED
  }

  /** Set where the cases are tried that take long, and not only a few cuts on AWS. */
  String PROPERTY = "weir.soak";

  /** All of them, always in the same order, in which what is alike is not side by side. */
  static List<SoakCase> all() {
    var all = new ArrayList<SoakCase>(List.of(Single.values()));
    Stream.of(TestCloudType.values()).forEach(testCloudType -> all.addAll(cuts(testCloudType)));
    Stream.of(RequestFaults.Mode.values()).map(WithRequestFaults::new).forEach(all::add);
    Stream.of(
            CloudFault.Kind.THROTTLED,
            CloudFault.Kind.SERVER_ERROR,
            CloudFault.Kind.DROPPED_BEFORE,
            CloudFault.Kind.DROPPED_AFTER)
        .map(WithCloudFault::new)
        .forEach(all::add);
    return mixed(all);
  }

  /** Those of them that this run tries. */
  static List<SoakCase> ofThisRun() {
    DrawnCases drawn = DrawnCases.ofThisRun();
    return Boolean.getBoolean(PROPERTY)
        ? drawn.of(all())
        : drawn.of(mixed(cuts(TestCloudType.AWS)));
  }

  /** Those of this run that are of one sort. */
  static <C extends SoakCase> List<C> ofThisRun(Class<C> sort) {
    return ofThisRun().stream().filter(sort::isInstance).map(sort::cast).toList();
  }

  private static List<CutAt> cuts(TestCloudType testCloudType) {
    return IntStream.rangeClosed(1, testCloudType.writes())
        .boxed()
        .flatMap(
            n ->
                Stream.of(ManagerCutoff.Side.values())
                    .map(side -> new CutAt(testCloudType, n, side)))
        .toList();
  }

  private static List<SoakCase> mixed(List<? extends SoakCase> cases) {
    var mixed = new ArrayList<SoakCase>(cases);
    Collections.shuffle(mixed, new Random(1));
    return List.copyOf(mixed);
  }
}
