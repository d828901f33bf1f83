package io.weir.provider.azure.account.calls;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Excerpt;
import io.weir.provider.CloudIdentity;
import io.weir.provider.ProviderException;
import io.weir.provider.azure.account.AzurePrincipal.Proof;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Sorts why there is no token. What Azure's library throws is a bare RuntimeException whose text
 * changes from try to try, so that the answer itself decides. No message repeats a proof.
 */
final class LoginErrors {

  private static final Duration PAUSE = Duration.ofSeconds(15);

  /** Ids and times of the request, which are others at each attempt. */
  private static final Pattern UNSTABLE =
      Pattern.compile("(?s)\\s*(Trace ID|Correlation ID|Timestamp):.*");

  private static final Pattern NUMBER = Pattern.compile("AADSTS(\\d{4,8})");

  /** Numbers of Entra ID, and what to correct. */
  private static final Map<String, String> REMEDIES =
      Map.of(
          "7000215", "correct the entry clientSecret of its Secret: the secret's value, not its ID",
          "7000222", "its client secret has expired: make another and write it to its Secret",
          "700016", "correct its spec.clientID and spec.tenantID",
          "90002", "correct its spec.tenantID, or azureEnvironment of the AzureCluster",
          "700027", "give the application the certificate that its Secret has",
          "70021", "give the application a federated credential for the manager's ServiceAccount",
          "700213", "give the application a federated credential for the manager's ServiceAccount",
          "700211", "give the application a federated credential for the issuer of this cluster",
          "7000229", "make a service principal of the application in the tenant",
          "7000112", "enable the application in the tenant");

  private LoginErrors() {}

  /** Sorts an answer that is no token. */
  static ProviderException answered(CloudIdentity identity, LoginProof proof, LoginAnswer answer) {
    JsonNode body = answer.json();
    String said =
        UNSTABLE.matcher(body.path("error_description").asText("")).replaceFirst("").strip();
    String code = body.path("error").asText("");
    String words = words(answer.status(), code, masked(said, proof));
    if (answer.status() == 429) {
      return new ProviderException.Throttled(words, answer.retryAfter().orElse(PAUSE), null);
    }
    if (answer.isSuccess()) {
      return new ProviderException.Transient(AzureLogin.ACTION + ": the answer is no token", null);
    }
    if (answer.status() >= 500
        || answer.status() < 400
        || code.isEmpty()
        || code.equals("temporarily_unavailable")) {
      return new ProviderException.Transient(words, null);
    }
    var number = NUMBER.matcher(said);
    String remedy =
        REMEDIES.getOrDefault(
            number.find() ? number.group(1) : "",
            switch (proof.principal().proof()) {
              case MACHINE ->
                  "assign the managed identity to the machines that the manager runs on";
              case SERVICE_ACCOUNT_TOKEN ->
                  "correct its spec.clientID and the application's federated credentials";
              default -> "correct its spec.clientID, its spec.tenantID and its Secret";
            });
    return new ProviderException.Denied(
        "%s; of %s: %s".formatted(words, named(identity), remedy), null);
  }

  /** No answer came. */
  static ProviderException unanswered(Throwable failure) {
    // Its message may quote what was sent.
    return new ProviderException.Transient(
        AzureLogin.ACTION + ": no response, " + failure.getClass().getSimpleName(), null);
  }

  /** Nothing was asked, as the proof cannot be used. */
  static ProviderException unusable(CloudIdentity identity, LoginProof proof) {
    String remedy =
        switch (proof.principal().proof()) {
          case CERTIFICATE ->
              "its certificate cannot be read: give it as PEM or as PKCS#12 without a password,"
                  + " with its key";
          case SERVICE_ACCOUNT_TOKEN ->
              "the manager has no token of its ServiceAccount for Azure: label its Pods"
                  + " azure.workload.identity/use=true, or name the file with"
                  + " AZURE_FEDERATED_TOKEN_FILE";
          case MACHINE -> "the manager's machine gives out no tokens of a managed identity";
          case CLIENT_SECRET -> "its client secret cannot be used";
        };
    return new ProviderException.Denied(
        "%s: %s: %s".formatted(AzureLogin.ACTION, named(identity), remedy), null);
  }

  private static String words(int status, String code, String said) {
    String known = code.isEmpty() ? "HTTP status " + status : Excerpt.of(code);
    return AzureLogin.ACTION
        + ": "
        + (said.isEmpty() ? known : "%s (%s)".formatted(Excerpt.ofSentence(said), known));
  }

  private static String masked(String said, LoginProof proof) {
    String secret = proof.principal().proof() == Proof.CLIENT_SECRET ? proof.text() : "";
    return secret.isEmpty() ? said : said.replace(secret, "****");
  }

  private static String named(CloudIdentity identity) {
    return identity.toString().replaceFirst("/", " ");
  }
}
