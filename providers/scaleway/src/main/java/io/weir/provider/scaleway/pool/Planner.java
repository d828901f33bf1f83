package io.weir.provider.scaleway.pool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.Intent;
import io.weir.provider.Observation;
import io.weir.provider.Situation;
import io.weir.provider.Step;
import io.weir.provider.scaleway.kapsule.KapsulePool;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** What Kapsule allows now. */
public final class Planner {

  private Planner() {}

  /**
   * The steps.
   *
   * @param clock tells a creation when it is begun
   */
  public static List<Step> plan(Intent<Want> intent, Situation<Seen> now, InstantSource clock) {
    return switch (intent) {
      case Intent.Converge<Want> converge -> converge(converge.desired(), now, clock);
      case Intent.Delete<Want> _ -> delete(now);
    };
  }

  private static List<Step> converge(Want want, Situation<Seen> now, InstantSource clock) {
    return switch (now.seen()) {
      case Observation.Unknown<Seen> _ -> List.of();
      case Observation.ProvenAbsent<Seen> _ ->
          List.of(new KapsuleStep.Create(now.pool().cloudName(), want.creation(), clock));
      case Observation.Seen<Seen> there ->
          there.observed().of(now.pool().pool(), now.notes()).stream()
              .limit(1)
              .flatMap(pool -> steps(want, pool, there.observed()).stream())
              .toList();
    };
  }

  private static List<Step> steps(Want want, KapsulePool pool, Seen seen) {
    var steps = new ArrayList<Step>();
    if (pool.leaving() || pool.locked() || seen.cluster().closed()) {
      return steps;
    }
    ObjectNode fields = differing(want.settings(), pool);
    if (!fields.isEmpty()) {
      String because = String.join(", ", names(fields)) + " differ from what is asked for";
      steps.add(new KapsuleStep.Update(pool.name(), pool.id(), fields, because));
    }
    if (pool.upgrading()) {
      return steps;
    }
    int size = want.size().orElse(pool.size());
    if (size != pool.size() && !pool.autoscaling()) {
      String because = "%d nodes wanted, %d asked for".formatted(size, pool.size());
      steps.add(new KapsuleStep.Resize(pool.name(), pool.id(), size, because));
    }
    if (Upgrading.of(want, pool, seen.cluster()) == Upgrading.POSSIBLE) {
      String to = seen.cluster().version();
      String because = "its nodes run %s".formatted(pool.version());
      steps.add(new KapsuleStep.Upgrade(pool.name(), pool.id(), to, because));
    }
    return steps;
  }

  private static List<Step> delete(Situation<Seen> now) {
    if (!(now.seen() instanceof Observation.Seen<Seen> there)) {
      return List.of();
    }
    // All that are ours, should there ever have been two.
    return there.observed().of(now.pool().pool(), now.notes()).stream()
        .filter(pool -> !pool.leaving())
        .<Step>map(pool -> new KapsuleStep.Delete(pool.name(), pool.id()))
        .toList();
  }

  /** Those of the wanted fields that the pool has otherwise. */
  static ObjectNode differing(ObjectNode wanted, KapsulePool pool) {
    ObjectNode fields = Json.MAPPER.createObjectNode();
    for (var field : wanted.properties()) {
      if (!same(field.getKey(), field.getValue(), pool.settings().path(field.getKey()))) {
        fields.set(field.getKey(), field.getValue());
      }
    }
    return fields;
  }

  static List<String> names(ObjectNode fields) {
    return List.copyOf(
        new TreeSet<>(fields.propertyStream().map(field -> field.getKey()).toList()));
  }

  private static boolean same(String name, JsonNode wanted, JsonNode has) {
    return switch (name) {
      case "name" -> true;
      case "tags" -> texts(wanted).equals(texts(has));
      case "upgrade_policy" ->
          wanted.propertyStream().allMatch(each -> each.getValue().equals(has.path(each.getKey())));
      // Written GP1-XS, given back gp1_xs.
      case "node_type" -> spelled(wanted).equals(spelled(has));
      default -> wanted.equals(has);
    };
  }

  private static String spelled(JsonNode type) {
    return type.asText().toLowerCase(Locale.ROOT).replace('-', '_');
  }

  private static Set<String> texts(JsonNode list) {
    var texts = new TreeSet<String>();
    list.forEach(each -> texts.add(each.asText()));
    return texts;
  }
}
