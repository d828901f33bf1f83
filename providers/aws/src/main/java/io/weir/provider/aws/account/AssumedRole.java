package io.weir.provider.aws.account;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.provider.CloudIdentity;
import io.weir.provider.aws.api.AWSClusterRoleIdentity;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A role that another identity assumes: who an AWSClusterRoleIdentity is in AWS. As text it is the
 * {@link CloudIdentity.OfObject#principal principal} of that identity.
 *
 * @param arn the role
 * @param sessionName by which AWS logs who it was
 * @param durationSeconds how long a session lasts; AWS's default if empty
 * @param externalId which the role's trust policy may ask for; empty for none
 * @param inlinePolicy JSON policy that narrows the session; empty for none
 * @param policyArns managed policies that narrow it
 * @param source whose credentials assume it
 * @see <a
 *     href="https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html">AssumeRole</a>
 */
public record AssumedRole(
    String arn,
    String sessionName,
    OptionalInt durationSeconds,
    String externalId,
    String inlinePolicy,
    List<String> policyArns,
    CloudIdentity.OfObject source) {

  private static final String USUAL_SESSION = "weir";

  public AssumedRole {
    policyArns = List.copyOf(policyArns);
  }

  static AssumedRole of(AWSClusterRoleIdentity.Spec spec, CloudIdentity.OfObject source) {
    Integer seconds = spec.durationSeconds();
    return new AssumedRole(
        spec.roleARN(),
        orElse(spec.sessionName(), USUAL_SESSION),
        seconds == null || seconds == 0 ? OptionalInt.empty() : OptionalInt.of(seconds),
        orElse(spec.externalID(), ""),
        orElse(spec.inlinePolicy(), ""),
        spec.policyARNs(),
        source);
  }

  private static String orElse(@Nullable String value, String usual) {
    return value == null || value.isEmpty() ? usual : value;
  }

  /** Reads what {@link #text} gives. */
  public static AssumedRole parse(String text) {
    try {
      return read(Json.MAPPER.readTree(text));
    } catch (JsonProcessingException malformed) {
      throw new IllegalArgumentException("not a role of AWS", malformed);
    }
  }

  private static AssumedRole read(JsonNode tree) {
    int seconds = tree.path("durationSeconds").asInt();
    JsonNode secret = tree.path("sourceSecret");
    return new AssumedRole(
        tree.path("arn").asText(),
        tree.path("sessionName").asText(),
        seconds == 0 ? OptionalInt.empty() : OptionalInt.of(seconds),
        tree.path("externalId").asText(),
        tree.path("inlinePolicy").asText(),
        tree.path("policyArns").valueStream().map(JsonNode::asText).toList(),
        new CloudIdentity.OfObject(
            tree.path("sourceKind").asText(),
            new ObjectKey("", tree.path("sourceName").asText()),
            secret.isMissingNode()
                ? Optional.empty()
                : Optional.of(
                    new ObjectKey(secret.path("namespace").asText(), secret.path("name").asText())),
            tree.path("sourcePrincipal").asText()));
  }

  /** The same for the same role. */
  String text() {
    ObjectNode tree =
        Json.MAPPER
            .createObjectNode()
            .put("arn", arn)
            .put("sessionName", sessionName)
            .put("durationSeconds", durationSeconds.orElse(0))
            .put("externalId", externalId)
            .put("inlinePolicy", inlinePolicy);
    policyArns.forEach(tree.putArray("policyArns")::add);
    tree.put("sourceKind", source.kind()).put("sourceName", source.object().name());
    source
        .secret()
        .ifPresent(
            key ->
                tree.putObject("sourceSecret")
                    .put("namespace", key.namespace())
                    .put("name", key.name()));
    return tree.put("sourcePrincipal", source.principal()).toString();
  }

  /** For people, without what only the role's owner should know. */
  @Override
  public String toString() {
    return "AssumedRole[" + arn + " by " + source + "]";
  }
}
