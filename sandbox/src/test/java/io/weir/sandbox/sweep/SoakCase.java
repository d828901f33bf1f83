package io.weir.sandbox.sweep;

import io.weir.api.GroupKind;
import io.weir.clouds.CloudFault;
import io.weir.kernel.kube.BuiltInKinds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Something that takes too long to be tried every time. All of them together have one budget, of
 * which each family has a share, and {@link DrawnCases} says which of them a run tries.
 */
public sealed interface SoakCase {

  /** With which others it takes turns. */
  Family family();

  /** What is alike, so that the many of one sort leave room for the few of others. */
  enum Family {
    CUTS,
    FROZEN_WATCHES,
    RESTORES,
    OUTAGES,
    LAGS,
    PAIRS,
    KILLS,
    NEIGHBOURS,
    SANDBOX
  }

  /**
   * The manager is cut off at one of its writes.
   *
   * @param cloudType the cloud that it runs on
   * @param write the n-th, counted from 1
   * @param side on which side of its effect
   */
  record CutAt(TestCloudType cloudType, int write, ManagerCutoff.Side side) implements SoakCase {
    @Override
    public Family family() {
      return Family.CUTS;
    }
  }

  /**
   * The API server misbehaves all the time.
   *
   * @param mode how requests fail
   */
  record WithRequestFaults(RequestFaults.Mode mode) implements SoakCase {
    @Override
    public Family family() {
      return Family.OUTAGES;
    }
  }

  /**
   * The cloud misbehaves all the time.
   *
   * @param fault how
   */
  record WithCloudFault(CloudFault.Kind fault) implements SoakCase {
    @Override
    public Family family() {
      return Family.OUTAGES;
    }
  }

  /**
   * API server and cloud misbehave all the time.
   *
   * @param mode how requests fail
   * @param fault how the cloud does
   */
  record WithBothFaults(RequestFaults.Mode mode, CloudFault.Kind fault) implements SoakCase {
    @Override
    public Family family() {
      return Family.PAIRS;
    }
  }

  /**
   * The manager is cut off at one of its writes on a cloud that misbehaves all the time.
   *
   * @param fault how
   * @param cut where
   */
  record CutAmidFaults(CloudFault.Kind fault, CutAt cut) implements SoakCase {
    @Override
    public Family family() {
      return Family.PAIRS;
    }
  }

  /**
   * A watch of a replica stands still from a write of the leader's on, and the replica leads then.
   *
   * @param kind of the watch
   * @param write the n-th, counted from 1
   */
  record FrozenAt(WatchedKind kind, int write) implements SoakCase {
    @Override
    public Family family() {
      return Family.FROZEN_WATCHES;
    }
  }

  /** What managers watch. */
  enum WatchedKind {
    MACHINE_POOL,
    INFRASTRUCTURE,
    CONFIG,
    SECRET,
    CLUSTER,
    NODE;

    GroupKind kind() {
      return switch (this) {
        case MACHINE_POOL -> GroupKind.MACHINE_POOL;
        case INFRASTRUCTURE -> SharedApiServer.AWS_POOL;
        case CONFIG -> GroupKind.KUBEADM_CONFIG;
        case SECRET -> GroupKind.SECRET;
        case CLUSTER -> GroupKind.CLUSTER;
        case NODE -> BuiltInKinds.NODE;
      };
    }

    /** For names of lifecycles. */
    String shortName() {
      return name().substring(0, 3).toLowerCase(Locale.ROOT);
    }
  }

  /**
   * etcd is restored from a backup while the manager goes on.
   *
   * @param backup when the backup is made
   * @param restore when it is restored, later
   */
  record RestoredAt(RestoreMoment backup, RestoreMoment restore) implements SoakCase {
    @Override
    public Family family() {
      return Family.RESTORES;
    }
  }

  /** What a test of its own tries. */
  enum Single implements SoakCase {
    KAPSULE_THROTTLES(Family.OUTAGES),
    AWS_LAGS(Family.LAGS),
    AWS_TAGS_LAG(Family.LAGS),
    AWS_DELETED_WITHIN_LAG(Family.LAGS),
    KAPSULE_LAGS(Family.LAGS),
    KAPSULE_DELETED_WITHIN_LAG(Family.LAGS),
    CONNECTIONS_CUT(Family.OUTAGES),
    API_SERVER_KILLED(Family.OUTAGES),
    MANAGER_KILLED_OFTEN(Family.KILLS),
    LEADER_STOPPED(Family.KILLS),
    LEADER_STOPPED_IN_CALL(Family.KILLS),
    LEADER_TERMINATED_IN_CALL(Family.KILLS),
    WRITE_OF_FORMER_LEADER(Family.KILLS),
    CRASH_AFTER_CREATION(Family.KILLS),
    CRASH_BEFORE_REPORT(Family.KILLS),
    CRASH_WHILE_SCALING(Family.KILLS),
    CRASH_WHILE_DELETING(Family.KILLS),
    CRASH_WHILE_LEAVING(Family.KILLS),
    MOVED_WHILE_LEAVING(Family.KILLS),
    KEPT_SANDBOX(Family.SANDBOX),
    KEPT_FAULTS(Family.SANDBOX),
    KEPT_TWICE(Family.SANDBOX),
    SIGTERM(Family.SANDBOX),
    SIGINT_ALONE(Family.SANDBOX),
    SIGHUP(Family.SANDBOX),
    SIGINT_WHILE_STARTING(Family.SANDBOX),
    MANAGER_THAT_DOES_NOT_START(Family.SANDBOX),
    JVM_KILLED(Family.SANDBOX),
    BAD_NEIGHBOURS(Family.NEIGHBOURS);

