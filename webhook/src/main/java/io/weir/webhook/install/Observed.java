package io.weir.webhook.install;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.kernel.kube.Patches;
import io.weir.kernel.kube.Resource;
import io.weir.webhook.install.Definition.Converter;
import io.weir.webhook.review.WebhookPaths;
import io.weir.webhook.review.WebhookPaths.Role;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the API server knows of the webhooks at one moment.
 *
 * @param address where it should find them
 * @param definitions all CRDs that are not on their way out
 * @param configurations as far as they exist
 * @param installed kinds that there are rules for and that are served, in a fixed order
 */
record Observed(
    Address address,
    List<Definition> definitions,
    Map<Role, ApiObject> configurations,
    List<Resource> installed) {

  /** Something to write. */
  sealed interface Change {
    /** An object that does not exist. */
    record Create(Role role, ObjectNode object) implements Change {}

    /** An object that should differ from how it was seen. */
    record Edit(ApiObject seen, ObjectNode wanted) implements Change {}
  }

  Observed {
    definitions = List.copyOf(definitions);
    configurations = Map.copyOf(configurations);
    installed = List.copyOf(installed);
  }

  /** From objects as they are stored. */
  static Observed of(
      Address address,
      List<ApiObject> crds,
      Map<Role, Optional<ApiObject>> configurations,
      List<Resource> installed) {
    var there = new EnumMap<Role, ApiObject>(Role.class);
    configurations.forEach((role, found) -> found.ifPresent(object -> there.put(role, object)));
    return new Observed(
        address,
        crds.stream()
            .filter(crd -> !crd.deleting())
            .map(crd -> Definition.of(crd, address))
            .toList(),
        there,
        installed);
  }

  /** CRDs whose objects the given one converts. */
  List<Definition> convertedBy(Converter converter) {
    return definitions.stream().filter(crd -> crd.converter() == converter).toList();
  }

  /** What has to be written so that all point here and trust this bundle; empty if all do. */
  List<Change> changes(String bundle) {
    var changes = new ArrayList<Change>();
    for (Definition ours : convertedBy(Converter.WEIR)) {
      ObjectNode wanted = ours.crd().copy();
      Definition.point(wanted, address, bundle);
      edit(changes, ours.crd(), wanted);
    }
    for (Role role : Role.values()) {
      ApiObject seen = configurations.get(role);
      if (seen == null) {
        ObjectNode fresh = Configurations.fresh(role, reviewed(), address, bundle);
        changes.add(new Change.Create(role, fresh));
      } else {
        edit(changes, seen, configured(role, seen, bundle));
      }
    }
    return changes;
  }

  /** A configuration as it should be, given how it is. */
  ObjectNode configured(Role role, ApiObject seen, String bundle) {
    ObjectNode wanted = seen.copy();
    Configurations.write(wanted, role, reviewed(), address, bundle);
    return wanted;
  }

  /** Why the API server cannot rely on who shows a certificate of the authority, for people. */
  List<String> obstacles(X509Certificate authority) {
    var obstacles = new ArrayList<String>();
    for (Role role : Role.values()) {
      ApiObject seen = configurations.get(role);
      if (seen == null) {
        obstacles.add(Configurations.kind(role) + " " + Configurations.NAME + " is missing");
      } else if (!complete(role, seen)) {
        obstacles.add(named(role) + " does not list all of Weir's webhooks");
      }
    }
    for (Definition ours : convertedBy(Converter.WEIR)) {
      if (!address.named(ours.client(), WebhookPaths.CONVERT)) {
        obstacles.add(named(ours) + " has its objects converted by another webhook");
      }
    }
    untrusting(authority)
        .forEach(name -> obstacles.add(name + " does not trust the CA of Weir's webhooks"));
    return obstacles;
  }

  /** Names of objects that point at webhooks of Weir and do not trust the authority. */
  List<String> untrusting(X509Certificate authority) {
    var names = new ArrayList<String>();
    for (Definition ours : convertedBy(Converter.WEIR)) {
      if (!Bundles.holds(ours.client(), authority)) {
        names.add(named(ours));
      }
    }
    for (Role role : Role.values()) {
      ApiObject seen = configurations.get(role);
      if (seen != null
          && !Configurations.clients(seen).stream()
              .allMatch(client -> Bundles.holds(client, authority))) {
        names.add(named(role));
      }
    }
    return names;
  }

  /** Kinds whose objects nobody else judges. */
  private List<Resource> reviewed() {
    Set<GroupKind> others =
        convertedBy(Converter.OTHER).stream().map(Definition::kind).collect(Collectors.toSet());
    return installed.stream().filter(resource -> !others.contains(resource.kind())).toList();
  }

  private boolean complete(Role role, ApiObject configuration) {
    List<JsonNode> clients = Configurations.clients(configuration);
    return reviewed().stream()
        .map(resource -> WebhookPaths.of(role, resource.kind(), resource.version()))
        .allMatch(path -> clients.stream().anyMatch(client -> address.named(client, path)));
  }

  private static void edit(List<Change> changes, ApiObject seen, ObjectNode wanted) {
    if (!Patches.merge(seen.copy(), wanted).isEmpty()) {
      changes.add(new Change.Edit(seen, wanted));
    }
  }

  private static String named(Definition definition) {
    return "CRD " + definition.crd().name();
  }

  private static String named(Role role) {
    return Configurations.kind(role) + " " + Configurations.NAME;
  }
}
