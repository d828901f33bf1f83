package io.weir.bootstrap.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Digest;
import io.weir.api.Json;
import io.weir.api.Keys;
import io.weir.api.Metadata;
import io.weir.api.OwnerReference;
import io.weir.bootstrap.BootstrapKeys;
import io.weir.bootstrap.render.RenderedData;
import io.weir.bootstrap.token.BootstrapToken;
import io.weir.bootstrap.token.HeldToken;
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
public final class DataSecret {

  /** What machines run. Read by infrastructure providers. */
  static final String VALUE = "value";

  /** Its format. Read by infrastructure providers. */
  static final String FORMAT = "format";

  /**
   * The token that the data contains, so that it can be made again as it was. Read by this
   * controller alone.
   */
  public static final String TOKEN = "join-token";

  private DataSecret() {}

  /** The token in the data; empty if there is none or somebody has spoiled it. */
  public static Optional<HeldToken> token(ApiObject secret) {
    try {
      BootstrapToken token =
          BootstrapToken.parse(
              new String(
                  Base64.getDecoder().decode(secret.at("/data/" + TOKEN).asText("")),
                  StandardCharsets.UTF_8));
      return Optional.of(new HeldToken(token, issuedAt(secret)));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /** Whether there is data that machines can run. */
  public static boolean holdsData(ApiObject secret) {
    return !secret.at("/data/" + VALUE).asText("").isEmpty();
  }

  /** Whom the Secret belongs to, if not to the config. */
  public static Optional<OwnerReference> stranger(ApiObject secret, ApiObject config) {
    return secret
        .controller()
        .filter(
            owner ->
                !owner.groupKind().equals(config.groupKind())
                    || !owner.name().equals(config.name()));
  }

  /** Whether somebody said before whose token the spec names: ours now, after a take-over. */
  static boolean tookOver(ApiObject secret, BootstrapToken inSpec) {
    return secret.annotation(BootstrapKeys.TAKEN_OVER).filter(inSpec.id()::equals).isPresent();
  }

  /** Whether the data there was made here. */
  static boolean madeHere(ApiObject secret) {
    return secret.annotation(BootstrapKeys.INPUTS_AND_TOKEN_DIGEST).isPresent();
  }

  /** A new Secret. */
  public static ObjectNode fresh(
      ApiObject config, String cluster, RenderedData data, Handout handout) {
    ObjectNode tree = Json.MAPPER.createObjectNode();
    tree.put("apiVersion", "v1").put("kind", "Secret").put("type", Keys.CLUSTER_SECRET_TYPE);
    tree.withObject("/metadata").put("namespace", config.namespace()).put("name", config.name());
    write(tree, config, cluster, data, handout);
    return tree;
  }

  /**
   * Brings our parts of a Secret to what they should be; what others put there stays. What another
   * version of Weir renders differently from the same inputs comes with the next token, so that
   * after an update not all pools write new templates at once; where no token of ours will change
   * the data soon, it comes now.
   */
  public static void write(
      ObjectNode tree, ApiObject config, String cluster, RenderedData data, Handout handout) {
    Metadata.label(tree, Keys.CLUSTER_NAME, cluster);
    control(tree, config);
    ObjectNode content = tree.withObject("/data");
    if (handout.token().isEmpty() || !intact(tree, data)) {
      byte[] value = data.value().getBytes(StandardCharsets.UTF_8);
      content.put(VALUE, Base64.getEncoder().encodeToString(value));
      Metadata.annotate(tree, BootstrapKeys.DATA_DIGEST, Digest.of(value));
      Metadata.annotate(tree, BootstrapKeys.DATA_SIZE, Integer.toString(value.length));
      Metadata.annotate(tree, BootstrapKeys.DATA_GZIP_SIZE, Integer.toString(gzipped(value)));
    }
    content.put(FORMAT, encoded(data.format()));
    Metadata.annotate(tree, BootstrapKeys.INPUTS_DIGEST, data.inputsDigest());
    if (!data.kubernetesVersion().isEmpty()) {
      Metadata.annotate(tree, BootstrapKeys.KUBERNETES_VERSION, data.kubernetesVersion());
    }
    Metadata.annotate(tree, BootstrapKeys.INPUTS_AND_TOKEN_DIGEST, data.inputsAndTokenDigest());
    ObjectNode annotations = tree.withObject("/metadata/annotations");
    annotations.remove(List.of(BootstrapKeys.TOKEN_ISSUED_AT, BootstrapKeys.TAKEN_OVER));
    content.remove(TOKEN);
    handout
        .token()
        .ifPresent(
            held -> {
              content.put(TOKEN, encoded(held.token().reveal()));
              annotations.put(BootstrapKeys.TOKEN_ISSUED_AT, held.issuedAt().toString());
            });
    handout.takenOver().ifPresent(id -> annotations.put(BootstrapKeys.TAKEN_OVER, id));
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
  private static boolean intact(ObjectNode tree, RenderedData data) {
    JsonNode annotations = tree.at("/metadata/annotations");
    byte[] value;
    try {
      value = Base64.getDecoder().decode(tree.at("/data/" + VALUE).asText(""));
    } catch (IllegalArgumentException _) {
      return false;
    }
    return annotations
            .path(BootstrapKeys.INPUTS_AND_TOKEN_DIGEST)
            .asText("")
            .equals(data.inputsAndTokenDigest())
        && annotations.path(BootstrapKeys.DATA_DIGEST).asText("").equals(Digest.of(value));
  }

  private static void control(ObjectNode tree, ApiObject config) {
    Metadata.own(tree, config);
    for (JsonNode owner : tree.at("/metadata/ownerReferences")) {
      if (owner.path("uid").asText().equals(config.uid()) && owner instanceof ObjectNode ours) {
        ours.put("controller", true);
      }
    }
  }

  private static Instant issuedAt(ApiObject secret) {
    try {
      return Instant.parse(secret.annotation(BootstrapKeys.TOKEN_ISSUED_AT).orElse(""));
    } catch (DateTimeException _) {
      return secret.creationTimestamp().orElse(Instant.EPOCH);
    }
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
