package io.weir.provider.azure.scaleset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.provider.Freshness;
import io.weir.provider.Instance;
import io.weir.provider.ObservedState;
import io.weir.provider.Ownership;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolMembers;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.fingerprint.TemplateFingerprint;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A scale set as Azure shows it.
 *
 * @param document all that Azure says of the set itself
 * @param members its instances, in the order of their ids
 * @param failure with what a change of it has ended that Azure had accepted; empty if none is known
 *     to have failed
 */
public record ObservedScaleSet(
    JsonNode document, List<ScaleSetInstance> members, Optional<String> failure)
    implements ObservedState {

  private static final int MOST_PROBLEMS = 3;

  /** Where a set says what people, and Weir, have asked for; tags apart. */
  private static final List<String> SETTINGS =
      List.of(
          "/sku",
          "/zones",
          "/plan",
          "/identity",
          "/properties/additionalCapabilities",
          "/properties/" + ScaleSetModel.PROFILE);

  private static final Set<String> CHANGING =
      Set.of("Creating", "Updating", "Deleting", "Migrating");

  /**
   * So long after a look instances may be made of the model that it showed, by our clock: longer
   * than a write takes to follow a look, and than clocks differ.
   */
  private static final Duration UNSEEN = Duration.ofMinutes(5);

  /** Fields of images of whose versions it is left open which. */
  private static final Pattern OPEN_IMAGE =
      Pattern.compile(
          "(?i)version/(latest)?|.*/versions/latest|(id|sharedGalleryImageId|communityGalleryImageId)/.*/?galleries/[^/]+/images/[^/]+");

  public ObservedScaleSet {
    members =
        members.stream()
            .sorted(
                Comparator.<ScaleSetInstance>comparingInt(each -> each.id().length())
                    .thenComparing(ScaleSetInstance::id))
            .toList();
  }

  /**
   * Reads the answers.
   *
   * @param set the set's own
   * @param instances entries of the list of its instances, or in Flexible mode of the virtual
   *     machines that are of it
   */
  public static ObservedScaleSet read(JsonNode set, List<JsonNode> instances) {
    boolean flexible = isFlexible(set);
    return new ObservedScaleSet(
        set, instances.stream().map(each -> ScaleSetInstance.read(each, flexible)).toList());
  }

  /** Whether the instances of a set are virtual machines of their own, by the set's own answer. */
  public static boolean isFlexible(JsonNode set) {
    return set.path("properties").path("orchestrationMode").asText().equals("Flexible");
  }

  /** One of whose changes none is known to have failed. */
  public ObservedScaleSet(JsonNode document, List<ScaleSetInstance> members) {
    this(document, members, Optional.empty());
  }

  /** The same with what is known of its changes. */
  public ObservedScaleSet withFailure(Optional<String> known) {
    return new ObservedScaleSet(document, members, known);
  }

  /**
   * The same as a look showed it that began then: an instance that was made long after is one that
   * does not tell when it was made. Believed, it would outdate all that are made until that time.
   */
  public ObservedScaleSet asSeenAt(Instant asOf) {
    Instant latest = asOf.plus(UNSEEN);
    return new ObservedScaleSet(
        document, members.stream().map(each -> each.asMadeBefore(latest)).toList(), failure);
  }

  /** The same once Azure has accepted a change of its instances. */
  public ObservedScaleSet asUpdating() {
    return new ObservedScaleSet(inState("Updating"), members, failure);
  }

  /** The same once Azure has accepted that these instances go, which it counts no more. */
  public ObservedScaleSet withLeaving(Set<String> ids) {
    long leaving =
        members.stream()
            .filter(ScaleSetInstance::isStaying)
            .filter(each -> ids.contains(each.id()))
            .count();
    ObjectNode changed = inState("Updating");
    if (changed.path("sku") instanceof ObjectNode sku) {
      sku.put("capacity", Math.max(0, capacity() - (int) leaving));
    }
    return new ObservedScaleSet(
        changed,
        members.stream().map(each -> ids.contains(each.id()) ? each.asDeleting() : each).toList(),
        failure);
  }

  /** The same once Azure has accepted that it goes. */
  public ObservedScaleSet asDeleting() {
    return new ObservedScaleSet(
        inState("Deleting"), members.stream().map(ScaleSetInstance::asDeleting).toList(), failure);
  }

  /** Which etag it has then, the answer does not tell. */
  private ObjectNode inState(String state) {
    ObjectNode changed = document.deepCopy();
    changed.remove("etag");
    changed.withObject("/properties").put("provisioningState", state);
    return changed;
  }

  /** Its name. */
  public String name() {
    return document.path("name").asText();
  }

  /** Its resource ID. */
  public String id() {
    return document.path("id").asText();
  }

  /** Path of the subscription that it is in. */
  String subscriptionPath() {
    String[] parts = id().split("/", 4);
    return parts.length < 3 ? "/" : "/" + parts[1] + "/" + parts[2];
  }

  /** Its resource ID in the form of the contract, as the pool carries it. */
  public String providerId() {
    return ScaleSetInstance.providerId(id(), false);
  }

  /** By which a write says what it was decided on; empty if Azure does not tell. */
  public String etag() {
    return document.path("etag").asText("");
  }

  /** Whether its instances are virtual machines of their own. */
  public boolean isFlexible() {
    return isFlexible(document);
  }

  /** In Azure's word. */
  public String provisioningState() {
    return document.path("properties").path("provisioningState").asText("");
  }

  /** What new instances boot, in ARM's form; a missing node if Azure does not tell. */
  public JsonNode image() {
    return document
        .path("properties")
        .path(ScaleSetModel.PROFILE)
        .path("storageProfile")
        .path("imageReference");
  }

  /** The plan that the image is bought under, in ARM's form; a missing node if it is free. */
  public JsonNode plan() {
    return document.path("plan");
  }

  /**
   * Whether all that a write changes is as it was when the set was seen before, whatever has become
   * of its instances.
   */
  public boolean hasSettingsOf(ObservedScaleSet before) {
    return tags().equals(before.tags())
        && SETTINGS.stream()
            .allMatch(part -> ModelDocuments.isSame(document.at(part), before.document().at(part)));
  }

  /** How many instances Azure has been asked for. */
  public int capacity() {
    return document.path("sku").path("capacity").asInt();
  }

  String vmSize() {
    return document.path("sku").path("name").asText();
  }

  List<String> zones() {
    return document.path("zones").valueStream().map(JsonNode::asText).toList();
  }

  /** The identity that its machines share; empty if they have none of their own. */
  public String principalId() {
    return document.path("identity").path("principalId").asText("");
  }

  /** Its tags, found by their names in any case, as in Azure. */
  public Map<String, String> tags() {
    var tags = ScaleSetTags.byName(Map.of());
    document
        .path("tags")
        .properties()
        .forEach(tag -> tags.put(tag.getKey(), tag.getValue().asText()));
    return Collections.unmodifiableMap(tags);
  }

  /** Whether it is marked as some pool's, of whomever, or as what upstream's provider made. */
  public boolean isMarked() {
    return ScaleSetTags.areMarks(tags().keySet());
  }

  /** Whether Azure is deleting it; nothing else can be done with it then. */
  public boolean isDeleting() {
    return provisioningState().equals("Deleting");
  }

  /** Whether Azure calls it failed. */
  public boolean isFailed() {
    return provisioningState().equals("Failed");
  }

  /** Whether a change of it is under way, which another one would cut short. */
  public boolean isBusy() {
    return CHANGING.contains(provisioningState());
  }

  /** What its model was made from; empty if Weir did not make it. */
  Optional<TemplateFingerprint> fingerprint() {
    return Optional.ofNullable(tags().get(ScaleSetTags.MODEL)).flatMap(TemplateFingerprint::parse);
  }

  /** What its instances were made from; empty if nothing tells. */
  Optional<ModelGenerations> generations() {
    return Optional.ofNullable(tags().get(ScaleSetTags.GENERATIONS))
        .flatMap(ModelGenerations::parse);
  }

  /**
   * When the instances were made that may be of its model so far. The etag of a write excludes that
   * more of them were asked for since the look, but not that some were on the way.
   *
   * @param asOf when the look began
   */
  ModelGenerations.CreationTimes creationTimes(Instant asOf) {
    List<Instant> seen = members.stream().flatMap(each -> each.created().stream()).toList();
    boolean complete = seen.size() == members.size() && staying() >= capacity();
    return new ModelGenerations.CreationTimes(
        seen, complete ? Optional.empty() : Optional.of(asOf.plus(UNSEEN)));
  }

  /** How many instances stay unless something is done to them. */
  long staying() {
    return members.stream().filter(ScaleSetInstance::isStaying).count();
  }

  /** Whether Azure says of all instances that they have the latest model; it may say nothing. */
  boolean haveAllTheLatestModel() {
    return members.stream().allMatch(each -> each.latestModel().orElse(false));
  }

  @Override
  public List<Ownership> ownerships(PoolIdentity pool, ProviderAnnotations providerAnnotations) {
    Set<String> instances = PoolMembers.of(instances().stream()).ids();
    return List.of(
        Ownership.of(
            // Azure numbers those of a Uniform set through from 0.
            ScaleSetTags.marks("scale set " + name(), tags(), pool, instances, !isFlexible()),
            pool.claim()));
  }

  @Override
  public List<Instance> instances() {
    Optional<ModelGenerations> generations = generations();
    return members.stream()
        .map(each -> each.instance(generations.map(known -> known.idOf(each.created())).orElse("")))
        .toList();
  }

  /**
   * Whether an instance is of the model that the set has now. What boots another image is not,
   * whatever else is known of it: that shows also on instances that upstream's provider left behind
   * in the middle of a rollout, and on what people made when they had changed the set by hand.
   */
  public Freshness freshness(Instance instance) {
    return members.stream()
        .filter(each -> each.id().equals(instance.id()))
        .findFirst()
        .map(model()::freshness)
        .orElse(Freshness.UNKNOWN);
  }

  /** The same of all instances that stay unless something is done to them, in their order. */
  public List<Freshness> freshnessOfStaying() {
    Model model = model();
    return members.stream().filter(ScaleSetInstance::isStaying).map(model::freshness).toList();
  }

  /** What instances are compared with. */
  Model model() {
    return new Model(imageWithoutExactVersion(), generations());
  }

  /**
   * What tells whether an instance is of the model that the set has now.
   *
   * @param image what new ones boot
   * @param generations what the others were made from; empty if nothing tells
   */
  record Model(JsonNode image, Optional<ModelGenerations> generations) {

    Freshness freshness(ScaleSetInstance member) {
      if (member.image().isObject()
          && image.isObject()
          && !ModelDocuments.differences(image, member.image()).isEmpty()) {
        return Freshness.OUTDATED;
      }
      return generations
          .map(known -> freshness(known, known.idOf(member.created())))
          .orElse(Freshness.UNKNOWN);
    }

    private static Freshness freshness(ModelGenerations known, String of) {
      if (of.isEmpty()) {
        return Freshness.UNKNOWN;
      }
      return of.equals(known.current()) ? Freshness.CURRENT : Freshness.OUTDATED;
    }
  }

  /** An image of version {@code latest} becomes another one at a moment that nobody chose. */
  private JsonNode imageWithoutExactVersion() {
    JsonNode image = image().deepCopy();
    if (image instanceof ObjectNode fields) {
      fields.remove("exactVersion");
    }
    return image;
  }

  /** Whether the model names one image, and not the newest that there is. */
  boolean hasFixedImage() {
    return imageWithoutExactVersion().properties().stream()
        .map(field -> field.getKey() + "/" + field.getValue().asText())
        .noneMatch(field -> OPEN_IMAGE.matcher(field).matches());
  }

  @Override
  public OptionalInt requestedSize() {
    return OptionalInt.of(capacity());
  }

  @Override
  public boolean isChanging() {
    return isBusy()
        || staying() != capacity()
        || members.stream()
            .map(ScaleSetInstance::state)
            .anyMatch(
                state -> state == Instance.State.STARTING || state == Instance.State.TERMINATING);
  }

  @Override
  public Optional<String> problem() {
    Stream<String> ofSet =
        isFailed()
            ? Stream.of(
                failure.orElseGet(() -> "Azure calls scale set %s failed".formatted(name())))
            : failure.stream();
    return ObservedState.joinProblems(Stream.concat(ofSet, problemOfMembers().stream()));
  }

  /** Of a thousand instances that fail alike, a few say enough. */
  private Optional<String> problemOfMembers() {
    List<String> problems =
        members.stream().flatMap(each -> each.problem().stream()).sorted().toList();
    int more = problems.size() - MOST_PROBLEMS;
    return ObservedState.joinProblems(problems.stream().limit(MOST_PROBLEMS))
        .map(some -> more > 0 ? "%s; and %d more instances".formatted(some, more) : some);
  }
}
