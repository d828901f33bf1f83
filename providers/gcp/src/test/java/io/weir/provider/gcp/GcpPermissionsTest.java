package io.weir.provider.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.kit.CalledActions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The role that the provider hands out, held against the calls and what each of them needs. */
class GcpPermissionsTest {

  /**
   * Asked for when a template or a group is made, by what it names; the last one where the API
   * server of a cluster is reached by its name.
   */
  private static final Set<String> ASKED_FOR_BESIDE =
      Set.of(
          "compute.disks.create",
          "compute.disks.setLabels",
          "compute.images.useReadOnly",
          "compute.instanceTemplates.useReadOnly",
          "compute.instances.create",
          "compute.instances.setLabels",
          "compute.instances.setMetadata",
          "compute.instances.setServiceAccount",
          "compute.instances.setTags",
          "compute.networks.use",
          "compute.subnetworks.use",
          "compute.subnetworks.useExternalIp",
          "container.clusters.connect");

  @Test
  void everyCallHasItsPermission() throws IOException {
    assertThat(byCall().keySet()).isEqualTo(CalledActions.of("gcp").actions());
  }

  @Test
  void theRoleHasWhatIsCalledAndWhatIsAskedForBesideAndNothingElse() throws IOException {
    JsonNode role =
        PoolFixture.json(new GcpProviderFactory().permissions(Optional.empty()).orElseThrow());
    List<String> permissions =
        role.path("includedPermissions").valueStream().map(JsonNode::asText).toList();
    Set<String> needed = byCall().values().stream().collect(Collectors.toSet());
    needed.addAll(ASKED_FOR_BESIDE);

    assertThat(permissions).isSorted().containsExactlyInAnyOrderElementsOf(needed);
  }

  private static Map<String, String> byCall() throws IOException {
    try (var file = GcpPermissionsTest.class.getResourceAsStream("permissions-by-call.txt")) {
      assertThat(file).isNotNull();
      return new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" ", -1))
          .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
    }
  }
}
