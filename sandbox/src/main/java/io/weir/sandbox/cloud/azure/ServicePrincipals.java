package io.weir.sandbox.cloud.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.clouds.azure.seed.AzureSeedData;
import io.weir.clouds.azure.seed.ServicePrincipal;
import io.weir.sandbox.cloud.GeneratedObjects;
import io.weir.sandbox.cloud.PoolManifests;
import io.weir.sandbox.objects.Manifests;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Who manifests say is to call Azure.
 *
 * @param identities their AzureClusterIdentities
 * @param secrets their Secrets
 */
record ServicePrincipals(List<ApiObject> identities, List<ApiObject> secrets) {
  private static final GroupKind IDENTITY =
      new GroupKind(GeneratedObjects.INFRASTRUCTURE, "AzureClusterIdentity");
  private static final String ENTRY = "clientSecret";

  static ServicePrincipals of(Manifests manifests) {
    return new ServicePrincipals(manifests.of(IDENTITY), manifests.of(GroupKind.SECRET));
  }

  /** Those that a tenant does not have yet, each with the password that its Secret holds. */
  List<ServicePrincipal> absentFrom(List<ServicePrincipal> known) {
    var absent = new TreeMap<String, ServicePrincipal>(String.CASE_INSENSITIVE_ORDER);
    identities.stream()
        .map(this::principal)
        .forEach(each -> absent.putIfAbsent(each.clientId(), each));
    known.forEach(each -> absent.remove(each.clientId()));
    return List.copyOf(absent.values());
  }

  /** One that a tenant has, with the password that a Secret holds, if there is one for it. */
  ServicePrincipal withGivenPassword(ServicePrincipal known) {
    return identities.stream()
        .filter(identity -> clientId(identity).equalsIgnoreCase(known.clientId()))
        .flatMap(identity -> given(secretKey(identity)).stream())
        .findFirst()
        .map(
            password ->
                new ServicePrincipal(
                    known.clientId(), password, known.objectId(), known.subjects()))
        .orElse(known);
  }

  /** The tenant that the first of them names. */
  Optional<String> tenant() {
    return identities.stream()
        .flatMap(identity -> PoolManifests.text(identity.at("/spec/tenantID")).stream())
        .findFirst();
  }

  private ServicePrincipal principal(ApiObject identity) {
    String id = clientId(identity);
    return new ServicePrincipal(
        id,
        given(secretKey(identity)).orElse(AzureSeedData.PRINCIPAL.secret()),
        UUID.nameUUIDFromBytes(id.getBytes(StandardCharsets.UTF_8)).toString(),
        AzureSeedData.PRINCIPAL.subjects());
  }

  /** The Secrets that are not among the manifests. */
  List<ObjectNode> secrets(AzureSeedData seed) {
    return identities.stream()
        .filter(identity -> identity.at("/spec/type").asText().endsWith("ServicePrincipal"))
        .filter(identity -> !secretKey(identity).name().isEmpty())
        .filter(identity -> given(secretKey(identity)).isEmpty())
        .map(identity -> secret(secretKey(identity), password(identity, seed)))
        .toList();
  }

  private static String password(ApiObject identity, AzureSeedData seed) {
    return seed.principals().stream()
        .filter(each -> each.clientId().equalsIgnoreCase(clientId(identity)))
        .findFirst()
        .map(ServicePrincipal::secret)
        .orElse("");
  }

  private Optional<String> given(ObjectKey key) {
    return secrets.stream()
        .filter(secret -> Manifests.keyOf(secret).equals(key))
        .findFirst()
        .flatMap(
            secret ->
                PoolManifests.text(secret.at("/stringData/" + ENTRY))
                    .or(
                        () ->
                            PoolManifests.text(secret.at("/data/" + ENTRY))
                                .map(ServicePrincipals::decoded)));
  }

  private static String decoded(String base64) {
    return new String(Base64.getMimeDecoder().decode(base64), StandardCharsets.UTF_8);
  }

  private static String clientId(ApiObject identity) {
    return identity.at("/spec/clientID").asText("");
  }

  private static ObjectKey secretKey(ApiObject identity) {
    JsonNode reference = identity.at("/spec/clientSecret");
    return new ObjectKey(Manifests.keyOf(identity).namespace(), reference.path("name").asText(""));
  }

  private static ObjectNode secret(ObjectKey key, String password) {
    ObjectNode secret =
        Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Secret");
    secret.putObject("metadata").put("namespace", key.namespace()).put("name", key.name());
    secret.putObject("stringData").put(ENTRY, password);
    return secret;
  }
}
