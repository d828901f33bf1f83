package io.weir.engine.drain;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A Pod of a Node that is drained, which is little of it: as many as a server likes to name are
 * kept.
 *
 * @param key namespace and name
 * @param uid tells it from a later one of the name
 * @param treatment what is done with it, and when
 * @param deleted when its time to end is over; absent while nobody has asked it to end
 * @param claims of one that stays: the claims whose volumes stay with it
 */
public record DrainPod(
    ObjectKey key,
    String uid,
    DrainRules.Treatment treatment,
    Optional<Instant> deleted,
    List<String> claims) {

  /** What is done with a Pod. */
  public enum Handling {
    /** It is evicted. */
    EVICT,
    /** It is waited for until it has finished by itself. */
    WAIT_COMPLETED,
    /** It stays, and is not waited for. */
    SKIP
  }

  /** Label of Pods by which people choose; the same as Cluster API's. */
  static final String DRAIN_LABEL = "cluster.x-k8s.io/drain";

  private static final String MIRROR = "kubernetes.io/config.mirror";
  private static final GroupKind DAEMON_SET = new GroupKind("apps", "DaemonSet");
  private static final Set<String> FINISHED = Set.of("Succeeded", "Failed");

  /** No API server stores a longer name. */
  private static final int NAME = 253;

  /** More than a machine of any cloud can have attached. */
  private static final int CLAIMS = 64;

  public DrainPod {
    claims = List.copyOf(claims);
  }

  /**
   * The Pod; absent if no real API server would have stored it.
   *
   * @param rules of its machine
   * @param namespace labels of its Namespace; asked for only if a rule may depend on them
   */
  public static Optional<DrainPod> of(
      ApiObject pod, DrainRules rules, Function<String, Map<String, String>> namespace) {
    if (pod.name().length() > NAME
        || pod.namespace().length() > NAME
        || pod.uid().length() > NAME) {
      return Optional.empty();
    }
    DrainRules.Treatment treatment = treatment(pod, rules, namespace);
    return Optional.of(
        new DrainPod(
            pod.key(),
            pod.uid(),
            treatment,
            pod.deletionTimestamp(),
            treatment.handling() == Handling.SKIP ? claims(pod) : List.of()));
  }

  /** What is done with it. */
  Handling handling() {
    return treatment.handling();
  }

  private static DrainRules.Treatment treatment(
      ApiObject pod, DrainRules rules, Function<String, Map<String, String>> namespace) {
    if (FINISHED.contains(pod.at("/status/phase").asText())
        || pod.annotation(MIRROR).isPresent()
        || pod.controller().filter(owner -> owner.groupKind().equals(DAEMON_SET)).isPresent()) {
      return DrainRules.Treatment.withoutRule(Handling.SKIP);
    }
    return switch (pod.label(DRAIN_LABEL).orElse("")) {
      case "skip" -> DrainRules.Treatment.withoutRule(Handling.SKIP);
      case "wait-completed" -> DrainRules.Treatment.withoutRule(Handling.WAIT_COMPLETED);
      default -> rules.treatment(pod.labels(), () -> namespace.apply(pod.namespace()));
    };
  }

  private static List<String> claims(ApiObject pod) {
    var claims = new ArrayList<String>();
    for (JsonNode volume : pod.at("/spec/volumes")) {
      String claim = claim(pod, volume);
      if (!claim.isEmpty() && claim.length() <= NAME && claims.size() < CLAIMS) {
        claims.add(claim);
      }
    }
    return claims;
  }

  /** That of an ephemeral volume is named after the Pod. */
  private static String claim(ApiObject pod, JsonNode volume) {
    return volume.has("ephemeral")
        ? pod.name() + "-" + volume.path("name").asText("")
        : volume.at("/persistentVolumeClaim/claimName").asText("");
  }
}
