package io.weir.sandbox.watchman;

import io.weir.api.ApiObject;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.sandbox.watchman.HistoryEvent.ApiWrite;
import io.weir.sandbox.watchman.HistoryEvent.CloudCall;
import io.weir.sandbox.watchman.HistoryEvent.InstanceStep;
import io.weir.sandbox.watchman.HistoryEvent.ObjectGone;
import io.weir.sandbox.watchman.HistoryEvent.ObjectSeen;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Where nothing happens, nothing is written: once nothing has changed in a place for so long that
 * its manager read the cloud several times, it has nothing to write. Time alone brings writes of
 * join tokens, and those that follow from a failure or from another manager's work, of which a
 * place is cleared for minutes. For clouds that are one namespace's own.
 */
public final class UnchangedInputProperty implements Property {

  private static final Duration QUIET = Duration.ofSeconds(20);
  private static final int READS = 3;
  private static final Duration AFTER_FAILURE = Duration.ofMinutes(10);

  private static final Duration AFTER_CONFLICT = Duration.ofMinutes(1);

  private static final Set<String> OF_TIME =
      Set.of("secrets", "kubeadmconfigs.bootstrap.cluster.x-k8s.io");

  private static final class Place {
    private Instant excusedUntil = Instant.EPOCH;
    private Instant lastChange = Instant.MAX;
    private HistoryEvent last;
    private final List<CloudCall> reads = new ArrayList<>();
    private String manager = "";

    void change(HistoryEvent event) {
      if (lastChange.equals(Instant.MAX) || event.at().isAfter(lastChange)) {
        lastChange = event.at();
        last = event;
      }
      reads.clear();
    }

    void excuse(Instant until) {
      excusedUntil = until.isAfter(excusedUntil) ? until : excusedUntil;
    }
  }

  private final Map<String, Place> places = new HashMap<>();

  /** The cloud of each instance. */
  private final Map<String, String> clouds = new HashMap<>();

  UnchangedInputProperty() {}

  @Override
  public String sentence() {
    return "where nothing happens, nothing is written";
  }

  @Override
  public void take(HistoryEvent event, Consumer<Violation> broken) {
    switch (event) {
      case ObjectSeen seen when seen.object().groupKind().equals(BuiltInKinds.NODE) ->
          places(seen.object()).forEach(place -> place.change(seen));
      case ObjectSeen seen -> place(seen.object()).change(seen);
      case ObjectGone gone -> place(gone.object()).change(gone);
      case InstanceStep step -> {
        clouds.put(step.instance(), step.cloud());
        place(step.cloud()).change(step);
      }
      case CloudCall call -> take(call);
      case ApiWrite write when !write.object().namespace().isEmpty() -> take(write, broken);
      default -> {}
    }
  }

  /** Where a Node belongs; it may be anywhere while its instance is not known. */
  private Collection<Place> places(ApiObject node) {
    String cloud = clouds.get(ProviderIds.instanceOf(node));
    return cloud == null ? places.values() : List.of(place(cloud));
  }

  private Place place(ApiObject object) {
    return place(object.namespace());
  }

  private Place place(String name) {
    return places.computeIfAbsent(name, _ -> new Place());
  }

  private void take(CloudCall call) {
    Place place = place(call.cloud());
    boolean failed = !call.outcome().equals("OK");
    if (failed) {
      place.excuse(call.at().plus(AFTER_FAILURE));
    }
    if (failed || call.wrote()) {
      place.change(call);
    } else {
      place.reads.add(call);
    }
  }

  private void take(ApiWrite write, Consumer<Violation> broken) {
    Place place = place(write.object().namespace());
    boolean judged =
        write.isWeirs()
            && !LeaseHolderProperty.isOfEveryReplica(write.resource())
            && !OF_TIME.contains(write.resource().replaceFirst("/.*", ""));
    if (write.isWeirs() && !write.manager().equals(place.manager)) {
      if (!place.manager.isEmpty()) {
        place.excuse(write.at().plus(AFTER_FAILURE));
      }
      place.manager = write.manager();
    }
    if (!write.succeeded()) {
      place.excuse(write.at().plus(write.code() == 409 ? AFTER_CONFLICT : AFTER_FAILURE));
    } else if (judged && isQuiet(place, write.at())) {
      var story = new ArrayList<HistoryEvent>();
      story.add(place.last);
      story.addAll(place.reads.subList(0, READS));
      story.add(write);
      broken.accept(
          new Violation(
              this,
              write.object().namespace(),
              "nothing had changed for "
                  + Duration.between(place.lastChange, write.at()).toSeconds()
                  + " s",
              story));
    }
    place.change(write);
  }

  private static boolean isQuiet(Place place, Instant now) {
    return !place.lastChange.equals(Instant.MAX)
        && now.isAfter(place.excusedUntil)
        && now.isAfter(place.lastChange.plus(QUIET))
        && place.reads.size() >= READS;
  }
}
