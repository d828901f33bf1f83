package io.weir.pass;

import io.weir.api.ApiObject;
import io.weir.provider.Instance;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is to be done with the infrastructure machines of a pool after a look at its instances. The
 * same look, the same duties.
 *
 * @param duties in the order in which they are carried out
 * @param absentSince by UID, of the objects whose instances the look did not show, the first look
 *     that did not
 * @param nextLook when to look again whether those instances are gone; absent if none is missing
 */
public record MachineDuties(
    List<Duty> duties, Map<String, Instant> absentSince, Optional<Instant> nextLook) {

  /** So long an instance is missing from complete looks until its object, deleted before, goes. */
  static final Duration CONFIRMED_AFTER = Duration.ofSeconds(20);

  /** The same until an object goes that nobody has deleted. */
  static final Duration GONE_AFTER = Duration.ofMinutes(1);

  /** So much the clocks of a cloud and of an API server may differ. */
  private static final Duration CLOCKS_APART = Duration.ofMinutes(5);

  public MachineDuties {
    duties = List.copyOf(duties);
    absentSince = Map.copyOf(absentSince);
  }

  /** One thing to do. */
  public sealed interface Duty {

    /** Make the object of a member. */
    record Make(PoolMember member) implements Duty {}

    /** Mark it, and tell in it how its instance is. */
    record Report(ApiObject object, PoolMember member) implements Duty {}

    /** Take the finalizer from one that is being deleted. */
    record Release(ApiObject object) implements Duty {}

    /** Delete one that stands for nothing, and take its finalizer: no instance ends with it. */
    record Discard(ApiObject object) implements Duty {}
  }

  /**
   * Those of a pool.
   *
   * @param objects its infrastructure machines
   * @param members its instances by a complete look
   * @param asOf when that look began
   * @param absentSince what the duties of the look before said of that
   * @param hasReadyNode whether an instance has a Ready Node, by its provider ID: then it is there,
   *     whatever the look showed
   * @param makes whether new ones are made
   */
  public static MachineDuties of(
      List<ApiObject> objects,
      List<PoolMember> members,
      Instant asOf,
      Map<String, Instant> absentSince,
      Predicate<String> hasReadyNode,
      boolean makes) {
    return new Decision(asOf, absentSince, hasReadyNode).decide(objects, members, makes);
  }

  /** The provider ID that an object is about. */
  public static String providerId(ApiObject object) {
    return object.at("/spec/providerID").asText("");
  }

  /**
   * Of several objects the one that counts for an instance. The oldest, as others may rely on it by
   * now; not one of a machine that was there before and had the same ID, as those of a scale set
   * that is made anew have.
   */
  public static Optional<ApiObject> of(Instance instance, Stream<ApiObject> objects) {
    return objects
        .filter(object -> providerId(object).equals(instance.providerId()))
        .filter(object -> !isOfFormer(object, instance))
        .min(
            Comparator.<ApiObject, Instant>comparing(
                    object -> object.creationTimestamp().orElse(Instant.MAX))
                .thenComparing(ApiObject::name));
  }

  /** An object is made after its instance. */
  private static boolean isOfFormer(ApiObject object, Instance instance) {
    return object
        .creationTimestamp()
        .filter(
            made ->
                instance.created().filter(at -> at.isAfter(made.plus(CLOCKS_APART))).isPresent())
        .isPresent();
  }

  private static final class Decision {
    private final Instant asOf;
    private final Map<String, Instant> before;
    private final Predicate<String> hasReadyNode;
    private final List<Duty> duties = new ArrayList<>();
    private final Map<String, Instant> absent = new HashMap<>();
    private Optional<Instant> nextLook = Optional.empty();

    Decision(Instant asOf, Map<String, Instant> before, Predicate<String> hasReadyNode) {
      this.asOf = asOf;
      this.before = before;
      this.hasReadyNode = hasReadyNode;
    }

    MachineDuties decide(List<ApiObject> objects, List<PoolMember> members, boolean makes) {
      Map<String, List<ApiObject>> byInstance =
          objects.stream()
              .collect(
                  Collectors.groupingBy(
                      MachineDuties::providerId, LinkedHashMap::new, Collectors.toList()));
      for (PoolMember member : members) {
        String id = member.instance().providerId();
        if (!id.isEmpty()) {
          List<ApiObject> ofMember = byInstance.remove(id);
          ofMember(member, ofMember == null ? List.of() : ofMember, makes);
        }
      }
      byInstance.values().forEach(absent -> absent.forEach(this::ofAbsent));
      return new MachineDuties(duties, absent, nextLook);
    }

    private void ofMember(PoolMember member, List<ApiObject> objects, boolean makes) {
      Optional<ApiObject> counts = MachineDuties.of(member.instance(), objects.stream());
      objects.stream()
          .filter(object -> counts.filter(object::equals).isEmpty())
          .forEach(object -> duties.add(new Duty.Discard(object)));
      if (counts.isPresent()) {
        duties.add(new Duty.Report(counts.get(), member));
      } else if (makes && comesToStay(member.instance())) {
        duties.add(new Duty.Make(member));
      }
    }

    private static boolean comesToStay(Instance instance) {
      return !instance.isEnding() && instance.state() != Instance.State.IDLE;
    }

    private void ofAbsent(ApiObject object) {
      if (hasReadyNode.test(providerId(object))) {
        lookAt(asOf.plus(GONE_AFTER));
        return;
      }
      Instant since = before.getOrDefault(object.uid(), asOf);
      Instant end = since.plus(object.isDeleting() ? CONFIRMED_AFTER : GONE_AFTER);
      absent.put(object.uid(), since);
      if (asOf.isBefore(end)) {
        lookAt(end);
      } else {
        duties.add(object.isDeleting() ? new Duty.Release(object) : new Duty.Discard(object));
      }
    }

    private void lookAt(Instant when) {
      nextLook = nextLook.filter(sooner -> sooner.isBefore(when)).or(() -> Optional.of(when));
    }
  }
}
