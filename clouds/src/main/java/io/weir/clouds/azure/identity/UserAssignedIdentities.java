package io.weir.clouds.azure.identity;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.azure.arm.ArmCall;
import io.weir.clouds.azure.arm.ArmErrorException;
import io.weir.clouds.azure.arm.ResourceId;
import io.weir.clouds.azure.arm.Subscription;
import io.weir.clouds.azure.resources.ResourceGroups;
import io.weir.clouds.http.RestResponse;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.UUID;

/** The identities of a subscription. */
public final class UserAssignedIdentities {
  private static final String TYPE = "Microsoft.ManagedIdentity/userAssignedIdentities";

  private final Subscription subscription;
  private final ResourceGroups groups;

  /** Those that lie in a subscription. */
  public UserAssignedIdentities(Subscription subscription, ResourceGroups groups) {
    this.subscription = subscription;
    this.groups = groups;
  }

  /** By which ID programs on machines name an identity. */
  public static String clientId(String identity) {
    return id("client", identity);
  }

  /** By which ID the directory knows it. */
  public static String principalId(String identity) {
    return id("principal", identity);
  }

  private static String id(String what, String identity) {
    String text = what + " " + identity.toLowerCase(Locale.ROOT);
    return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
  }

  /** Answers a call. */
  public RestResponse get(ArmCall call) {
    var _ = groups.require(call.group());
    ResourceId id = call.resourceId(TYPE, "name");
    if (!exists(id)) {
      throw ArmErrorException.notFound(TYPE, id.name(), id.group());
    }
    ObjectNode identity = JsonNodeFactory.instance.objectNode();
    identity.put("id", id.toString()).put("name", id.name()).put("type", TYPE);
    identity
        .put("location", subscription.own().resourceGroups().getOrDefault(id.group(), ""))
        .putObject("tags");
    identity
        .putObject("properties")
        .put("tenantId", subscription.seed().tenant())
        .put("principalId", principalId(id.toString()))
        .put("clientId", clientId(id.toString()));
    return RestResponse.ok(identity);
  }

  private boolean exists(ResourceId id) {
    return subscription.own().identities().stream()
        .anyMatch(
            one ->
                one.resourceGroup().equalsIgnoreCase(id.group())
                    && one.name().equalsIgnoreCase(id.name()));
  }
}
