package io.weir.bootstrap.eks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.bootstrap.EKSConfig;
import io.weir.api.bootstrap.FileEntry;
import io.weir.api.bootstrap.NodeadmConfig;
import io.weir.api.bootstrap.SecretSource;
import io.weir.api.bootstrap.User;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.render.ContentResolver;
import io.weir.bootstrap.render.InputDigest;
import io.weir.bootstrap.render.RenderedBootstrapData;
import java.util.List;
import java.util.Set;

/** Renders what a worker of an EKS cluster runs at first boot. Same inputs, same text. */
public final class EksDataRenderer {

  private EksDataRenderer() {}

  /** What both kinds of config have, in which Secrets can be named. */
  private record Contents(List<FileEntry> files, List<User> users) {

    static Contents of(ApiObject config) {
      if (config.groupKind().equals(GroupKind.NODEADM_CONFIG)) {
        NodeadmConfig.Spec spec = nodeadm(config);
        return new Contents(spec.files(), spec.users());
      }
      EKSConfig.Spec spec = script(config);
      return new Contents(spec.files(), spec.users());
    }
  }

  /**
   * The keys of Secrets, in the config's namespace, that its files and users are read from.
   *
   * @param config an EKSConfig or a NodeadmConfig, v1beta2
   * @throws BootstrapDataException if it does not have the shape of v1beta2
   */
  public static Set<SecretSource.SecretKeyReference> requiredSecretKeys(ApiObject config) {
    Contents contents = Contents.of(config);
    return ContentResolver.requiredKeys(contents.files(), contents.users());
  }

  /** The first field of a config that names the key of a Secret, for people. */
  public static String fieldOf(ApiObject config, SecretSource.SecretKeyReference reference) {
    Contents contents = Contents.of(config);
    return ContentResolver.fieldOf(contents.files(), contents.users(), reference);
  }

  /**
   * Renders.
   *
   * @throws BootstrapDataException if the inputs cannot be rendered; the message names field and
   *     remedy
   */
  public static RenderedBootstrapData render(EksInputs inputs) {
    ApiObject config = inputs.config();
    Contents asked = Contents.of(config);
    var resolver = new ContentResolver(inputs.secrets());
    var files = resolver.files(asked.files());
    var users = resolver.users(asked.users());
    String text =
        config.groupKind().equals(GroupKind.NODEADM_CONFIG)
            ? NodeadmWriter.write(nodeadm(config), files, users, inputs.cluster())
            : BootstrapScriptWriter.write(script(config), files, users, inputs.cluster());
    String digest = InputDigest.of(facts(inputs), inputs.spec(), inputs.secrets());
    return new RenderedBootstrapData(
        text, "", digest, digest, inputs.kubernetesVersion(), List.of());
  }

  /** Of the cluster only what data of the kind is made from. */
  private static ObjectNode facts(EksInputs inputs) {
    EksClusterInfo cluster = inputs.cluster();
    GroupKind kind = inputs.config().groupKind();
    ObjectNode facts = Json.MAPPER.createObjectNode();
    facts.put("cluster", cluster.name()).put("kind", kind.kind());
    if (kind.equals(GroupKind.NODEADM_CONFIG)) {
      facts.put("ca", cluster.certificateAuthority()).put("endpoint", cluster.endpoint());
      cluster.serviceCidr().ifPresent(cidr -> facts.put("serviceCidr", cidr));
    } else {
      cluster.vpcIpv6Cidr().ifPresent(cidr -> facts.put("vpcIpv6Cidr", cidr));
    }
    return facts;
  }

  private static NodeadmConfig.Spec nodeadm(ApiObject config) {
    return parsed(config, NodeadmConfig.class).spec();
  }

  private static EKSConfig.Spec script(ApiObject config) {
    return parsed(config, EKSConfig.class).spec();
  }

  private static <T> T parsed(ApiObject config, Class<T> type) {
    JsonNode spec = config.spec();
    try {
      ObjectNode whole = Json.MAPPER.createObjectNode();
      if (spec.isObject()) {
        whole.set("spec", spec);
      }
      return Json.MAPPER.convertValue(whole, type);
    } catch (IllegalArgumentException e) {
      // The cause quotes the tree, which may hold secrets, so it is not passed on.
      throw BootstrapDataException.invalid(
          "spec", "does not match the schema of %s v1beta2".formatted(type.getSimpleName()));
    }
  }
}
