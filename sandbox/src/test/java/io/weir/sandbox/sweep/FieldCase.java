package io.weir.sandbox.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.kernel.kube.KubeException;
import io.weir.sandbox.fields.PlausibleValues;
import io.weir.sandbox.fields.PropertyEditor;
import io.weir.sandbox.fields.PropertyEffects;
import io.weir.sandbox.fields.PropertyEffects.Edit;
import io.weir.sandbox.fields.PropertyEffects.Effect;
import io.weir.sandbox.fields.SchemaProperty;
import io.weir.sandbox.fields.SchemaValues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * One property on a running pool: set, changed, emptied, removed, made wrong, mended. Each time the
 * pool must become like one that was created so; where the value cannot be, the API server or a
 * condition must name the field; and once it is mended, the pool must be as it was.
 */
final class FieldCase {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long REST = Duration.ofMillis(1_200).toNanos();

  /** After which nothing will come of a pool that has no machine, however busy all others are. */
  private static final long LONG = Duration.ofSeconds(20).toNanos();

  private static final Duration LOOK = Duration.ofMillis(300);
  private static final int TRIES = 50;
  private static final Set<String> COMMON =
      Set.of("awsLaunchTemplate", "joinConfiguration", "template", "spec");

  private final FieldPlace fieldPlace;
  private final SchemaProperty property;
  private final PlausibleValues plausible;
  private final SchemaValues values;
  private final PropertyEditor editor;
  private final FieldPool pool;
  private final List<FieldPool> created = new ArrayList<>();
  private final Map<String, String> pictures = new HashMap<>();
  private final Map<Edit, Effect> effects = new EnumMap<>(Edit.class);
  private final List<String> findings = new ArrayList<>();
  private String doing = "created";

  FieldCase(FieldPlace fieldPlace, SchemaProperty property, PlausibleValues plausible) {
    this.fieldPlace = fieldPlace;
    this.property = property;
    this.plausible = plausible;
    values = new SchemaValues(property.kind(), plausible);
    editor = new PropertyEditor(property, values);
    pool = surrounded(fieldPlace.newPool(property.kind()));
  }

  /**
   * What came of a property.
   *
   * @param effects what each edit did
   * @param findings what is wrong, in sentences; empty if nothing
   */
  record Result(SchemaProperty property, PropertyEffects effects, List<String> findings) {}

  /** Tries it. */
  Result run() throws InterruptedException {
    try {
      tryAll();
    } catch (RuntimeException | AssertionError failure) {
      finding(failure.toString());
    } finally {
      created.forEach(fieldPlace::delete);
    }
    return new Result(property, new PropertyEffects(effects), List.copyOf(findings));
  }

  private void tryAll() throws InterruptedException {
    Optional<KubeException> refused = create(pool);
    if (refused.isPresent()) {
      finding("is refused: " + refused.get().getMessage());
      return;
    }
    if (plausible.unlikeness(property).isPresent()) {
      awaitProvisioned();
    } else if (!awaitRunning()) {
      finding("does not run" + conditions(pool));
      return;
    }
    Optional<JsonNode> original = editor.value(pool.spec(property.kind()));
    JsonNode first = pool.here(values.valid(property.path(), property.schema(), 0));
    JsonNode second = pool.here(values.valid(property.path(), property.schema(), 1));
    remember(original);
    if (!original.equals(Optional.of(first))) {
      put(Edit.SET, Optional.of(first));
    }
    if (!second.equals(first)) {
      put(Edit.CHANGED, Optional.of(second));
    }
    SchemaValues.empty(property.schema())
        .filter(empty -> !empty.equals(second) && !empty.equals(first))
        .ifPresent(empty -> attempt(Edit.EMPTIED, empty));
    put(Edit.REMOVED, Optional.empty());
    for (JsonNode wrong : values.invalid(property.path(), property.schema())) {
      attempt(Edit.INVALID, pool.here(wrong));
    }
    JsonNode last = original.orElse(first);
    doing = "mended with " + last;
    if (edit(Optional.of(last)).isEmpty()) {
      compareWithMemory(Optional.of(last));
    }
  }

