package io.weir.bootstrap.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Digest;
import io.weir.api.Excerpt;
import io.weir.api.Json;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.OwnerReference;
import io.weir.bootstrap.BootstrapMetadataKeys;
import io.weir.bootstrap.render.RenderedBootstrapData;
import io.weir.bootstrap.token.IssuedToken;
import io.weir.bootstrap.token.JoinToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/** The Secret with a config's data, and how it is read back and written; pure. */
public final class BootstrapDataSecret {

  /** What machines run. Read by infrastructure providers. */
  static final String VALUE = "value";

  /** Its format. Read by infrastructure providers. */
  static final String FORMAT = "format";

  /**
   * The token that the data contains, so that it can be made again as it was. Read by this
   * controller alone.
   */
  public static final String TOKEN = "join-token";

  private BootstrapDataSecret() {}

  /** The token in the data; empty if there is none or somebody has spoiled it. */
  public static Optional<IssuedToken> token(ApiObject secret) {
    try {
      JoinToken token =
          JoinToken.parse(
              new String(
                  Base64.getDecoder().decode(secret.at("/data/" + TOKEN).asText("")),
                  StandardCharsets.UTF_8));
      return Optional.of(new IssuedToken(token, issuedAt(secret)));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /** Whether there is data: something that machines can run, or nothing where that was made. */
  public static boolean hasData(ApiObject secret) {
    JsonNode value = secret.at("/data/" + VALUE);
    return value.isTextual() && (!value.asText().isEmpty() || isMadeEmpty(secret));
  }

  private static boolean isMadeEmpty(ApiObject secret) {
    return secret
        .annotation(BootstrapMetadataKeys.DATA_DIGEST)
        .filter(Digest.of(new byte[0])::equals)
        .isPresent();
  }

  /** Whether the Secret of a config's name was made for this very config. */
  public static boolean isOf(ApiObject secret, ApiObject config) {
    return foreign(secret, config).isEmpty();
  }

  /**
   * Whose the Secret of a config's name is, if not this very config's. Names are chosen by whoever
   * may write configs; the UID in an owner reference, and the type, by whoever may write Secrets.
   *
   * @return what it is, for people; empty if it is the config's
   */
  static Optional<String> foreign(ApiObject secret, ApiObject config) {
    Optional<OwnerReference> other =
        secret.controller().filter(owner -> !owner.uid().equals(config.uid()));
    if (other.isPresent()) {
      boolean former =
          other.get().groupKind().equals(config.groupKind())
              && other.get().name().equals(config.name());
      return Optional.of(
          former
              ? "belongs to a former %s of the name and goes by itself"
                  .formatted(config.groupKind().kind())
              : "belongs to %s %s".formatted(other.get().kind(), other.get().name()));
    }
    if (secret.ownerReferences().stream().noneMatch(owner -> owner.uid().equals(config.uid()))) {
      return Optional.of("has no owner reference to this config");
    }
    String type = secret.at("/type").asText("");
    return type.equals(MetadataKeys.CLUSTER_SECRET_TYPE)
        ? Optional.empty()
        : Optional.of(
            "is of type " + Excerpt.of(type) + ", not " + MetadataKeys.CLUSTER_SECRET_TYPE);
  }

  /** Whether somebody said before whose token the spec names: ours now, after a take-over. */
  static boolean isTokenTakenOver(ApiObject secret, JoinToken inSpec) {
    return secret
        .annotation(BootstrapMetadataKeys.TAKEN_OVER)
        .filter(inSpec.id()::equals)
        .isPresent();
  }

  /** Whether the data there was made here. */
  static boolean isMadeByWeir(ApiObject secret) {
    return secret.annotation(BootstrapMetadataKeys.INPUTS_AND_TOKEN_DIGEST).isPresent();
  }

  /** A new Secret. */
  public static ObjectNode newSecret(
      ApiObject config,
      String cluster,
      RenderedBootstrapData data,
      JoinTokenSelection joinTokenSelection) {
    ObjectNode tree = Json.MAPPER.createObjectNode();
    tree.put("apiVersion", "v1")
        .put("kind", "Secret")
        .put("type", MetadataKeys.CLUSTER_SECRET_TYPE);
    tree.withObject("/metadata").put("namespace", config.namespace()).put("name", config.name());
    write(tree, config, cluster, data, joinTokenSelection);
    return tree;
  }

  /**
   * Brings our parts of a Secret to what they should be; what others put there stays. What another
   * version of Weir renders differently from the same inputs comes with the next token, so that
   * after an update not all pools write new templates at once; where no token of ours will change
   * the data soon, it comes now.
   */
  public static void write(
      ObjectNode tree,
      ApiObject config,
      String cluster,
      RenderedBootstrapData data,
      JoinTokenSelection joinTokenSelection) {
    MetadataEdits.setLabel(tree, MetadataKeys.CLUSTER_NAME, cluster);
    control(tree, config);
    ObjectNode content = tree.withObject("/data");
    if (joinTokenSelection.token().isEmpty() || !intact(tree, data)) {
      byte[] value = data.value().getBytes(StandardCharsets.UTF_8);
      content.put(VALUE, Base64.getEncoder().encodeToString(value));
      MetadataEdits.setAnnotation(tree, BootstrapMetadataKeys.DATA_DIGEST, Digest.of(value));
      MetadataEdits.setAnnotation(
          tree, BootstrapMetadataKeys.DATA_SIZE, Integer.toString(value.length));
      MetadataEdits.setAnnotation(
          tree, BootstrapMetadataKeys.DATA_GZIP_SIZE, Integer.toString(gzipped(value)));
    }
    if (!data.format().isEmpty()) {
      content.put(FORMAT, encoded(data.format()));
    }
    MetadataEdits.setAnnotation(tree, BootstrapMetadataKeys.INPUTS_DIGEST, data.inputsDigest());
    if (!data.kubernetesVersion().isEmpty()) {
      MetadataEdits.setAnnotation(
          tree, BootstrapMetadataKeys.KUBERNETES_VERSION, data.kubernetesVersion());
    }
    MetadataEdits.setAnnotation(
        tree, BootstrapMetadataKeys.INPUTS_AND_TOKEN_DIGEST, data.inputsAndTokenDigest());
    ObjectNode annotations = tree.withObject("/metadata/annotations");
    annotations.remove(
        List.of(BootstrapMetadataKeys.TOKEN_ISSUED_AT, BootstrapMetadataKeys.TAKEN_OVER));
    content.remove(TOKEN);
    joinTokenSelection
        .token()
        .ifPresent(
            held -> {
              content.put(TOKEN, encoded(held.token().reveal()));
              annotations.put(BootstrapMetadataKeys.TOKEN_ISSUED_AT, held.issuedAt().toString());
            });
    joinTokenSelection
        .takenOverId()
        .ifPresent(id -> annotations.put(BootstrapMetadataKeys.TAKEN_OVER, id));
  }

  private static int gzipped(byte[] value) {
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(value);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return out.size();
  }

  /** Whether the value there is one that we made from the same inputs. */
  private static boolean intact(ObjectNode tree, RenderedBootstrapData data) {
    JsonNode annotations = tree.at("/metadata/annotations");
    byte[] value;
    try {
      value = Base64.getDecoder().decode(tree.at("/data/" + VALUE).asText(""));
    } catch (IllegalArgumentException _) {
      return false;
    }
    return annotations
            .path(BootstrapMetadataKeys.INPUTS_AND_TOKEN_DIGEST)
            .asText("")
            .equals(data.inputsAndTokenDigest())
        && annotations.path(BootstrapMetadataKeys.DATA_DIGEST).asText("").equals(Digest.of(value));
  }

  private static void control(ObjectNode tree, ApiObject config) {
    MetadataEdits.addOwner(tree, config);
    for (JsonNode owner : tree.at("/metadata/ownerReferences")) {
      if (owner.path("uid").asText().equals(config.uid()) && owner instanceof ObjectNode ours) {
        ours.put("controller", true);
      }
    }
  }

  private static Instant issuedAt(ApiObject secret) {
    try {
      return Instant.parse(secret.annotation(BootstrapMetadataKeys.TOKEN_ISSUED_AT).orElse(""));
    } catch (DateTimeException _) {
      return secret.creationTimestamp().orElse(Instant.EPOCH);
    }
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
