package io.weir.pass;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.provider.PoolSecret.Result.Wanted;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.TreeMap;

/**
 * A pool's Secret: whose one of that name is, whether it is as it should be, and what makes it so;
 * pure.
 *
 * @param pool the pool
 * @param cluster the name of its Cluster
 * @param name of the Secret
 * @param wanted what is to be in it
 */
record SecretContent(ApiObject pool, String cluster, String name, Wanted wanted) {

  /** Whose a Secret is. */
  sealed interface Owner {

    /** The pool's own. */
    record Pool() implements Owner {}

    /** Brought by people, who leave the labels of managers off it. */
    record People() implements Owner {}

    /** That of somebody else's manager, or on its way out. */
    record Others(String why) implements Owner {}
  }

  Owner ownerOf(ApiObject secret) {
    boolean managed =
        wanted.labels().entrySet().stream()
            .allMatch(
                label -> secret.label(label.getKey()).filter(label.getValue()::equals).isPresent());
    if (!managed) {
      return new Owner.People();
    }
    boolean own = secret.ownerReferences().stream().anyMatch(by -> by.uid().equals(pool.uid()));
    return own ? new Owner.Pool() : new Owner.Others(foreign(secret));
  }

  private String foreign(ApiObject secret) {
    String owners =
        secret.ownerReferences().stream()
            .map(by -> "%s %s (%s)".formatted(by.groupKind().kind(), by.name(), by.uid()))
            .sorted()
            .reduce((a, b) -> a + ", " + b)
            .map(" but "::concat)
            .orElse("");
    return "Secret %s has the labels of this pool's Secret, and its owner is not %s%s: it is left as it is. Delete it, and it is made anew; or take its label %s off, if it is to stay as it is"
        .formatted(secret.key(), pool, owners, String.join(", ", wanted.labels().keySet()));
  }

  boolean isWritten(ApiObject secret) {
    return secret.at("/data").equals(data())
        && secret.label(MetadataKeys.CLUSTER_NAME).filter(cluster::equals).isPresent();
  }

  /** The Secret where there is none. */
  ObjectNode create() {
    ObjectNode tree = Json.MAPPER.createObjectNode();
    tree.put("apiVersion", "v1").put("kind", GroupKind.SECRET.kind());
    tree.withObject("/metadata").put("namespace", pool.namespace()).put("name", name);
    tree.put("type", MetadataKeys.CLUSTER_SECRET_TYPE);
    wanted.labels().forEach((key, value) -> MetadataEdits.setLabel(tree, key, value));
    MetadataEdits.addOwner(tree, pool);
    write(tree);
    return tree;
  }

  /** Makes one that is the pool's as it should be. */
  void write(ObjectNode tree) {
    MetadataEdits.setLabel(tree, MetadataKeys.CLUSTER_NAME, cluster);
    tree.set("data", data());
  }

  private JsonNode data() {
    ObjectNode data = Json.MAPPER.createObjectNode();
    new TreeMap<>(wanted.data())
        .forEach(
            (key, text) ->
                data.put(
                    key,
                    Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8))));
    return data;
  }
}