  /** For lambdas. */
  private void attempt(Edit edit, JsonNode value) {
    try {
      put(edit, Optional.of(value));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }

  private void put(Edit edit, Optional<JsonNode> value) throws InterruptedException {
    doing = edit.name().toLowerCase(Locale.ROOT) + value.map(v -> " " + shortened(v)).orElse("");
    List<String> machines = machines();
    String cloudBefore = cloudPicture(pool);
    Optional<KubeException> refused = edit(value);
    if (refused.isPresent()) {
      if (!names(String.valueOf(refused.get().getMessage()))) {
        finding("is refused without the name of the field: " + refused.get().getMessage());
      }
      note(edit, Effect.REFUSED);
      return;
    }
    boolean wrong = edit == Edit.INVALID;
    Optional<FieldPool> twin =
        wrong || pictures.containsKey(key(value)) ? Optional.empty() : born(value);
    if (twin.isPresent()) {
      awaitAlike(twin.get());
      remember(value);
    } else if (pictures.containsKey(key(value))) {
      compareWithMemory(value);
    } else {
      awaitRest();
    }
    Effect effect = effect(machines, cloudBefore);
    boolean known =
        wrong
            && plausible.invalid(property.kind(), property.path()).stream()
                .anyMatch(each -> Optional.of(pool.here(each)).equals(value));
    if (known && !isNamed(pool)) {
      finding(
          "is taken (%s), and no condition names the field%s".formatted(effect, conditions(pool)));
    }
    note(edit, effect);
  }

  private void note(Edit edit, Effect effect) {
    // Of several wrong values, the one that gets furthest is told.
    effects.merge(edit, effect, (a, b) -> a == Effect.REFUSED ? b : a);
  }

  private Effect effect(List<String> machines, String cloudBefore) {
    if (!machines().equals(machines)) {
      return Effect.ROLLS;
    }
    boolean same = cloudPicture(pool).equals(cloudBefore);
    if (isNamed(pool) && same) {
      return Effect.BLOCKED;
    }
    return same ? Effect.NOTHING : Effect.IN_PLACE;
  }

  private boolean isNamed(FieldPool wanted) {
    return fieldPlace.objects(wanted).stream()
        .flatMap(object -> object.at("/status/conditions").valueStream())
        .filter(condition -> !condition.path("status").asText().equals("True"))
        .anyMatch(condition -> names(condition.path("message").asText()));
  }

  /** Whether the property is named, or what it is in, but for what nearly everything is in. */
  private boolean names(String text) {
    return property.steps().stream()
        .map(step -> step.replaceAll("(\\[]|\\{})$", ""))
        .filter(step -> step.equals(property.name()) || !COMMON.contains(step))
        .anyMatch(step -> text.matches("(?s).*\\b" + step + "\\b.*"));
  }

  /** A pool that is created with the value; none where that is refused. */
  private Optional<FieldPool> born(Optional<JsonNode> value) {
    FieldPool twin = surrounded(fieldPlace.newPoolLike(pool));
    ObjectNode spec = twin.spec(property.kind());
    value.ifPresentOrElse(v -> editor.set(spec, twin.like(v, pool)), () -> editor.remove(spec));
    Optional<KubeException> refused = create(twin);
    refused
        .filter(_ -> plausible.unlikeness(property).isEmpty())
        .ifPresent(why -> finding("can be edited so, and not created: " + why.getMessage()));
    return refused.isPresent() ? Optional.empty() : Optional.of(twin);
  }

  private FieldPool surrounded(FieldPool bare) {
    plausible
        .context(property)
        .properties()
        .forEach(each -> merge(bare.spec(each.getKey()), each.getValue(), bare));
    editor.surround(bare.spec(property.kind()));
    return bare;
  }

  private static void merge(ObjectNode spec, JsonNode more, FieldPool bare) {
    more.properties()
        .forEach(
            each -> {
              if (each.getValue().isNull()) {
                JsonNode _ = spec.remove(each.getKey());
              } else if (each.getValue().isObject()
                  && spec.path(each.getKey()) instanceof ObjectNode inner) {
                merge(inner, each.getValue(), bare);
              } else {
                JsonNode _ = spec.set(each.getKey(), bare.here(each.getValue()));
              }
            });
  }

  private Optional<KubeException> create(FieldPool wanted) {
    created.add(wanted);
    for (ObjectNode object : wanted.manifests().values()) {
      try {
        ApiObject _ = fieldPlace.client().create(object.deepCopy());
      } catch (KubeException.Invalid | KubeException.Forbidden refused) {
        return Optional.of(refused);
      }
    }
    return Optional.empty();
  }

  /** Edits as kubectl does, again on a conflict. */
  private Optional<KubeException> edit(Optional<JsonNode> value) throws InterruptedException {
    for (int i = 1; ; i++) {
      try {
        ApiObject now =
            fieldPlace
                .client()
                .get(
                    fieldPlace.object(pool, property.kind()).orElseThrow().groupKind(),
                    fieldPlace.object(pool, property.kind()).orElseThrow().key())
                .orElseThrow();
        ApiObject _ =
            fieldPlace
                .client()
                .edit(
                    now,
                    tree -> {
                      ObjectNode spec = tree.withObject("/spec");
                      value.ifPresentOrElse(v -> editor.set(spec, v), () -> editor.remove(spec));
                    });
        return Optional.empty();
      } catch (KubeException.Invalid | KubeException.Forbidden refused) {
        return Optional.of(refused);
      } catch (KubeException.Conflict | KubeException.Unavailable failure) {
        if (i == TRIES) {
          throw failure;
        }
        Thread.sleep(LOOK);
      }
    }
  }

  private boolean awaitRunning() throws InterruptedException {
    return await(
        () ->
            rests(pool)
                && fieldPlace
                    .object(pool, "MachinePool")
                    .filter(object -> object.at("/status/phase").asText().equals("Running"))
                    .filter(object -> object.at("/status/readyReplicas").asInt() == 1)
                    .isPresent());
  }

  /** Waits for the first machine, which may never become a Node. */
  private void awaitProvisioned() throws InterruptedException {
    if (!await(() -> rests(pool) && !machines().isEmpty())) {
      finding("gets no machine" + conditions(pool));
    }
  }

  private void awaitRest() throws InterruptedException {
    // What only the cloud can say takes a few looks.
    long begin = System.nanoTime();
    if (!await(() -> System.nanoTime() - begin > 2 * REST && rests(pool))) {
      finding("does not come to rest" + conditions(pool));
    }
  }

  private void awaitAlike(FieldPool twin) throws InterruptedException {
    boolean ended = await(() -> isAlike(twin) || cannotBe(twin));
    if (!isAlike(twin) && !cannotBe(twin)) {
      // It began in that very moment, on a machine that has much to do.
      ended = await(() -> isAlike(twin));
    }
    if (!isAlike(twin)) {
      if (!ended && plausible.remainder(property).isEmpty()) {
        finding(
            "is not like a pool that was created so%s%n%s"
                .formatted(
                    rests(pool) && rests(twin) ? "" : " (no rest)",
                    StateDiff.difference(picture(twin), picture(pool))));
      } else if (ended && (!isNamed(twin) || !isNamed(pool))) {
        finding(
            "cannot be, and no condition names the field%n of the new pool:%s%n of this one:%s"
                .formatted(conditions(twin), conditions(pool)));
      }
    }
    fieldPlace.delete(twin);
  }

  private boolean isAlike(FieldPool twin) {
    return rests(pool) && rests(twin) && picture(pool).equals(picture(twin));
  }

  /** Whether a new pool gets nothing in the cloud, and will not. */
  private boolean cannotBe(FieldPool twin) {
    return plausible.unlikeness(property).isEmpty()
        && rests(pool)
        && fieldPlace.silence(twin) > LONG
        && fieldPlace
            .object(twin, twin.infrastructureKind())
            .filter(object -> object.at("/spec/providerIDList").isEmpty())
            .isPresent();
  }

  private void compareWithMemory(Optional<JsonNode> value) throws InterruptedException {
    String before = pictures.get(key(value));
    if (before == null) {
      awaitRest();
      return;
    }
    boolean alike = await(() -> rests(pool) && picture(pool).equals(before));
    if (!alike && plausible.remainder(property).isEmpty()) {
      finding(
          "is not as before with that value%n%s"
              .formatted(StateDiff.difference(before, picture(pool))));
    }
  }

  private void remember(Optional<JsonNode> value) {
    String _ = pictures.putIfAbsent(key(value), picture(pool));
  }

  private static String key(Optional<JsonNode> value) {
    return value.map(JsonNode::toString).orElse("");
  }

  private boolean await(BooleanSupplier holds) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      Thread.sleep(LOOK);
    }
    return true;
  }

  /** Nothing has changed for a moment, and all that was asked has been seen. */
  private boolean rests(FieldPool wanted) {
    return fieldPlace.silence(wanted) > REST
        && fieldPlace.objects(wanted).stream().allMatch(FieldCase::isCurrent);
  }

  private static boolean isCurrent(ApiObject object) {
    JsonNode seen = object.at("/status/observedGeneration");
    return seen.isMissingNode() || seen.asLong() == object.generation();
  }

  private List<String> machines() {
    return fieldPlace
        .object(pool, pool.infrastructureKind())
        .map(
            object ->
                object.at("/spec/providerIDList").valueStream().map(JsonNode::asText).toList())
        .orElse(List.of());
  }

  private String picture(FieldPool wanted) {
    List<ApiObject> objects =
        fieldPlace.objects(wanted).stream().map(FieldCase::withoutCount).toList();
    JsonNode cloud = fieldPlace.inCloud(wanted);
    if (plausible.unlikeness(property).isPresent()) {
      objects = objects.stream().map(FieldCase::onlySpec).toList();
      cloud.findParents("instances").forEach(group -> ((ObjectNode) group).remove("instances"));
    }
    return new ComparableState(wanted.name(), wanted.place())
        .with("objects", objects)
        .with("cloud", cloud.toString())
        .text();
  }

  /** Without the number of versions that there have been. */
  private static ApiObject withoutCount(ApiObject object) {
    ObjectNode copy = object.copyTree();
    copy.findParents("launchTemplateVersion")
        .forEach(parent -> ((ObjectNode) parent).remove("launchTemplateVersion"));
    return new ApiObject(copy);
  }

  private static ApiObject onlySpec(ApiObject object) {
    ObjectNode copy = object.copyTree();
    JsonNode _ = copy.retain(List.of("apiVersion", "kind", "metadata", "spec"));
    JsonNode _ = copy.withObject("/spec").remove("providerIDList");
    JsonNode _ = copy.withObject("/metadata").remove("annotations");
    return new ApiObject(copy);
  }

  private String cloudPicture(FieldPool wanted) {
    return new ComparableState(wanted.name(), wanted.place())
        .with("cloud", fieldPlace.inCloud(wanted).toString())
        .with("nodes", fieldPlace.nodes(wanted).stream().map(FieldCase::seen).toList())
        .text();
  }

  private static ApiObject seen(ApiObject node) {
    ObjectNode copy = node.copyTree();
    JsonNode _ = copy.remove("status");
    return new ApiObject(copy);
  }

  private String conditions(FieldPool wanted) {
    var text = new StringBuilder();
    for (ApiObject object : fieldPlace.objects(wanted)) {
      object
          .at("/status/conditions")
          .valueStream()
          .filter(condition -> !condition.path("status").asText().equals("True"))
          .filter(condition -> !condition.path("message").asText().isEmpty())
          .forEach(
              condition ->
                  text.append("%n  %s %s".formatted(object.groupKind().kind(), condition)));
    }
    return text.toString();
  }

  private static String shortened(JsonNode value) {
    String text = value.toString();
    return text.length() > 80 ? text.substring(0, 80) + "…" : text;
  }

  private void finding(String sentence) {
    if (plausible.weakness(property).isPresent()) {
      return;
    }
    findings.add("%s, %s, %s: %s".formatted(property, pool.name(), doing, sentence));
  }
}
