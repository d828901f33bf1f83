package io.weir.api.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A client of v1beta1 reads an object, changes a part of it, and writes it back. */
class OlderVersionEditTest {

  static Stream<GroupKind> kinds() {
    return ConversionSchemas.kinds();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void changesWhatItChangedAndNothingElse(GroupKind kind) {
    long seed = Long.getLong("weir.seed", 1);
    for (int round = 0; round < 200; round++) {
      var random = new Random(seed + round);
      ObjectNode stored =
          new RandomSchemaObjects(random)
              .object(kind, "v1beta2", ConversionSchemas.of(kind, "v1beta2"));
      ObjectNode older = convert(stored, "v1beta1");
      ObjectNode changed = older.deepCopy();
      Stream.of("spec", "status")
          .forEach(part -> JsonLeaves.changeOne(TreeFields.getOrEmpty(changed, part), random));

      ObjectNode back = byName(convert(changed, "v1beta2"));

      String shown = "-Dweir.seed=%d, first round".formatted(seed + round);
      Set<String> meant = JsonLeaves.differing(forgetful(older), forgetful(changed));
      assertThat(meant).as(shown).containsAll(JsonLeaves.differing(byName(stored), back));
      Set<String> missed = JsonLeaves.differing(back, forgetful(changed));
      missed.retainAll(meant);
      // Emptied in the older version, it keeps what only the stored version shows of it.
      missed.removeIf(path -> JsonLeaves.below(back, path));
      assertThat(missed).as(shown).isEmpty();
    }
  }

  @Test
  void keepsTheTimeoutsThatItCannotSee() throws IOException {
    String stored =
        """
        {"initConfiguration": {"timeouts": {
           "controlPlaneComponentHealthCheckSeconds": 10, "etcdAPICallSeconds": 5}},
         "joinConfiguration": {"timeouts": {
           "controlPlaneComponentHealthCheckSeconds": 20, "tlsBootstrapSeconds": 30}}}
        """;

    JsonNode spec =
        afterChange(
            config(stored),
            older ->
                TreeFields.getOrCreate(older, "spec", "joinConfiguration", "discovery")
                    .put("timeout", "1m"));

    assertThat(spec)
        .isEqualTo(
            Json.MAPPER.readTree(
                stored.replace("\"tlsBootstrapSeconds\": 30", "\"tlsBootstrapSeconds\": 60")));
  }

  @Test
  void removesWithAnObjectAlsoWhatItCannotSeeOfIt() throws IOException {
    ObjectNode stored =
        config(
            """
            {"format": "ignition", "joinConfiguration": {
               "nodeRegistration": {"name": "n"}, "timeouts": {"etcdAPICallSeconds": 5}}}
            """);

    JsonNode spec =
        afterChange(
            stored, older -> TreeFields.getOrEmpty(older, "spec").remove("joinConfiguration"));

    assertThat(spec).isEqualTo(Json.MAPPER.readTree("{\"format\": \"ignition\"}"));
  }

  @Test
  void addsToArgumentsWithoutSortingThem() throws IOException {
    ObjectNode stored =
        config(
            """
            {"joinConfiguration": {"nodeRegistration": {"kubeletExtraArgs": [
               {"name": "z", "value": "1"}, {"name": "a", "value": "2"}]}}}
            """);

    JsonNode spec =
        afterChange(
            stored,
            older ->
                TreeFields.getOrEmpty(
                        older, "spec", "joinConfiguration", "nodeRegistration", "kubeletExtraArgs")
                    .put("m", "3"));

    assertThat(spec.at("/joinConfiguration/nodeRegistration/kubeletExtraArgs"))
        .isEqualTo(
            Json.MAPPER.readTree(
                """
                [{"name": "z", "value": "1"}, {"name": "a", "value": "2"}, {"name": "m", "value": "3"}]
                """));
  }

  /** Upstream looks the files up by path, and fails when one is new. */
  @Test
  void addsAFileBeforeOthersThatKeepWhatTheySaid() throws IOException {
    ObjectNode stored =
        config("{\"files\": [{\"path\": \"/a\", \"append\": false, \"content\": \"x\"}]}");

    JsonNode spec =
        afterChange(
            stored,
            older -> {
              var files = TreeFields.getOrEmpty(older, "spec").withArray("files");
              ((ObjectNode) files.get(0)).put("content", "y");
              files.insertObject(0).put("path", "/new");
            });

    assertThat(spec.path("files"))
        .isEqualTo(
            Json.MAPPER.readTree(
                """
                [{"path": "/new"}, {"path": "/a", "append": false, "content": "y"}]
                """));
  }

  private static JsonNode afterChange(ObjectNode stored, Consumer<ObjectNode> change)
      throws IOException {
    ObjectNode older = convert(stored, "v1beta1");
    change.accept(older);
    return Json.MAPPER.readTree(convert(older, "v1beta2").path("spec").toString());
  }

  private static ObjectNode config(String spec) throws IOException {
    return TestConversions.object("bootstrap.cluster.x-k8s.io/v1beta2", "KubeadmConfig", spec);
  }

  /** What becomes of an object of the older version that remembers nothing. */
  private static ObjectNode forgetful(ObjectNode older) {
    ObjectNode bare = older.deepCopy();
    TreeFields.getOrEmpty(bare, "metadata", "annotations").remove(MetadataKeys.CONVERSION_DATA);
    return byName(convert(bare, "v1beta2"));
  }

  /** With its arguments by name, as the older version has them: neither order nor number. */
  private static ObjectNode byName(ObjectNode object) {
    ObjectNode tree = object.deepCopy();
    for (String field : List.of("extraArgs", "kubeletExtraArgs")) {
      for (JsonNode parent : tree.findParents(field)) {
        ObjectNode named = Json.MAPPER.createObjectNode();
        parent
            .path(field)
            .forEach(each -> named.set(each.path("name").asText(), each.path("value")));
        ((ObjectNode) parent).set(field, named);
      }
    }
    return tree;
  }

  private static ObjectNode convert(ObjectNode object, String version) {
    return TestConversions.of(object).convert(object, version, TestConversions.INSTALLED);
  }
}
