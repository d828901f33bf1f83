package io.weir.provider.azure.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.admission.Admission;
import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.RequiredRight;
import io.weir.api.admission.Violation;
import io.weir.provider.Ownership;
import io.weir.provider.azure.api.AsoKinds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Pools that list objects of Azure Service Operator: the manager writes these with its own rights,
 * and Azure is asked with the credentials that they name. So nobody gets more of them by a pool
 * than they may write themselves. What is in them, Azure Service Operator judges.
 *
 * @param kind the pool, or its template
 * @param list the field that lists them, with dots
 */
record AsoPoolRights(GroupKind kind, String list) implements Admission {

  private static final List<String> VERBS = List.of("create", "patch");

  @Override
  public ObjectNode applyDefaults(AdmissionRequest admissionRequest) {
    return admissionRequest.object().deepCopy();
  }

  @Override
  public List<Violation> violations(AdmissionRequest admissionRequest) {
    return List.of();
  }

  /** For what is new in the list or changed; for all of it once the pool is to take over others. */
  @Override
  public List<RequiredRight> requiredRights(AdmissionRequest admissionRequest) {
    Optional<ObjectNode> old = admissionRequest.oldObject();
    boolean startsAdopting =
        isAdopting(admissionRequest.object()) && old.filter(AsoPoolRights::isAdopting).isEmpty();
    var kept = new HashSet<JsonNode>();
    if (!startsAdopting) {
      old.ifPresent(before -> listed(before).forEach(kept::add));
    }
    var rights = new ArrayList<RequiredRight>();
    Set<GroupKind> named = new HashSet<>();
    int index = 0;
    for (JsonNode each : listed(admissionRequest.object())) {
      String field = "%s[%d]".formatted(list, index++);
      GroupKind listedKind = kindOf(each);
      if (!kept.contains(each) && AsoKinds.isOne(listedKind) && named.add(listedKind)) {
        VERBS.forEach(verb -> rights.add(new RequiredRight(field, listedKind, verb)));
      }
    }
    return rights;
  }

  @Override
  public List<String> warnings(AdmissionRequest admissionRequest) {
    return List.of();
  }

  private JsonNode listed(ObjectNode object) {
    return object.at("/" + list.replace('.', '/'));
  }

  private static GroupKind kindOf(JsonNode listed) {
    String apiVersion = listed.path("apiVersion").asText();
    int slash = apiVersion.indexOf('/');
    return new GroupKind(
        slash < 0 ? "" : apiVersion.substring(0, slash), listed.path("kind").asText());
  }

  private static boolean isAdopting(ObjectNode pool) {
    return new ApiObject(pool).annotation(Ownership.ADOPT).filter("true"::equals).isPresent();
  }
}
