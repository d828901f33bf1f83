package io.weir.provider.azure.scaleset;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Excerpt;
import io.weir.provider.Instance;
import io.weir.provider.Instance.State;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An instance of a scale set as Azure shows it: a part of the set in Uniform mode, a virtual
 * machine of its own in Flexible mode.
 *
 * @param id its number, or the name of the virtual machine: by which the set deletes it
 * @param providerId what stands on its Node
 * @param zone its zone; empty if it is in none
 * @param provisioningState in Azure's word
 * @param powerState in Azure's word, such as {@code running}; empty if Azure does not tell
 * @param spot whether it is a spot machine
 * @param latestModel whether Azure says that it has the set's model; absent in Flexible mode
 * @param image what it boots, in ARM's form; a missing node if Azure does not tell
 * @param created when it was made; empty if Azure does not tell, or tells what cannot be
 * @param problem why it is not what it should be, in Azure's words
 */
public record ScaleSetInstance(
    String id,
    String providerId,
    String zone,
    String provisioningState,
    String powerState,
    boolean spot,
    Optional<Boolean> latestModel,
    JsonNode image,
    Optional<Instant> created,
    Optional<String> problem) {

  private static final Pattern GROUP = Pattern.compile("(?i)(/resourceGroups/)([^/]+)");

  /** What an extension's command has written, which may be anything, secrets too. */
  private static final Pattern OUTPUT = Pattern.compile("(?is)\\[std(out|err)].*");

  private static final String POWER = "PowerState/";
  private static final String FAILED = "ProvisioningState/failed/";

  /**
   * Reads an entry of the list of a set's instances, or of virtual machines.
   *
   * @param flexible whether it is a virtual machine of its own
   */
  public static ScaleSetInstance read(JsonNode json, boolean flexible) {
    JsonNode properties = json.path("properties");
    String name = json.path("name").asText();
    return new ScaleSetInstance(
        flexible ? name : json.path("instanceId").asText(lastPart(json.path("id").asText())),
        providerId(json.path("id").asText(), flexible),
        json.path("zones").path(0).asText(""),
        properties.path("provisioningState").asText(""),
        powerState(properties.path("instanceView")),
        properties.path("priority").asText("").equalsIgnoreCase("Spot"),
        properties.has("latestModelApplied")
            ? Optional.of(properties.path("latestModelApplied").asBoolean())
            : Optional.empty(),
        properties.path("storageProfile").path("imageReference"),
        time(properties.path("timeCreated").asText("")),
        problem(name, properties.path("instanceView")));
  }

  private static String lastPart(String id) {
    return id.substring(id.lastIndexOf('/') + 1);
  }

  /**
   * The cloud controller writes the resource group in small letters, whatever Azure's lists do. In
   * Flexible mode the list of a set names a machine as a part of the set, which it is not.
   */
  static String providerId(String id, boolean flexible) {
    if (id.isEmpty()) {
      return "";
    }
    Matcher group = GROUP.matcher(id);
    String lower =
        group.replaceFirst(
            match ->
                Matcher.quoteReplacement(
                    "/resourceGroups/" + match.group(2).toLowerCase(Locale.ROOT)));
    String own =
        flexible
            ? lower.replaceFirst(
                "(?i)/virtualMachineScaleSets/[^/]+/virtualMachines/", "/virtualMachines/")
            : lower;
    return "azure://" + own;
  }

  private static String powerState(JsonNode view) {
    return view.path("statuses")
        .valueStream()
        .map(status -> status.path("code").asText())
        .filter(code -> code.startsWith(POWER))
        .map(code -> code.substring(POWER.length()))
        .findFirst()
        .orElse("");
  }

  /** Of a time before there were computers, others could not be counted. */
  private static Optional<Instant> time(String text) {
    try {
      return text.isEmpty()
          ? Optional.empty()
          : Optional.of(OffsetDateTime.parse(text).toInstant())
              .filter(time -> time.isAfter(Instant.EPOCH));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  private static Optional<String> problem(String name, JsonNode view) {
    Stream<JsonNode> ofExtensions =
        view.path("extensions")
            .valueStream()
            .flatMap(extension -> extension.path("statuses").valueStream());
    return Stream.concat(view.path("statuses").valueStream(), ofExtensions)
        .filter(status -> status.path("level").asText().equals("Error"))
        .map(ScaleSetInstance::problem)
        .filter(text -> !text.isEmpty())
        .findFirst()
        .map(text -> "%s: %s".formatted(Excerpt.of(name), text));
  }

  /** The last part of a code such as {@code ProvisioningState/failed/AllocationFailed} says why. */
  private static String problem(JsonNode status) {
    String code = status.path("code").asText();
    String message = OUTPUT.matcher(status.path("message").asText()).replaceAll("").strip();
    if (message.isEmpty()) {
      return Excerpt.of(code);
    }
    String said = Excerpt.ofSentence(message);
    String why = code.startsWith(FAILED) ? Excerpt.of(code.substring(FAILED.length())) : "";
    return why.isEmpty()
        ? said
        : said + " (" + why + ")" + InstanceFailureRemedies.of(why, message);
  }

  /**
   * What the engine needs of it.
   *
   * @param generation the model that it was made from; empty if nothing tells
   */
  Instance instance(String generation) {
    return new Instance(id, providerId, zone, state(), generation, created);
  }

  /**
   * A machine that runs although Azure calls it failed, for want of an agent or for an extension,
   * is not failed here: whether it joins shows whether it is of use.
   */
  State state() {
    return switch (provisioningState) {
      case "Deleting" -> State.TERMINATING;
      case "Creating" -> State.STARTING;
      case "Failed" -> powerState.equals("running") ? State.RUNNING : State.FAILED;
      default -> byPower();
    };
  }

  private State byPower() {
    return switch (powerState) {
      case "starting" -> State.STARTING;
      // Azure evicted it, and may never start it again; one that people stopped is theirs to start.
      case "deallocated", "deallocating", "stopped", "stopping" -> spot ? State.FAILED : State.IDLE;
      default -> State.RUNNING;
    };
  }

  /** Whether it stays unless something is done to it. */
  boolean isStaying() {
    return !provisioningState.equals("Deleting");
  }

  /** The same, and nothing is known of when it was made if that is yet to come. */
  ScaleSetInstance asMadeBefore(Instant latest) {
    return created.filter(latest::isBefore).isEmpty()
        ? this
        : new ScaleSetInstance(
            id,
            providerId,
            zone,
            provisioningState,
            powerState,
            spot,
            latestModel,
            image,
            Optional.empty(),
            problem);
  }

  /** The same once Azure has accepted that it goes. */
  ScaleSetInstance asDeleting() {
    return new ScaleSetInstance(
        id, providerId, zone, "Deleting", powerState, spot, latestModel, image, created, problem);
  }
}
