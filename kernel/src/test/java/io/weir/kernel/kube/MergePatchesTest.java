package io.weir.kernel.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MergePatchesTest {

  private static JsonNode json(String text) throws Exception {
    return Json.MAPPER.readTree(text.replace('\'', '"'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'a':1}           | {'a':1}           | {}",
        "{'a':1}           | {'a':2}           | {'a':2}",
        "{'a':1,'b':2}     | {'a':1}           | {'b':null}",
        "{'a':{'b':1,'c':2}}| {'a':{'b':1,'c':3}}| {'a':{'c':3}}",
        "{'a':[1,2]}       | {'a':[1,3]}       | {'a':[1,3]}",
        "{'a':{'b':1}}     | {'a':[1]}         | {'a':[1]}",
        "{}                | {'a':{'b':1}}     | {'a':{'b':1}}",
        "{'a':'x'}         | {'a':''}          | {'a':''}",
        "{}                | {'a':{}}          | {'a':{}}"
      })
  void aPatchHoldsOnlyWhatDiffers(String before, String after, String patch) throws Exception {
    assertThat(MergePatches.between(json(before), json(after))).isEqualTo(json(patch));
  }

  @Test
  void aNumberIsItsValueWhateverTypeItWasBuiltWith() throws Exception {
    ObjectNode built = Json.MAPPER.createObjectNode().put("replicas", 3L);
    built.putArray("counts").add(3L);

    assertThat(MergePatches.between(json("{'replicas':3,'counts':[3]}"), built)).isEmpty();
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void applyingThePatchGivesTheTreeThatWasWanted(long seed) {
    var random = new SplittableRandom(seed);
    for (int i = 0; i < 200; i++) {
      ObjectNode before = tree(random, 3);
      ObjectNode after = tree(random, 3);

      ObjectNode patched = before.deepCopy();
      apply(patched, MergePatches.between(before, after));

      assertThat(patched).as("seed %d, tree %d", seed, i).isEqualTo(after);
    }
  }

  private static ObjectNode tree(SplittableRandom random, int depth) {
    ObjectNode tree = Json.MAPPER.createObjectNode();
    for (int i = 0; i < random.nextInt(5); i++) {
      String name = "m" + random.nextInt(5);
      switch (depth == 0 ? 0 : random.nextInt(3)) {
        case 0 -> tree.put(name, random.nextInt(3));
        case 1 -> tree.putArray(name).add(random.nextInt(3));
        default -> tree.set(name, tree(random, depth - 1));
      }
    }
    return tree;
  }

  /** RFC 7386, section 2. */
  private static void apply(ObjectNode target, JsonNode patch) {
    for (var member : patch.properties()) {
      JsonNode value = member.getValue();
      if (value.isNull()) {
        target.remove(member.getKey());
      } else if (value.isObject()) {
        JsonNode old = target.path(member.getKey());
        ObjectNode inner = old.isObject() ? (ObjectNode) old : Json.MAPPER.createObjectNode();
        apply(inner, value);
        target.set(member.getKey(), inner);
      } else {
        target.set(member.getKey(), value);
      }
    }
  }
}
