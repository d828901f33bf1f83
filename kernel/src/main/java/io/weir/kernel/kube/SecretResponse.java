package io.weir.kernel.kube;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Excerpt;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What may be repeated of a response that refuses a request about a Secret. Servers quote what they
 * refuse, and so do admission policies, webhooks and proxies, wherever there is room for words. So
 * nothing is repeated but sentences of a form in which no data can be, and words that are known.
 */
final class SecretResponse {

  /** Without what may follow, which the API server's authorizers add. */
  private static final String RIGHT =
      "secrets(?: \"[^\"]{1,253}\")? is forbidden: User \"[^\"]{1,253}\" cannot [a-z]{1,16}"
          + " resource \"secrets\" in API group \"\"(?: in the namespace \"[^\"]{1,63}\"| at the"
          + " cluster scope)?";

  private static final String AMOUNTS = "(?:[a-z./-]{1,80}=[0-9]{1,12}[a-zA-Z]{0,2},?){1,20}";

  private static final String QUOTA =
      "secrets(?: \"[^\"]{1,253}\")? is forbidden: exceeded quota: [a-z0-9.-]{1,253}, requested: "
          + AMOUNTS
          + ", used: "
          + AMOUNTS
          + ", limited: "
          + AMOUNTS;

  private static final Pattern SENTENCE = Pattern.compile("^(?:" + RIGHT + "|" + QUOTA + ")");

  /** Those of Kubernetes, of which a server may send others. */
  private static final Set<String> REASONS =
      Set.of(
          "AlreadyExists",
          "BadRequest",
          "Conflict",
          "Expired",
          "Forbidden",
          "Gone",
          "InternalError",
          "Invalid",
          "MethodNotAllowed",
          "NotAcceptable",
          "NotFound",
          "RequestEntityTooLarge",
          "ServerTimeout",
          "ServiceUnavailable",
          "StoreReadError",
          "Timeout",
          "TooManyRequests",
          "Unauthorized",
          "UnsupportedMediaType");

  /** Of a field's path only the part that is not a key of somebody's. */
  private static final Pattern FIELD =
      Pattern.compile(
          "^(?:metadata(?:[.](?:annotations|finalizers|labels|name|namespace|ownerReferences))?"
              + "|data|stringData|type|immutable)\\b");

  private SecretResponse() {}

  /**
   * The words.
   *
   * @param fields that the server names as wrong
   */
  static String words(int code, JsonNode status, List<String> fields) {
    Matcher sentence = SENTENCE.matcher(status.path("message").asText(""));
    if (code == 403 && sentence.find()) {
      return Excerpt.ofSentence(sentence.group());
    }
    String reason = status.path("reason").asText("");
    List<String> known = fields.stream().flatMap(SecretResponse::known).distinct().toList();
    return "HTTP "
        + code
        + (REASONS.contains(reason) ? " " + reason : "")
        + (known.isEmpty() ? "" : " " + known);
  }

  private static Stream<String> known(String field) {
    return FIELD.matcher(field).results().map(found -> found.group());
  }
}
