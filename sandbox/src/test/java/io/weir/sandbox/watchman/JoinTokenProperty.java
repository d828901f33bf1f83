package io.weir.sandbox.watchman;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.sandbox.watchman.HistoryEvent.ApiWrite;
import io.weir.sandbox.watchman.HistoryEvent.LaunchToken;
import io.weir.sandbox.watchman.HistoryEvent.ObjectGone;
import io.weir.sandbox.watchman.HistoryEvent.ObjectSeen;
import io.weir.sandbox.watchman.HistoryEvent.TimePassed;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The token that a new machine would get is valid at any moment, where the cloud launches machines
 * by itself: it exists in the cluster, and has not expired. A template and its token change one
 * after the other, so what is put right within seconds is no violation; nor is anything once a pool
 * is to go. For a token that people deleted there is a minute, as there may be no manager just
 * then. Groups of AWS are told from others by their name alone, so that pools of one sandbox need
 * names of their own, whatever their namespaces and clouds.
 */
public final class JoinTokenProperty implements Property {

  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final Duration GRACE_AFTER_PEOPLE = Duration.ofMinutes(1);
  private static final String NAME_PREFIX = "bootstrap-token-";

  private record Group(String cloud, String name) {}

  private record Invalid(Instant since, LaunchToken launch) {}

  private final Map<Group, LaunchToken> launches = new HashMap<>();
  private final Map<Group, Invalid> invalid = new HashMap<>();
  private final Map<String, HistoryEvent> tokens = new HashMap<>();
  private final Map<String, Instant> expirations = new HashMap<>();
  private final Set<String> deletedByPeople = new HashSet<>();
  private final Set<Group> going = new HashSet<>();

  JoinTokenProperty() {}

  @Override
  public String sentence() {
    return "the token that a new machine would get is valid";
  }

  @Override
  public void take(HistoryEvent event, Consumer<Violation> broken) {
    switch (event) {
      case LaunchToken launch -> launches.put(new Group(launch.cloud(), launch.group()), launch);
      case ObjectSeen seen when isToken(seen.object()) -> {
        String id = seen.object().name().substring(NAME_PREFIX.length());
        tokens.put(id, seen);
        expirations.put(id, expiration(seen.object()));
      }
      case ObjectGone gone when isToken(gone.object()) -> {
        String id = gone.object().name().substring(NAME_PREFIX.length());
        tokens.put(id, gone);
        expirations.put(id, Instant.MIN);
      }
      case ApiWrite write when isDeletionOfTokenByPeople(write) ->
          deletedByPeople.add(write.object().name().substring(NAME_PREFIX.length()));
      case ObjectSeen seen when isPool(seen.object()) -> seePool(seen.object());
      case TimePassed time -> judge(time.at(), broken);
      default -> {}
    }
  }

  private static boolean isToken(ApiObject object) {
    return object.groupKind().equals(GroupKind.SECRET) && object.name().startsWith(NAME_PREFIX);
  }

  private static boolean isDeletionOfTokenByPeople(ApiWrite write) {
    return isDeletionOfToken(write.verb(), write.resource(), write.object().name())
        && !write.isWeirs()
        && !write.user().startsWith("system:");
  }

  /** Whether a write deletes the Secret of a token. */
  static boolean isDeletionOfToken(String verb, String resource, String name) {
    return verb.equals("delete") && resource.equals("secrets") && name.startsWith(NAME_PREFIX);
  }

  private Duration grace(String token) {
    return deletedByPeople.contains(token) ? GRACE_AFTER_PEOPLE : GRACE;
  }

  private static Instant expiration(ApiObject token) {
    String coded = token.at("/data/expiration").asText();
    if (coded.isEmpty()) {
      return Instant.MAX;
    }
    try {
      return Instant.parse(new String(Base64.getDecoder().decode(coded), StandardCharsets.UTF_8));
    } catch (DateTimeParseException strange) {
      return Instant.MIN;
    }
  }

  private static boolean isPool(ApiObject object) {
    return object.groupKind().equals(GroupKind.MACHINE_POOL) || ReleaseProperty.isPool(object);
  }

  private void seePool(ApiObject pool) {
    for (String cloud : List.of(pool.namespace(), "")) {
      if (pool.isDeleting()) {
        going.add(new Group(cloud, pool.name()));
      } else if (pool.groupKind().equals(GroupKind.MACHINE_POOL)) {
        going.remove(new Group(cloud, pool.name()));
      }
    }
  }

  private void judge(Instant now, Consumer<Violation> broken) {
    launches.forEach(
        (group, launch) -> {
          if (launch.token().isEmpty() || going.contains(group) || isValid(launch.token(), now)) {
            invalid.remove(group);
            return;
          }
          Invalid known = invalid.get(group);
          if (known == null || !known.launch().equals(launch)) {
            invalid.put(group, new Invalid(now, launch));
          } else if (now.isAfter(known.since().plus(grace(launch.token())))) {
            invalid.put(
                group, new Invalid(Instant.MAX.minus(GRACE_AFTER_PEOPLE), launch)); // told once
            broken.accept(violation(group, launch));
          }
        });
  }

  private boolean isValid(String token, Instant now) {
    return expirations.getOrDefault(token, Instant.MIN).isAfter(now);
  }

  private Violation violation(Group group, LaunchToken launch) {
    List<HistoryEvent> story = new ArrayList<>(List.of(launch));
    HistoryEvent token = tokens.get(launch.token());
    if (token != null) {
      story.add(token);
    }
    Instant expiration = expirations.getOrDefault(launch.token(), Instant.MIN);
    String why =
        expiration.equals(Instant.MIN) ? "is not in the cluster" : "expired at " + expiration;
    return new Violation(
        this,
        group.cloud(),
        "token %s of %s %s".formatted(launch.token(), group.name(), why),
        story);
  }
}
