package io.weir.provider.oci.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.provider.CloudIdentity;
import io.weir.provider.PrerequisiteException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose pools may use the manager's own principals. */
class ClusterIdentitiesTest {
  private static final ApiObject POOL =
      object("{kind: OCIMachinePool, metadata: {name: workers, namespace: team}}");
  private static final ApiObject TEAM =
      object("{kind: Namespace, metadata: {name: team, labels: {tier: prod}}}");

  private final ClusterIdentities identities =
      new ClusterIdentities(new OciSettings(Map.of()), "weir-system");

  private static ApiObject object(String yaml) {
    try {
      return new ApiObject((ObjectNode) new YAMLMapper().readTree(yaml));
    } catch (IOException malformed) {
      throw new IllegalArgumentException(malformed);
    }
  }

  private CloudIdentity authorize(String namespace, String type, String allowed)
      throws PrerequisiteException {
    ApiObject identity =
        object(
            "{kind: OCIClusterIdentity, metadata: {name: own, namespace: %s}, spec: {type: %s, allowedNamespaces: %s}}"
                .formatted(namespace, type, allowed));
    return identities.authorize(
        new CloudIdentity.OfObject("OCIClusterIdentity", new ObjectKey(namespace, "own")),
        POOL,
        (GroupKind kind, ObjectKey key) ->
            List.of(identity, TEAM).stream()
                .filter(each -> each.groupKind().kind().equals(kind.kind()))
                .filter(each -> each.name().equals(key.name()))
                .findFirst());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "InstancePrincipal | {list: [team]}",
        "Workload | {selector: {matchLabels: {tier: prod}}}",
        "Workload | {}"
      })
  void lendsThemFromTheManagersNamespaceToWhomItAdmits(String type, String allowed)
      throws Exception {
    assertThat(authorize("weir-system", type, allowed))
        .isEqualTo(
            new CloudIdentity.OfObject(
                "OCIClusterIdentity", new ObjectKey("weir-system", "own"), Optional.empty(), type));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{list: [other]}",
        "{list: []}",
        "{selector: {matchLabels: {tier: test}}}",
        "null"
      })
  void lendsThemToNobodyElse(String allowed) {
    assertThatThrownBy(() -> authorize("weir-system", "InstancePrincipal", allowed))
        .isInstanceOf(PrerequisiteException.class)
        .hasMessageContaining("add it to spec.allowedNamespaces.list");
  }

  @ParameterizedTest
  @ValueSource(strings = {"InstancePrincipal", "Workload"})
  void lendsThemFromNoNamespaceOfTenants(String type) {
    assertThatThrownBy(() -> authorize("team", type, "{}"))
        .isInstanceOf(PrerequisiteException.class)
        .hasMessageContaining("spec.type " + type)
        .hasMessageContaining("create it in weir-system, with spec.allowedNamespaces");
  }

  @Test
  void refusesATypeThatOracleCloudHasNot() {
    assertThatThrownBy(() -> authorize("weir-system", "Robot", "{}"))
        .isInstanceOf(PrerequisiteException.class)
        .hasMessageContaining("UserPrincipal, InstancePrincipal and Workload are");
  }
}
