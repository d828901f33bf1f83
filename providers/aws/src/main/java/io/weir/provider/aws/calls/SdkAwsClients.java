package io.weir.provider.aws.calls;

import io.weir.provider.CloudScope;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.autoscaling.AutoScalingClient;
import software.amazon.awssdk.services.ec2.Ec2Client;

/**
 * One pair of SDK clients per scope, opened when first used and closed when unused for long. Only
 * the manager's own identity is known yet: the SDK's default chain finds its credentials.
 *
 * <p>Settings: {@code endpoint} (a URL instead of AWS's own, for both services) and {@code
 * answer-timeout} (ISO 8601, how long an answer may take; default 30 s).
 */
public final class SdkAwsClients implements AwsClients, AutoCloseable {

  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(5);
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(30);
  private static final Duration IDLE_FOR = Duration.ofHours(1);

  private record OpenClient(SdkAwsClient calls, Instant lastUsed) {}

  private final ProviderContext providerContext;
  private final Map<CloudScope, OpenClient> open = new HashMap<>();
  private final SdkHttpClient http;
  private final AwsCredentialsProvider credentials;
  private final ScheduledExecutorService timer = timer();
  private final ClientOverrideConfiguration overrides;

  public SdkAwsClients(ProviderContext providerContext) {
    this.providerContext = providerContext;
    Duration answer = setting("answer-timeout").map(Duration::parse).orElse(ANSWER_WITHIN);
    http =
        UrlConnectionHttpClient.builder()
            .connectionTimeout(CONNECT_WITHIN)
            .socketTimeout(answer)
            .build();
    credentials = DefaultCredentialsProvider.builder().build();
    overrides =
        ClientOverrideConfiguration.builder()
            .retryStrategy(AwsRetryStrategy.doNotRetry())
            .scheduledExecutorService(timer)
            .apiCallTimeout(answer.plus(CONNECT_WITHIN).plusSeconds(5))
            .build();
  }

  @Override
  public synchronized AwsClient clientFor(CloudScope cloudScope) {
    Instant now = providerContext.clock().instant();
    closeIdle(now);
    OpenClient found = open.get(cloudScope);
    SdkAwsClient calls = found == null ? connect(cloudScope) : found.calls();
    open.put(cloudScope, new OpenClient(calls, now));
    return calls;
  }

  private void closeIdle(Instant now) {
    open.entrySet()
        .removeIf(
            entry -> {
              boolean idle = entry.getValue().lastUsed().plus(IDLE_FOR).isBefore(now);
              if (idle) {
                entry.getValue().calls().close();
              }
              return idle;
            });
  }

  @Override
  public synchronized void close() {
    open.values().forEach(each -> each.calls().close());
    open.clear();
    timer.shutdown();
    http.close();
  }

  private SdkAwsClient connect(CloudScope cloudScope) {
    return new SdkAwsClient(
        cloudScope,
        providerContext.gate(),
        configured(Ec2Client.builder(), cloudScope).build(),
        configured(AutoScalingClient.builder(), cloudScope).build());
  }

  private <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> B configured(
      B builder, CloudScope cloudScope) {
    builder
        .region(Region.of(cloudScope.region()))
        .credentialsProvider(credentials)
        .overrideConfiguration(overrides)
        .httpClient(http);
    setting("endpoint").ifPresent(endpoint -> builder.endpointOverride(URI.create(endpoint)));
    return builder;
  }

  private Optional<String> setting(String name) {
    return Optional.ofNullable(providerContext.settings().get(name));
  }

  private static ScheduledExecutorService timer() {
    return Executors.newSingleThreadScheduledExecutor(
        Thread.ofPlatform().daemon().name("aws-timeouts").factory());
  }
}
