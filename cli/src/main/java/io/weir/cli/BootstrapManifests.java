package io.weir.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.bootstrap.SecretSource;
import io.weir.api.conversion.Conversion;
import io.weir.api.conversion.Conversions;
import io.weir.bootstrap.BootstrapMetadataKeys;
import io.weir.bootstrap.ignition.IgnitionVersion;
import io.weir.bootstrap.preview.BootstrapPreview;
import io.weir.bootstrap.render.RenderOptions;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Manifests, as far as they tell what machines get.
 *
 * @param objects in the version that Weir stores
 */
record BootstrapManifests(List<ApiObject> objects) {

  private static final String STORED = "v1beta2";

  /**
   * What was asked for on the command line.
   *
   * @param kubernetesVersion the machines' version; empty for that of the pool
   * @param controlPlaneVersion the control plane's version; empty if it is not known
   */
  record RequestedVersions(
      Optional<String> kubernetesVersion, Optional<String> controlPlaneVersion) {}

  /**
   * Manifests of either version.
   *
   * @throws IllegalArgumentException if an object is not what its kind says
   */
  static BootstrapManifests of(List<ApiObject> given) {
    return new BootstrapManifests(given.stream().map(BootstrapManifests::stored).toList());
  }

  private static ApiObject stored(ApiObject object) {
    Optional<Conversion> conversion =
        Conversions.all().stream().filter(one -> one.kind().equals(object.groupKind())).findFirst();
    return conversion
        .map(one -> new ApiObject(one.convert(object.copyTree(), STORED, _ -> Optional.empty())))
        .orElse(object);
  }

  /**
   * What one config gives.
   *
   * @throws IllegalArgumentException if it is not clear which config or which version is meant
   */
  BootstrapPreview preview(Optional<String> name, RequestedVersions requestedVersions) {
    ApiObject config = config(name);
    Optional<ApiObject> pool = pool(config);
    return new BootstrapPreview(
        config.spec(),
        requestedVersions
            .kubernetesVersion()
            .or(() -> pool.map(BootstrapManifests::version).filter(version -> !version.isEmpty()))
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "no MachinePool with a version refers to KubeadmConfig %s; set"
                                .formatted(config.name())
                            + " --kubernetes-version")),
        pool.flatMap(this::endpoint),
        secrets(),
        new RenderOptions(
            requestedVersions.controlPlaneVersion(),
            config
                .annotation(BootstrapMetadataKeys.IGNITION_VERSION)
                .map(IgnitionVersion::parse)
                .orElse(IgnitionVersion.V2_3)));
  }

  private ApiObject config(Optional<String> name) {
    List<ApiObject> found =
        objects.stream()
            .filter(object -> object.groupKind().equals(GroupKind.KUBEADM_CONFIG))
            .filter(object -> name.isEmpty() || object.name().equals(name.get()))
            .toList();
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          "the manifests have no KubeadmConfig" + name.map(" "::concat).orElse(""));
    }
    if (found.size() > 1) {
      throw new IllegalArgumentException(
          "the manifests have several KubeadmConfigs (%s); choose one with --name"
              .formatted(found.stream().map(ApiObject::name).collect(Collectors.joining(", "))));
    }
    return found.getFirst();
  }

  private Optional<ApiObject> pool(ApiObject config) {
    String reference = "/spec/template/spec/bootstrap/configRef";
    return objects.stream()
        .filter(object -> object.groupKind().equals(GroupKind.MACHINE_POOL))
        .filter(pool -> pool.at(reference + "/kind").asText().equals("KubeadmConfig"))
        .filter(pool -> pool.at(reference + "/name").asText().equals(config.name()))
        .findFirst();
  }

  private static String version(ApiObject pool) {
    return pool.at("/spec/template/spec/version").asText("");
  }

  private Optional<String> endpoint(ApiObject pool) {
    return objects.stream()
        .filter(object -> object.groupKind().equals(GroupKind.CLUSTER))
        .filter(cluster -> cluster.name().equals(pool.at("/spec/clusterName").asText()))
        .map(cluster -> cluster.at("/spec/controlPlaneEndpoint"))
        .filter(endpoint -> !endpoint.path("host").asText("").isEmpty())
        .map(endpoint -> endpoint.path("host").asText() + ":" + endpoint.path("port").asInt())
        .findFirst();
  }

  private Map<SecretSource.SecretKeyReference, byte[]> secrets() {
    var contents = new HashMap<SecretSource.SecretKeyReference, byte[]>();
    for (ApiObject secret : objects) {
      if (secret.groupKind().equals(GroupKind.SECRET)) {
        for (Map.Entry<String, JsonNode> value : secret.at("/data").properties()) {
          contents.put(
              new SecretSource.SecretKeyReference(secret.name(), value.getKey()),
              Base64.getDecoder().decode(value.getValue().asText()));
        }
        for (Map.Entry<String, JsonNode> value : secret.at("/stringData").properties()) {
          contents.put(
              new SecretSource.SecretKeyReference(secret.name(), value.getKey()),
              value.getValue().asText().getBytes(StandardCharsets.UTF_8));
        }
      }
    }
    return contents;
  }
}
