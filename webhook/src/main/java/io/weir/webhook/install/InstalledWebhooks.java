package io.weir.webhook.install;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.kernel.kube.MergePatches;
import io.weir.kernel.kube.Resource;
import io.weir.webhook.install.CrdConversion.Converter;
import io.weir.webhook.review.WebhookPaths;
import io.weir.webhook.review.WebhookPaths.AdmissionPhase;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the API server knows of the webhooks at one moment.
 *
 * @param address where it should find them
 * @param kinds that they answer for
 * @param crdConversions all CRDs that are not on their way out
 * @param configurations as far as they exist
 * @param servedResources kinds that there are rules for and that are served, in a fixed order
 * @param unreviewedWriter whose writes need no review
 * @param cleaning whether what asks here and is not answered goes
 */
record InstalledWebhooks(
    WebhookAddress address,
    OwnKinds kinds,
    List<CrdConversion> crdConversions,
    Map<AdmissionPhase, ApiObject> configurations,
    List<Resource> servedResources,
    Optional<UnreviewedWriter> unreviewedWriter,
    boolean cleaning) {

  /** An object that should differ from how it was seen. */
  record PendingWrite(ApiObject seen, ObjectNode wanted) {}

  InstalledWebhooks {
    crdConversions = List.copyOf(crdConversions);
    configurations = Map.copyOf(configurations);
    servedResources = List.copyOf(servedResources);
  }

  /** From objects as they are stored. */
  static InstalledWebhooks of(
      WebhookAddress webhookAddress,
      OwnKinds kinds,
      List<ApiObject> crds,
      Map<AdmissionPhase, Optional<ApiObject>> configurations,
      List<Resource> installed,
      Optional<UnreviewedWriter> unreviewedWriter,
      boolean cleaning) {
    var there = new EnumMap<AdmissionPhase, ApiObject>(AdmissionPhase.class);
    configurations.forEach(
        (admissionPhase, found) -> found.ifPresent(object -> there.put(admissionPhase, object)));
    return new InstalledWebhooks(
        webhookAddress,
        kinds,
        crds.stream()
            .filter(crd -> !crd.isDeleting())
            .map(crd -> CrdConversion.of(crd, webhookAddress))
            .toList(),
        there,
        installed,
        unreviewedWriter,
        cleaning);
  }

  /** CRDs whose objects the given one converts. */
  List<CrdConversion> convertedBy(Converter converter) {
    return crdConversions.stream().filter(crd -> crd.converter() == converter).toList();
  }

  /** CRDs whose objects are to be converted here. */
  private List<CrdConversion> ours() {
    return convertedBy(Converter.WEIR).stream().filter(crd -> kinds.converts(crd.kind())).toList();
  }

  /**
   * What has to be written so that all that exist point here and trust this bundle; empty if all
   * do.
   */
  List<PendingWrite> pendingWrites(String bundle) {
    var changes = new ArrayList<PendingWrite>();
    for (CrdConversion ours : ours()) {
      ObjectNode wanted = ours.crd().copyTree();
      CrdConversion.setConversionWebhook(wanted, address, bundle);
      edit(changes, ours.crd(), wanted);
    }
    for (AdmissionPhase admissionPhase : AdmissionPhase.values()) {
      ApiObject seen = configurations.get(admissionPhase);
      if (seen != null) {
        edit(changes, seen, desiredConfiguration(admissionPhase, seen, bundle));
      }
    }
    return changes;
  }

  /** A configuration as it should be, given how it is. */
  private ObjectNode desiredConfiguration(
      AdmissionPhase admissionPhase, ApiObject seen, String bundle) {
    ObjectNode wanted = seen.copyTree();
    WebhookConfigurations.write(wanted, wanted(admissionPhase), bundle);
    return wanted;
  }

  private WebhookConfigurations.Wanted wanted(AdmissionPhase admissionPhase) {
    return new WebhookConfigurations.Wanted(
        admissionPhase, reviewed(), kinds, address, unreviewedWriter, cleaning);
  }

  /** Configurations that an administrator has to make, for people. */
  List<String> missingConfigurations() {
    return Stream.of(AdmissionPhase.values())
        .filter(admissionPhase -> !configurations.containsKey(admissionPhase))
        .map(
            admissionPhase ->
                named(admissionPhase)
                    + " is missing, so that objects are neither defaulted nor validated: run weir"
                    + " install")
        .toList();
  }

  /** What keeps the API server from asking whoever shows a certificate of it, for people. */
  List<String> problems(X509Certificate authority) {
    var obstacles = new ArrayList<>(missingConfigurations());
    for (AdmissionPhase admissionPhase : AdmissionPhase.values()) {
      ApiObject seen = configurations.get(admissionPhase);
      if (seen != null && !isComplete(admissionPhase, seen)) {
        obstacles.add(named(admissionPhase) + " does not list all of Weir's webhooks");
      }
    }
    for (CrdConversion ours : ours()) {
      if (!address.matches(ours.clientConfig(), WebhookPaths.CONVERT)) {
        obstacles.add(named(ours) + " has its objects converted by another webhook");
      }
    }
    namesOfUntrusting(authority)
        .forEach(name -> obstacles.add(name + " does not trust the CA of Weir's webhooks"));
    return obstacles;
  }

  /** Names of objects that point at webhooks of Weir and do not trust the authority. */
  List<String> namesOfUntrusting(X509Certificate authority) {
    return clients().entrySet().stream()
        .filter(
            one ->
                !one.getValue().stream().allMatch(client -> CaBundles.contains(client, authority)))
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * Whether all that trusts any authority trusts others only, so that whoever shows a certificate
   * of this one is refused everywhere, and another replica may not be.
   */
  boolean isTrustedNowhere(X509Certificate authority) {
    List<JsonNode> trusting =
        clients().values().stream()
            .flatMap(List::stream)
            .filter(client -> !client.path("caBundle").asText("").isEmpty())
            .toList();
    return !trusting.isEmpty()
        && trusting.stream().noneMatch(client -> CaBundles.contains(client, authority));
  }

  /** What says where webhooks of Weir are and whom to trust there, by the name of the object. */
  private Map<String, List<JsonNode>> clients() {
    var clients = new LinkedHashMap<String, List<JsonNode>>();
    ours().forEach(crd -> clients.put(named(crd), List.of(crd.clientConfig())));
    for (AdmissionPhase admissionPhase : AdmissionPhase.values()) {
      ApiObject seen = configurations.get(admissionPhase);
      if (seen != null) {
        clients.put(
            named(admissionPhase),
            WebhookConfigurations.clientConfigs(seen, kinds.webhookNames(admissionPhase)));
      }
    }
    return clients;
  }

  /** Kinds whose objects nobody else judges. */
  private List<Resource> reviewed() {
    Set<GroupKind> others =
        convertedBy(Converter.OTHER).stream().map(CrdConversion::kind).collect(Collectors.toSet());
    return servedResources.stream().filter(resource -> !others.contains(resource.kind())).toList();
  }

  private boolean isComplete(AdmissionPhase admissionPhase, ApiObject configuration) {
    List<JsonNode> clients =
        WebhookConfigurations.clientConfigs(configuration, kinds.webhookNames(admissionPhase));
    return reviewed().stream()
        .map(resource -> WebhookPaths.path(admissionPhase, resource.kind(), resource.version()))
        .allMatch(path -> clients.stream().anyMatch(client -> address.matches(client, path)));
  }

  private static void edit(List<PendingWrite> changes, ApiObject seen, ObjectNode wanted) {
    if (!MergePatches.between(seen.copyTree(), wanted).isEmpty()) {
      changes.add(new PendingWrite(seen, wanted));
    }
  }

  private static String named(CrdConversion crdConversion) {
    return "CRD " + crdConversion.crd().name();
  }

  private static String named(AdmissionPhase admissionPhase) {
    return WebhookConfigurations.kind(admissionPhase) + " " + WebhookConfigurations.NAME;
  }
}
