package io.weir.provider.azure.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import io.weir.api.admission.Admission;
import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.RequiredRight;
import io.weir.api.harness.TestObjects;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What whoever writes a pool must be allowed themselves. */
class AsoPoolRightsTest {

  private static final GroupKind AGENT_POOL =
      new GroupKind("containerservice.azure.com", "ManagedClustersAgentPool");
  private static final GroupKind SUBNET =
      new GroupKind("network.azure.com", "VirtualNetworksSubnet");

  private final Admission rights = AzureAdmissions.asoManagedMachinePool();

  private static ObjectNode pool(String... resources) {
    return TestObjects.parse(
        "{\"metadata\": {\"name\": \"pool0\"}, \"spec\": {\"resources\": [%s]}}"
            .formatted(String.join(",", resources)));
  }

  private static String listed(GroupKind kind, String name, String size) {
    return """
    {"apiVersion": "%s/v1api20240901", "kind": "%s", "metadata": {"name": "%s"}, "spec": {"vmSize": "%s"}}
    """
        .formatted(kind.group(), kind.kind(), name, size);
  }

  private List<RequiredRight> of(ObjectNode object, ObjectNode old) {
    return rights.requiredRights(new AdmissionRequest(object, Optional.of(old)));
  }

  private static List<RequiredRight> toWrite(String field, GroupKind kind) {
    return List.of(
        new RequiredRight(field, kind, "create"), new RequiredRight(field, kind, "patch"));
  }

  @Test
  void areThoseToWriteEachKindThatANewPoolLists() {
    ObjectNode object =
        pool(
            listed(AGENT_POOL, "a", "small"),
            listed(SUBNET, "b", ""),
            listed(SUBNET, "c", ""),
            listed(new GroupKind("apps", "Deployment"), "d", ""),
            "{}",
            "7");

    assertThat(rights.requiredRights(new AdmissionRequest(object, Optional.empty())))
        .startsWith(toWrite("spec.resources[0]", AGENT_POOL).toArray(RequiredRight[]::new))
        .endsWith(toWrite("spec.resources[1]", SUBNET).toArray(RequiredRight[]::new))
        .hasSize(4);
  }

  @Test
  void areThoseForWhatAChangeAddsOrAlters() {
    ObjectNode old = pool(listed(AGENT_POOL, "a", "small"));

    assertThat(of(old, old)).isEmpty();
    assertThat(of(pool(), old)).isEmpty();
    assertThat(of(pool(listed(AGENT_POOL, "a", "large")), old))
        .isEqualTo(toWrite("spec.resources[0]", AGENT_POOL));
    assertThat(of(pool(listed(AGENT_POOL, "a", "small"), listed(SUBNET, "b", "")), old))
        .isEqualTo(toWrite("spec.resources[1]", SUBNET));
  }

  @Test
  void areThoseForAllOfItOnceThePoolIsToTakeOverWhatOthersMade() {
    ObjectNode old = pool(listed(AGENT_POOL, "a", "small"));
    ObjectNode adopting = old.deepCopy();
    adopting.withObject("/metadata/annotations").put("weir.io/adopt", "true");

    assertThat(of(adopting, old)).isEqualTo(toWrite("spec.resources[0]", AGENT_POOL));
    assertThat(of(adopting, adopting)).isEmpty();
  }

  @Test
  void ofATemplateAreThoseOfItsPools() {
    ObjectNode template =
        TestObjects.parse(
            "{\"spec\": {\"template\": {\"spec\": {\"resources\": [%s]}}}}"
                .formatted(listed(AGENT_POOL, "a", "small")));

    assertThat(
            AzureAdmissions.asoManagedMachinePoolTemplate()
                .requiredRights(new AdmissionRequest(template, Optional.empty())))
        .isEqualTo(toWrite("spec.template.spec.resources[0]", AGENT_POOL));
  }
}
