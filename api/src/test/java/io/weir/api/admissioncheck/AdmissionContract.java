package io.weir.api.admissioncheck;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.admission.Admission;
import io.weir.api.admission.AdmissionRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * What every admission owes, on the cases of {@code admission/<name>.yaml}. What it answers to each
 * of them is kept in {@code admission/<name>.txt}, which {@code -Dgolden=write} writes anew.
 */
public abstract class AdmissionContract {

  private final Admission admission;
  private final String name;
  private final List<AdmissionCase> cases;

  /**
   * Reads the cases.
   *
   * @param name of the files in the folder {@code admission} of the test resources
   */
  protected AdmissionContract(Admission admission, String name) throws IOException {
    this.admission = admission;
    this.name = name;
    this.cases = AdmissionCase.read(getClass(), "/admission/" + name + ".yaml");
  }

  @Test
  void answersAsReviewed() throws IOException {
    String answers =
        cases.stream()
            .map(one -> AdmissionTranscript.of(one, admission))
            .collect(Collectors.joining("\n"));

    if ("write".equals(System.getProperty("golden"))) {
      Files.writeString(Path.of("src/test/resources/admission", name + ".txt"), answers);
      return;
    }
    try (var golden = getClass().getResourceAsStream("/admission/" + name + ".txt")) {
      assertThat(golden).isNotNull();
      assertThat(answers).isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @Test
  void saysNoWordsTwiceInARow() {
    for (AdmissionCase one : cases) {
      assertThat(AdmissionTranscript.of(one, admission))
          .as(one.name())
          .doesNotContainPattern("\\b((?:[a-z]+,? ){1,5})\\1");
    }
  }

  @Test
  void whatWasWrongBeforeDoesNotStopAnotherChange() {
    for (AdmissionCase one : cases) {
      ObjectNode stored = admission.applyDefaults(one.request());
      ObjectNode edited = stored.deepCopy();
      edited.withObjectProperty("metadata").putArray("finalizers");

      var update = new AdmissionRequest(edited, Optional.of(stored));

      assertThat(admission.violations(update)).as(one.name()).isEmpty();
    }
  }

  /** It was stored while nobody filled anything in. */
  @Test
  void whatDefaultsMakeWrongStopsNoOtherChange() {
    for (AdmissionCase one : cases) {
      ObjectNode stored = one.request().object().deepCopy();
      ObjectNode edited = stored.deepCopy();
      edited.withObjectProperty("metadata").putArray("finalizers");
      var update = new AdmissionRequest(edited, Optional.of(stored));

      ObjectNode filled = admission.applyDefaults(update);

      assertThat(admission.violations(new AdmissionRequest(filled, Optional.of(stored))))
          .as(one.name())
          .isEmpty();
    }
  }

  @Test
  void whatWasWrongBeforeIsSaidOnEachChange() {
    for (AdmissionCase one : cases) {
      ObjectNode stored = admission.applyDefaults(one.request());
      var asNew = admission.violations(new AdmissionRequest(stored, Optional.empty()));

      List<String> warnings = admission.warnings(new AdmissionRequest(stored, Optional.of(stored)));

      assertThat(warnings)
          .as(one.name())
          .containsAll(asNew.stream().map(violation -> violation.fullMessage()).toList());
    }
  }

  @Test
  void fillsInOnce() {
    for (AdmissionCase one : cases) {
      ObjectNode sent = one.request().object().deepCopy();
      ObjectNode once = admission.applyDefaults(one.request());

      ObjectNode twice =
          admission.applyDefaults(
              new AdmissionRequest(once, one.request().oldObject(), one.request().dryRun()));

      assertThat(twice).as(one.name()).isEqualTo(once);
      assertThat(one.request().object()).as(one.name()).isEqualTo(sent);
    }
  }

  @Test
  void objectsOfAnyShapeAreJudged() {
    long seed = Long.getLong("weir.seed", 1);
    var random = new Random(seed);
    for (int turn = 0; turn < 3000; turn++) {
      AdmissionCase one = cases.get(random.nextInt(cases.size()));
      ObjectNode object = one.request().object().deepCopy();
      spoil(object, random);
      var admissionRequest =
          new AdmissionRequest(object, one.request().oldObject(), one.request().dryRun());

      ObjectNode defaulted = admission.applyDefaults(admissionRequest);
      var judged =
          new AdmissionRequest(defaulted, admissionRequest.oldObject(), admissionRequest.dryRun());

      assertThat(admission.defaultingWarnings(admissionRequest))
          .as("seed %d", seed)
          .doesNotContainNull();
      assertThat(admission.violations(judged)).as("seed %d", seed).doesNotContainNull();
      assertThat(admission.warnings(judged)).as("seed %d", seed).doesNotContainNull();
    }
  }

  /** Puts something else into a random place. */
  private static void spoil(ObjectNode object, Random random) {
    var places = new ArrayList<Runnable>();
    collect(object, random, places);
    places.get(random.nextInt(places.size())).run();
  }

  private static void collect(JsonNode node, Random random, List<Runnable> places) {
    switch (node) {
      case ObjectNode object ->
          object
              .properties()
              .forEach(
                  entry -> {
                    places.add(() -> object.set(entry.getKey(), anything(random)));
                    collect(entry.getValue(), random, places);
                  });
      case ArrayNode list -> {
        for (int index = 0; index < list.size(); index++) {
          int place = index;
          places.add(() -> list.set(place, anything(random)));
          collect(list.get(index), random, places);
        }
      }
      default -> {}
    }
  }

  private static JsonNode anything(Random random) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    return switch (random.nextInt(9)) {
      case 0 -> nodes.nullNode();
      case 1 -> nodes.textNode("");
      case 2 -> nodes.textNode("-1h99999999999999999999h");
      case 3 -> nodes.numberNode(Long.MIN_VALUE);
      case 4 -> nodes.numberNode(1e300);
      case 5 -> nodes.booleanNode(true);
      case 6 -> nodes.arrayNode().add("x").addNull().add(nodes.objectNode());
      case 7 -> nodes.objectNode().put("x", "y").put("name", 3).putNull("id");
      default -> nodes.objectNode();
    };
  }
}
