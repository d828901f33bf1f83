package io.weir.sandbox.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.sandbox.account.Accounts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the manager may do: for all clouds, and for each that it has a provider of. */
public final class Rights {
  private static final String GROUP = "rbac.authorization.k8s.io";

  private Rights() {}

  /** All of it, to be applied. */
  public static String manifest() throws IOException {
    String ofClouds =
        Definitions.factories()
            .flatMap(factory -> factory.role().stream())
            .flatMap(role -> Stream.of(role.copy(), binding(role)))
            .map(ObjectNode::toString)
            .collect(Collectors.joining("\n---\n"));
    try (InputStream file =
        Rights.class.getResourceAsStream("/io/weir/sandbox/manager-rbac.yaml")) {
      if (file == null) {
        throw new IllegalStateException("manager-rbac.yaml is not packed with this class");
      }
      String ofAll = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      return ofAll + "\n---\n" + ofClouds;
    }
  }

  private static ObjectNode binding(ApiObject role) {
    ObjectNode binding = Json.MAPPER.createObjectNode();
    binding.put("apiVersion", GROUP + "/v1").put("kind", "ClusterRoleBinding");
    binding.putObject("metadata").put("name", role.name());
    ObjectNode to = binding.putObject("roleRef").put("apiGroup", GROUP);
    to.put("kind", "ClusterRole").put("name", role.name());
    ObjectNode who = binding.putArray("subjects").addObject().put("apiGroup", GROUP);
    who.put("kind", "User").put("name", Accounts.MANAGER);
    return binding;
  }
}
