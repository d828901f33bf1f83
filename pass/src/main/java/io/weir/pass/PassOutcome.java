package io.weir.pass;

import io.weir.provider.DesiredState;
import io.weir.provider.ErrorRule;
import io.weir.provider.Observation;
import io.weir.provider.ObservedState;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import io.weir.provider.ReportContext;
import io.weir.provider.ReportContext.CallFailure;
import io.weir.provider.ResolveResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** How a pass ended: what is to be reported, and when the next one is. */
public sealed interface PassOutcome<D extends DesiredState, O extends ObservedState> {

  /**
   * Deletion: nothing is left, or nothing was the pool's. Its finalizer may go.
   *
   * @param leftInCloud why machines that the pool lists stay in the cloud; empty if none do
   */
  record Released<D extends DesiredState, O extends ObservedState>(Optional<String> leftInCloud)
      implements PassOutcome<D, O> {}

  /** Nothing is known, or what was known no longer counts; the next observation brings a pass. */
  record Unknown<D extends DesiredState, O extends ObservedState>() implements PassOutcome<D, O> {}

  /**
   * An object is missing or wrong, or the identity does not serve the pool. Nothing was done.
   *
   * @param report the conditions that tell so
   */
  record Blocked<D extends DesiredState, O extends ObservedState>(
      PrerequisiteException cause, ReportContext<D, O> report) implements PassOutcome<D, O> {}

  /** The place or a query needed the cloud, which failed. Nothing was done. */
  record Unreachable<D extends DesiredState, O extends ObservedState>(
      ProviderException error, ReportContext<D, O> report) implements PassOutcome<D, O> {}

  /**
   * What could be done was done.
   *
   * @param report all that was found out
   * @param failure what failed, or is held back since it failed; not what failed in observing
   * @param membership tells its instances with their Nodes, to whoever asks
   * @param leftInCloud why a deletion leaves machines that the pool lists where they are; empty if
   *     it does not
   * @param retirement what is to be told of members that leave or are replaced
   * @param retryIn when the first step that is held back may be made; zero if none is
   */
  record Acted<D extends DesiredState, O extends ObservedState>(
      ReportContext<D, O> report,
      Optional<CallFailure> failure,
      Supplier<List<PoolMember>> membership,
      Optional<String> leftInCloud,
      RetirementStatus retirement,
      Duration retryIn)
      implements PassOutcome<D, O> {

    /** Its instances with their Nodes. */
    public List<PoolMember> members() {
      return membership.get();
    }
  }

  /** The one table of what follows, if the report does not ask for a pass itself. */
  default NextPass next() {
    return switch (this) {
      case Released<D, O> _, Unknown<D, O> _ -> new NextPass.WhenWoken();
      case Blocked<D, O> blocked ->
          new NextPass.UntilPeopleAct(String.valueOf(blocked.cause().getMessage()));
      case Unreachable<D, O> unreachable -> after(unreachable.error());
      case Acted<D, O> acted when acted.failure().isPresent() ->
          new NextPass.After(acted.retryIn());
      case Acted<D, O> acted ->
          acted
              .report()
              .pool()
              .claim()
              .unreadDecisions()
              .filter(_ -> acted.leftInCloud().isPresent())
              .<NextPass>map(NextPass.BackingOff::new)
              .orElseGet(() -> whileBlocked(acted.report()));
    };
  }

  private static NextPass after(ProviderException error) {
    String why = String.valueOf(error.getMessage());
    ErrorRule rule = ErrorRule.of(error);
    if (rule.asked().isPresent()) {
      return new NextPass.After(rule.asked().get().plusSeconds(1));
    }
    return rule.needsPeople() ? new NextPass.UntilPeopleAct(why) : new NextPass.BackingOff(why);
  }

  /** What can be done although something is missing is done; the rest waits for it. */
  private static NextPass whileBlocked(ReportContext<?, ?> report) {
    return report
        .resolution()
        .flatMap(ResolveResult::blocker)
        .<NextPass>map(why -> new NextPass.UntilPeopleAct(String.valueOf(why.getMessage())))
        .orElseGet(NextPass.WhenWoken::new);
  }

  /** What a deletion does to the machines that the pool lists. */
  sealed interface Machines {

    /** They go, or are gone. */
    record Going() implements Machines {}

    /** They stay where they are. */
    record Staying(String why) implements Machines {}

    /** This pass cannot tell: what one before it told still holds. */
    record Untold() implements Machines {}
  }

  /** What becomes of the machines in a deletion. */
  default Machines machines() {
    return switch (this) {
      case Released<D, O>(Optional<String> why) -> machines(why);
      case Acted<D, O> acted when !(acted.report().observation() instanceof Observation.Unknown) ->
          machines(acted.leftInCloud());
      // People may take the finalizer off by hand, and a blocked deletion says so.
      case Blocked<D, O> blocked ->
          new Machines.Staying(String.valueOf(blocked.cause().getMessage()));
      case Acted<D, O> _, Unreachable<D, O> _, Unknown<D, O> _ -> new Machines.Untold();
    };
  }

  private static Machines machines(Optional<String> leftInCloud) {
    return leftInCloud.<Machines>map(Machines.Staying::new).orElseGet(Machines.Going::new);
  }

  /** What is to be reported; empty if nothing is. */
  default Optional<ReportContext<D, O>> toReport() {
    return switch (this) {
      case Released<D, O> _, Unknown<D, O> _ -> Optional.empty();
      case Blocked<D, O> blocked -> Optional.of(blocked.report());
      case Unreachable<D, O> unreachable -> Optional.of(unreachable.report());
      case Acted<D, O> acted -> Optional.of(acted.report());
    };
  }

  /** The outcome of a pass that an object blocks. */
  static <D extends DesiredState, O extends ObservedState> PassOutcome<D, O> blocked(
      PoolIdentity pool, PrerequisiteException cause, Observation<O> seen, boolean deleting) {
    var resolution = new ResolveResult.Blocked<D>(cause);
    return new Blocked<>(
        cause,
        new ReportContext<>(pool, Optional.of(resolution), seen, Optional.empty(), deleting));
  }

  /** The outcome of a pass that could not look something up. */
  static <D extends DesiredState, O extends ObservedState> PassOutcome<D, O> unreachable(
      PoolIdentity pool, CallFailure failure, Observation<O> seen, boolean deleting) {
    return new Unreachable<>(
        failure.error(),
        new ReportContext<>(pool, Optional.empty(), seen, Optional.of(failure), deleting));
  }
}
