package io.weir.sandbox.watchman;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.clouds.InstanceState.Phase;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Something that happened, as a record tells it. All times are of one machine's clock. */
public sealed interface HistoryEvent {

  /** When. */
  Instant at();

  /** What happened, without its time, in one line without secrets. */
  String summary();

  /**
   * A write that the API server answered.
   *
   * @param at when it arrived
   * @param answered when it was answered
   * @param user the account
   * @param manager who of Weir's processes it was, as in its lease; empty for others
   * @param verb create, update, patch, delete, deletecollection
   * @param resource such as {@code nodes} or {@code machinepools.cluster.x-k8s.io/status}
   * @param object namespace and name
   * @param code HTTP status
   * @param body what was sent, as JSON; empty where that is not logged
   */
  record ApiWrite(
      Instant at,
      Instant answered,
      String user,
      String manager,
      String verb,
      String resource,
      ObjectKey object,
      int code,
      String body)
      implements HistoryEvent {

    private static final int LONGEST = 300;

    /** Whether one of Weir's processes wrote. */
    boolean isWeirs() {
      return !manager.isEmpty();
    }

    /** Whether it took effect. */
    boolean succeeded() {
      return code >= 200 && code < 300;
    }

    @Override
    public String summary() {
      String sent = body.length() > LONGEST ? body.substring(0, LONGEST) + "…" : body;
      return "%s %s %s by %s%s: %d %s"
          .formatted(
              verb, resource, object, user, isWeirs() ? " (" + manager + ")" : "", code, sent);
    }
  }

  /**
   * An object exists in this state.
   *
   * @param at when the watch showed it
   */
  record ObjectSeen(Instant at, ApiObject object) implements HistoryEvent {
    @Override
    public String summary() {
      return "seen: %s, version %s".formatted(object, object.resourceVersion());
    }
  }

  /**
   * An object exists no more.
   *
   * @param at when the watch showed it
   * @param object its last state
   */
  record ObjectGone(Instant at, ApiObject object) implements HistoryEvent {
    @Override
    public String summary() {
      return "gone: " + object;
    }
  }

  /**
   * A call to a cloud.
   *
   * @param at when it arrived
   * @param cloud which cloud
   * @param service which service of it
   * @param action what was asked
   * @param resource what it was about
   * @param parameters its plain parameters
   * @param outcome OK or why not
   * @param wrote whether it changed something
   */
  record CloudCall(
      Instant at,
      String cloud,
      String service,
      String action,
      String resource,
      Map<String, String> parameters,
      String outcome,
      boolean wrote)
      implements HistoryEvent {
    public CloudCall {
      parameters = Map.copyOf(parameters);
    }

    @Override
    public String summary() {
      return "%s: %s %s %s: %s".formatted(cloud, action, resource, parameters, outcome);
    }
  }

  /**
   * A step in the life of an instance.
   *
   * @param at when it happened
   * @param cloud which cloud
   * @param instance zone and id, on Azure the resource ID, in Oracle Cloud the OCID, as they end
   *     its Node's provider id
   * @param group the scale set or pool that made it
   * @param phase how far it is
   * @param runs whether its operating system runs
   */
  record InstanceStep(
      Instant at, String cloud, String instance, String group, Phase phase, boolean runs)
      implements HistoryEvent {
    @Override
    public String summary() {
      return "%s: instance %s of %s is %s%s"
          .formatted(cloud, instance, group, phase, runs ? " and runs" : "");
    }
  }

  /**
   * A manager is about to write to a cloud.
   *
   * @param at when it was let through
   * @param manager who, as in its lease
   * @param api what it calls
   */
  record ManagerCall(Instant at, String manager, String api) implements HistoryEvent {
    @Override
    public String summary() {
      return "%s calls %s".formatted(manager, api);
    }
  }

  /**
   * What a cloud has of a pool's name when it may have nothing any more.
   *
   * @param at when it was looked at
   * @param cloud which cloud
   * @param pool the pool that is gone
   * @param left what is left; empty for nothing
   */
  record CloudLeftovers(Instant at, String cloud, ObjectKey pool, List<String> left)
      implements HistoryEvent {
    public CloudLeftovers {
      left = List.copyOf(left);
    }

    @Override
    public String summary() {
      return "%s has of %s: %s".formatted(cloud, pool, left);
    }
  }

  /**
   * What the next machine of a group would join with has changed.
   *
   * @param at when that was seen
   * @param cloud which cloud
   * @param group the scale set or pool
   * @param token the public id of the join token; empty if there is none any more
   */
  record LaunchToken(Instant at, String cloud, String group, String token) implements HistoryEvent {
    @Override
    public String summary() {
      return "%s: a new machine of %s joins with token %s".formatted(cloud, group, token);
    }
  }

  /** Nothing that happened before this moment is unknown. */
  record TimePassed(Instant at) implements HistoryEvent {
    @Override
    public String summary() {
      return "";
    }
  }
}
