package io.weir.provider.azure.account.calls;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.core.credential.TokenRequestContext;
import com.azure.core.http.policy.FixedDelayOptions;
import com.azure.core.http.policy.RetryOptions;
import com.azure.identity.AadCredentialBuilderBase;
import com.azure.identity.ClientCertificateCredentialBuilder;
import com.azure.identity.ClientSecretCredentialBuilder;
import com.azure.identity.CredentialBuilderBase;
import com.azure.identity.ManagedIdentityCredentialBuilder;
import com.azure.identity.WorkloadIdentityCredentialBuilder;
import io.weir.provider.CallGate;
import io.weir.provider.CloudScope;
import io.weir.provider.ProviderException;
import io.weir.provider.azure.account.AzureEnvironment;
import io.weir.provider.azure.account.AzurePrincipal.Proof;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Gets tokens by Azure's own library, which knows the ways to be somebody. Each token is one
 * request: the library's retries are off, and what it keeps is thrown away with it.
 *
 * <p>Setting: {@code federated-token-file} (the token of the manager's ServiceAccount; by default
 * what the environment variable {@code AZURE_FEDERATED_TOKEN_FILE} names).
 */
final class AzureLogin {

  /** What the request for a token is called in counts and messages. */
  static final String ACTION = "GetToken";

  private static final Duration WITHIN = Duration.ofSeconds(25);
  private static final String TOKEN_FILE = "/var/run/secrets/azure/tokens/azure-identity-token";
  private static final String PEM = "-----BEGIN ";

  private final HttpClient http;
  private final CallGate gate;
  private final AzureEndpoints endpoints;
  private final String tokenFile;

  AzureLogin(
      HttpClient http, CallGate gate, AzureEndpoints endpoints, Map<String, String> settings) {
    this.http = http;
    this.gate = gate;
    this.endpoints = endpoints;
    String ofEnvironment = System.getenv("AZURE_FEDERATED_TOKEN_FILE");
    this.tokenFile =
        settings.getOrDefault(
            "federated-token-file", ofEnvironment == null ? TOKEN_FILE : ofEnvironment);
  }

  /**
   * Asks for a token.
   *
   * @param tokenScope what for, such as {@link AzureEnvironment#tokenScope}
   * @throws ProviderException sorted by what the caller can do
   */
  IssuedToken request(
      CloudScope scope, AzureEnvironment environment, String tokenScope, LoginProof proof)
      throws ProviderException {
    boolean ofMachine = proof.principal().proof() == Proof.MACHINE;
    URI authority = endpoints.authorityHost(environment);
    var client =
        new LoginHttpClient(
            http, gate, scope, ofMachine ? Optional.empty() : Optional.of(authority));
    var task =
        new FutureTask<>(
            () ->
                credential(client, authority, proof)
                    .getTokenSync(new TokenRequestContext().addScopes(tokenScope)));
    var _ = Thread.ofVirtual().name("azure-login").start(task);
    try {
      return issued(task.get(WITHIN.toSeconds(), TimeUnit.SECONDS));
    } catch (TimeoutException late) {
      throw LoginErrors.unanswered(late);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw LoginErrors.unanswered(stopped);
    } catch (ExecutionException failed) {
      throw sorted(scope, proof, client, Objects.requireNonNullElse(failed.getCause(), failed));
    } finally {
      var _ = task.cancel(true);
    }
  }

  private static IssuedToken issued(AccessToken token) throws ProviderException {
    Duration life = token.getDurationUntilExpiration();
    if (!life.isPositive() || token.getToken().isBlank()) {
      throw new ProviderException.Transient(ACTION + ": the answer is no token", null);
    }
    return new IssuedToken(new BearerToken(token.getToken()), life);
  }

  private static ProviderException sorted(
      CloudScope scope, LoginProof proof, LoginHttpClient client, Throwable failure) {
    if (failure instanceof Error broken) {
      throw broken;
    }
    if (client.refusal().isPresent()) {
      return client.refusal().get();
    }
    if (client.failure().isPresent()) {
      return LoginErrors.unanswered(client.failure().get());
    }
    return client
        .lastAnswer()
        .map(answer -> LoginErrors.answered(scope.identity(), proof, answer))
        .orElseGet(() -> LoginErrors.unusable(scope.identity(), proof));
  }

  private TokenCredential credential(LoginHttpClient client, URI authority, LoginProof proof)
      throws IOException {
    return switch (proof.principal().proof()) {
      case CLIENT_SECRET ->
          ofTenant(new ClientSecretCredentialBuilder(), client, authority, proof)
              .clientSecret(proof.text())
              .build();
      case CERTIFICATE ->
          certified(
                  ofTenant(new ClientCertificateCredentialBuilder(), client, authority, proof),
                  proof)
              .build();
      case SERVICE_ACCOUNT_TOKEN ->
          ofTenant(new WorkloadIdentityCredentialBuilder(), client, authority, proof)
              .tokenFilePath(tokenFile)
              .build();
      case MACHINE ->
          once(new ManagedIdentityCredentialBuilder(), client)
              .clientId(proof.principal().client())
              .build();
    };
  }

  private static ClientCertificateCredentialBuilder certified(
      ClientCertificateCredentialBuilder builder, LoginProof proof) throws IOException {
    String file = proof.principal().file();
    byte[] content = file.isEmpty() ? proof.bytes() : Files.readAllBytes(Path.of(file));
    InputStream stream = new ByteArrayInputStream(content);
    builder.sendCertificateChain(true);
    return isPem(content)
        ? builder.pemCertificate(stream)
        : builder.pfxCertificate(stream).clientCertificatePassword("");
  }

  private static boolean isPem(byte[] content) {
    String beginning =
        new String(content, 0, Math.min(content.length, 4_096), StandardCharsets.US_ASCII);
    return beginning.contains(PEM);
  }

  /** The authority is known, so that nobody is asked whether it is one. */
  private static <B extends AadCredentialBuilderBase<B>> B ofTenant(
      B builder, LoginHttpClient client, URI authority, LoginProof proof) {
    return once(builder, client)
        .authorityHost("https://" + authority.getAuthority())
        .tenantId(proof.principal().tenant())
        .clientId(proof.principal().client())
        .disableInstanceDiscovery();
  }

  private static <B extends CredentialBuilderBase<B>> B once(B builder, LoginHttpClient client) {
    builder.retryOptions(new RetryOptions(new FixedDelayOptions(0, Duration.ofMillis(1))));
    return builder.httpClient(client);
  }
}
