package io.weir.provider;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Digest;
import io.weir.api.Json;
import java.util.Optional;

/**
 * Compares an object with what is to be applied. What was applied last is known by its digest, in
 * an annotation, so that a field that is no longer wanted is seen to be dropped; what somebody has
 * changed since is seen by its value. A list counts as a whole, and fields that the server keeps
 * under another name, such as {@code stringData} of a Secret, never agree: leave those out.
 */
public final class AppliedObject {

  /** The annotation with the digest of what was applied. */
  public static final String DIGEST = "weir.io/applied";

  private static final String FORM = "h1:";
  private static final int DIGITS = 32;

  private AppliedObject() {}

  /**
   * The step that brings an object to what is wanted; empty if it is there.
   *
   * @param wanted apiVersion, kind, name, and the fields
   * @param now the object as it is; absent if it does not exist
   * @param pool whose the object is to be
   */
  public static Optional<PlanStep> step(
      ObjectNode wanted, Optional<ApiObject> now, PoolIdentity pool) {
    ObjectNode digested = wanted.deepCopy();
    digested.withObject("/metadata/annotations").put(DIGEST, digest(wanted));
    Optional<String> difference =
        now.isEmpty() ? Optional.of("it does not exist") : difference(digested, now.get(), pool);
    return difference.map(
        reason -> new ObjectStep.ApplyObject(digested, now.map(ApiObject::uid), reason));
  }

  private static Optional<String> difference(
      ObjectNode digested, ApiObject now, PoolIdentity pool) {
    if (now.controller().filter(owner -> owner.uid().equals(pool.uid())).isEmpty()) {
      return Optional.of("it does not name the pool as its controller");
    }
    if (!contains(now.copyTree(), digested, true)) {
      return Optional.of(
          now.annotation(DIGEST).equals(new ApiObject(digested).annotation(DIGEST))
              ? "somebody has changed it"
              : "something else is wanted of it");
    }
    return Optional.empty();
  }

  /** Lists count as a whole, but their elements may have more fields than are wanted. */
  private static boolean contains(JsonNode now, JsonNode wanted, boolean root) {
    if (wanted.isContainerNode() && wanted.isEmpty() && now.isMissingNode()) {
      // Servers drop what is empty.
      return true;
    }
    if (wanted.isObject()) {
      return now.isObject()
          && wanted.properties().stream()
              .filter(field -> !root || !field.getKey().equals("apiVersion"))
              .allMatch(field -> contains(now.path(field.getKey()), field.getValue(), false));
    }
    if (wanted.isArray()) {
      boolean same = now.isArray() && now.size() == wanted.size();
      for (int i = 0; same && i < wanted.size(); i++) {
        same = contains(now.get(i), wanted.get(i), false);
      }
      return same;
    }
    return now.equals(wanted) || now.asText().equals(wanted.asText());
  }

  private static String digest(ObjectNode wanted) {
    try {
      Object canonical = Json.MAPPER.treeToValue(wanted, Object.class);
      String text =
          Json.MAPPER
              .writer(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
              .writeValueAsString(canonical);
      return FORM + Digest.sha256(text).substring(0, DIGITS);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a tree is always JSON", impossible);
    }
  }
}