    private final Family family;

    Single(Family family) {
      this.family = family;
    }

    @Override
    public Family family() {
      return family;
    }
  }

  /** Set where the cases are tried that take long, and not only a few cuts on AWS. */
  String PROPERTY = "weir.soak";

  /** How clouds misbehave that may be called again. */
  List<CloudFault.Kind> CLOUD_FAULTS =
      List.of(
          CloudFault.Kind.THROTTLED,
          CloudFault.Kind.SERVER_ERROR,
          CloudFault.Kind.DROPPED_BEFORE,
          CloudFault.Kind.DROPPED_AFTER);

  /** All of them, always in the same order, in which what is alike is not side by side. */
  static List<SoakCase> all() {
    var all = new ArrayList<SoakCase>(List.of(Single.values()));
    Stream.of(TestCloudType.values()).forEach(testCloudType -> all.addAll(cuts(testCloudType)));
    all.addAll(frozen());
    all.addAll(RestoreMoment.cases());
    Stream.of(RequestFaults.Mode.values()).map(WithRequestFaults::new).forEach(all::add);
    CLOUD_FAULTS.stream().map(WithCloudFault::new).forEach(all::add);
    all.addAll(pairs());
    return mixed(all);
  }

  /** The same, each family by itself. */
  static List<List<SoakCase>> byFamily() {
    var families = new EnumMap<Family, List<SoakCase>>(Family.class);
    all()
        .forEach(
            soakCase ->
                families.computeIfAbsent(soakCase.family(), _ -> new ArrayList<>()).add(soakCase));
    return List.copyOf(families.values());
  }

  /** Those of them that this run tries. */
  static List<SoakCase> ofThisRun() {
    DrawnCases drawn = DrawnCases.ofThisRun();
    return Boolean.getBoolean(PROPERTY) ? drawn.ofEach(byFamily()) : quick(drawn);
  }

  /**
   * A few cuts, some of them while machines are drained: in one run by Weir's rollout, in the next
   * in a refresh by the cloud.
   */
  private static List<SoakCase> quick(DrawnCases drawn) {
    List<TestCloudType> draining = List.of(TestCloudType.AWS_ROLLED, TestCloudType.AWS_HELD);
    TestCloudType now = draining.get(Math.floorMod(drawn.seed(), draining.size()));
    int few = drawn.budget() / 3;
    var cuts = new ArrayList<SoakCase>();
    cuts.addAll(
        new DrawnCases(drawn.seed(), drawn.budget() - few).of(mixed(cuts(TestCloudType.AWS))));
    cuts.addAll(
        new DrawnCases(Math.floorDiv(drawn.seed(), draining.size()), few).of(mixed(cuts(now))));
    return cuts;
  }

  /** Those of this run that are of one sort. */
  static <C extends SoakCase> List<C> ofThisRun(Class<C> sort) {
    return ofThisRun().stream().filter(sort::isInstance).map(sort::cast).toList();
  }

  /**
   * Those of one sort that this run tries; where it tries none that take long, a few quick ones.
   */
  static <C extends SoakCase> List<C> fewOfThisRun(Class<C> sort, int few, Predicate<C> quick) {
    if (Boolean.getBoolean(PROPERTY)) {
      return ofThisRun(sort);
    }
    List<C> all = all().stream().filter(sort::isInstance).map(sort::cast).filter(quick).toList();
    return new DrawnCases(DrawnCases.ofThisRun().seed(), few).of(all);
  }

  private static List<FrozenAt> frozen() {
    return IntStream.rangeClosed(1, TestCloudType.AWS.writes())
        .boxed()
        .flatMap(n -> Stream.of(WatchedKind.values()).map(kind -> new FrozenAt(kind, n)))
        .toList();
  }

  /** Each way to fail of the one with each of the other, and each cut with one of them in turn. */
  private static List<SoakCase> pairs() {
    var pairs = new ArrayList<SoakCase>();
    for (RequestFaults.Mode mode : RequestFaults.Mode.values()) {
      CLOUD_FAULTS.forEach(fault -> pairs.add(new WithBothFaults(mode, fault)));
    }
    int next = 0;
    for (CutAt cut : cuts(TestCloudType.AWS)) {
      pairs.add(new CutAmidFaults(CLOUD_FAULTS.get(next++ % CLOUD_FAULTS.size()), cut));
    }
    return pairs;
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
