package io.weir.provider.oci.account.calls;

import com.fasterxml.jackson.databind.JsonNode;
import com.oracle.bmc.auth.AbstractRequestingAuthenticationDetailsProvider;
import com.oracle.bmc.auth.InstancePrincipalsAuthenticationDetailsProvider;
import com.oracle.bmc.auth.okeworkloadidentity.OkeWorkloadIdentityAuthenticationDetailsProvider;
import com.oracle.bmc.model.BmcException;
import com.oracle.bmc.util.CircuitBreakerUtils;
import io.weir.provider.CallGate;
import io.weir.provider.CallGate.CallOutcome;
import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.ProviderException;
import io.weir.provider.oci.account.OciSettings;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Gets tokens of the manager's own principals by Oracle's library: of the instance that it runs on,
 * by certificates of the metadata service; of its Pod, by the token of its ServiceAccount. The
 * library is asked for one token and thrown away with what it keeps, so that nothing is renewed
 * while a request is signed.
 *
 * @param gate is called around each token
 * @param settings the addresses and the file, where they are not where Oracle has them
 */
record PrincipalLogin(CallGate gate, OciSettings settings) {

  /** What the request for a token is called in counts and messages. */
  static final String ACTION = "GetToken";

  /** The library waits for half a minute before it asks once more for a certificate. */
  private static final Duration WITHIN = Duration.ofSeconds(25);

  private static final Duration PAUSE = Duration.ofSeconds(15);

  /** As whom the manager calls. */
  enum Principal {
    /** The instance that it runs on. */
    INSTANCE,
    /** Its Pod in a cluster of OKE. */
    WORKLOAD
  }

  /**
   * A token.
   *
   * @param signer signs with it
   * @param expiry when it ends
   */
  record Issued(OciSigner signer, Instant expiry) {}

  /**
   * Asks for a token.
   *
   * @throws ProviderException sorted by what the caller can do
   */
  Issued request(CloudScope scope, Principal principal) throws ProviderException {
    CloudRequest request = new CloudRequest(scope, ACTION);
    gate.beforeCall(request);
    CallOutcome outcome = CallOutcome.FAILED;
    var task = new FutureTask<>(() -> issued(principal));
    try {
      gate.beforeTransmission(request, false);
      var _ = Thread.ofVirtual().name("oci-login").start(task);
      Issued issued = task.get(WITHIN.toSeconds(), TimeUnit.SECONDS);
      outcome = CallOutcome.OK;
      return issued;
    } catch (TimeoutException _) {
      throw unanswered(scope, principal);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw unanswered(scope, principal);
    } catch (ExecutionException failed) {
      ProviderException sorted = sorted(scope, principal, failed);
      outcome =
          sorted instanceof ProviderException.Throttled
              ? new CallOutcome.Throttled(PAUSE)
              : CallOutcome.FAILED;
      throw sorted;
    } finally {
      var _ = task.cancel(true);
      gate.afterCall(request, outcome);
    }
  }

  private Issued issued(Principal principal) throws IOException {
    return switch (principal) {
      case INSTANCE -> {
        var provider = ofInstance();
        yield issued(provider, provider.refresh());
      }
      case WORKLOAD -> {
        var provider = ofWorkload();
        yield issued(provider, provider.refresh());
      }
    };
  }

  private static Issued issued(
      AbstractRequestingAuthenticationDetailsProvider provider, String token) throws IOException {
    String[] parts = token.split("\\.", -1);
    JsonNode claims =
        PrincipalHttpProvider.MAPPER.readTree(
            Base64.getUrlDecoder().decode(parts.length == 3 ? parts[1] : ""));
    Instant expiry = Instant.ofEpochSecond(claims.path("exp").asLong());
    try (InputStream key = provider.getPrivateKey()) {
      var session = new SessionPrincipal("ST$" + token, key.readAllBytes());
      return new Issued(OciSigner.of(session, "the key of a token cannot be used"), expiry);
    }
  }

  private InstancePrincipalsAuthenticationDetailsProvider ofInstance() {
    var builder =
        InstancePrincipalsAuthenticationDetailsProvider.builder()
            .detectEndpointRetries(0)
            .circuitBreakerConfigurator(CircuitBreakerUtils.getNoCircuitBreakerConfiguration());
    settings.metadataEndpoint().ifPresent(builder::metadataBaseUrl);
    settings.authEndpoint().ifPresent(builder::federationEndpoint);
    return builder.build();
  }

  private OkeWorkloadIdentityAuthenticationDetailsProvider ofWorkload() {
    var builder = OkeWorkloadIdentityAuthenticationDetailsProvider.builder();
    settings.serviceAccountTokenFile().ifPresent(builder::tokenPath);
    // Without one, the library asks the metadata service for the region; it uses neither.
    return builder.federationEndpoint("https://unused.invalid").build();
  }

  private static ProviderException sorted(
      CloudScope scope, Principal principal, ExecutionException failed) {
    boolean broken = false;
    for (Throwable cause = failed.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof Error error) {
        throw error;
      }
      if (cause instanceof BmcException answer && answer.getStatusCode() > 0) {
        return answered(scope, principal, answer);
      }
      broken |= cause instanceof IOException;
    }
    return broken ? unanswered(scope, principal) : unusable(scope, principal);
  }

  /** The words of the answer are left out: they may quote what was sent. */
  private static ProviderException answered(
      CloudScope scope, Principal principal, BmcException answer) {
    int status = answer.getStatusCode();
    String words =
        "%s of %s: HTTP status %d (%s)"
            .formatted(ACTION, scope.identity(), status, answer.getServiceCode());
    if (status == 429) {
      return new ProviderException.Throttled(words, PAUSE, null);
    }
    if (!List.of(400, 401, 403, 404).contains(status)) {
      return new ProviderException.Transient(words, null);
    }
    return new ProviderException.Denied(words + ": " + remedy(principal), null);
  }

  private static ProviderException unanswered(CloudScope scope, Principal principal) {
    return new ProviderException.Transient(
        "%s of %s: no answer; %s".formatted(ACTION, scope.identity(), remedy(principal)), null);
  }

  private static ProviderException unusable(CloudScope scope, Principal principal) {
    return new ProviderException.Denied(
        "%s of %s: %s".formatted(ACTION, scope.identity(), remedy(principal)), null);
  }

  private static String remedy(Principal principal) {
    return switch (principal) {
      case INSTANCE -> "the manager must run on an instance of Oracle Cloud";
      case WORKLOAD ->
          "the manager must run in a Pod of an enhanced cluster of OKE, with the token of its"
              + " ServiceAccount";
    };
  }
}
