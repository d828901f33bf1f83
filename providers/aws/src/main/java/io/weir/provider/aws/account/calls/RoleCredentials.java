package io.weir.provider.aws.account.calls;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.account.AssumedRole;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.model.AssumeRoleRequest;
import software.amazon.awssdk.services.sts.model.Credentials;
import software.amazon.awssdk.services.sts.model.PolicyDescriptorType;

/**
 * Those of a role, which the session of another identity assumes, and again shortly before they
 * end. Whoever comes meanwhile waits for the answer.
 */
final class RoleCredentials implements SessionCredentials {

  private static final Logger LOG = LoggerFactory.getLogger(RoleCredentials.class);
  private static final AwsService<StsClient> STS =
      AwsService.of(StsClient.class, StsClient::builder);

  private static final Duration RENEWED_BEFORE = Duration.ofMinutes(5);
  private static final Duration TRIED_AGAIN_AFTER = Duration.ofSeconds(30);

  /** Clocks may differ, and calls take a while. */
  private static final Duration USABLE_BEFORE = Duration.ofMinutes(1);

  private final AssumedRole role;
  private final AwsSession source;
  private final Clock clock;
  private @Nullable Held held;

  /**
   * What was answered.
   *
   * @param renewedAt when the role is assumed again
   */
  private record Held(AwsCredentials credentials, Instant expiry, Instant renewedAt) {
    @Override
    public String toString() {
      return "Held[until " + expiry + "]";
    }
  }

  RoleCredentials(AssumedRole role, AwsSession source, Clock clock) {
    this.role = role;
    this.source = source;
    this.clock = clock;
  }

  @Override
  public synchronized AwsCredentials current() throws ProviderException {
    Held known = held;
    Instant now = clock.instant();
    if (known != null && now.isBefore(known.renewedAt())) {
      return known.credentials();
    }
    try {
      held = known = assumed();
    } catch (ProviderException failure) {
      if (known == null || !now.isBefore(known.expiry().minus(USABLE_BEFORE))) {
        throw failure;
      }
      LOG.warn("{} goes on until {}: {}", role, known.expiry(), failure.getMessage());
      held = new Held(known.credentials(), known.expiry(), now.plus(TRIED_AGAIN_AFTER));
    }
    return known.credentials();
  }

  private Held assumed() throws ProviderException {
    AssumeRoleRequest.Builder request =
        AssumeRoleRequest.builder().roleArn(role.arn()).roleSessionName(role.sessionName());
    role.durationSeconds().ifPresent(request::durationSeconds);
    if (!role.externalId().isEmpty()) {
      request.externalId(role.externalId());
    }
    if (!role.inlinePolicy().isEmpty()) {
      request.policy(role.inlinePolicy());
    }
    if (!role.policyArns().isEmpty()) {
      request.policyArns(
          role.policyArns().stream()
              .map(arn -> PolicyDescriptorType.builder().arn(arn).build())
              .toList());
    }
    Credentials made =
        source.readOnce(STS, "AssumeRole", StsClient::assumeRole, request.build()).credentials();
    return new Held(
        AwsSessionCredentials.create(
            made.accessKeyId(), made.secretAccessKey(), made.sessionToken()),
        made.expiration(),
        made.expiration().minus(RENEWED_BEFORE));
  }

  @Override
  public synchronized void forget() {
    held = null;
  }
}
