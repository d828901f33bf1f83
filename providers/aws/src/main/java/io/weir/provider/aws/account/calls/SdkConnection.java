package io.weir.provider.aws.account.calls;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProviderChain;
import software.amazon.awssdk.auth.credentials.ContainerCredentialsProvider;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.auth.credentials.InstanceProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.SystemPropertyCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.SdkSystemSetting;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.auth.StsWebIdentityTokenFileCredentialsProvider;

/**
 * What all clients of AWS's SDK have in common, whatever their service, region and identity.
 *
 * <p>Settings: {@code endpoint} (a URL instead of AWS's own, for all services) and {@code
 * answer-timeout} (ISO 8601, how long an answer may take; default 30 s).
 */
public final class SdkConnection implements AutoCloseable {

  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(5);
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(30);

  /** Where STS is asked by a process that knows no region. */
  private static final String FIRST_REGION = "us-east-1";

  private final SdkHttpClient http;
  private final AwsCredentialsProvider ofManager;
  private final Optional<URI> endpoint;
  private final ScheduledExecutorService timer = timer();
  private final ClientOverrideConfiguration overrides;

  SdkConnection(Map<String, String> settings) {
    Duration answer =
        Optional.ofNullable(settings.get("answer-timeout"))
            .map(Duration::parse)
            .orElse(ANSWER_WITHIN);
    endpoint = Optional.ofNullable(settings.get("endpoint")).map(URI::create);
    http =
        new BoundedHttpClient(
            UrlConnectionHttpClient.create(uri -> connect(uri, answer)),
            ResponseLimit.forHeap(Runtime.getRuntime().maxMemory()));
    overrides =
        ClientOverrideConfiguration.builder()
            .retryStrategy(AwsRetryStrategy.doNotRetry())
            .scheduledExecutorService(timer)
            .addExecutionInterceptor(new TransmissionCheck())
            .addExecutionInterceptor(new EmptyBodies())
            .apiCallTimeout(answer.plus(CONNECT_WITHIN).plusSeconds(5))
            .build();
    ofManager = AwsCredentialsProviderChain.of(sources());
  }

  /**
   * Where the SDK's default chain looks for credentials, in its order. The token of a
   * ServiceAccount is exchanged by a client of this connection; the chain's own goes by the proxies
   * of the process.
   */
  private AwsCredentialsProvider[] sources() {
    return Stream.of(
            Stream.of(
                SystemPropertyCredentialsProvider.create(),
                EnvironmentVariableCredentialsProvider.create()),
            SdkSystemSetting.AWS_WEB_IDENTITY_TOKEN_FILE.getStringValue().stream()
                .map(_ -> ofServiceAccount()),
            Stream.of(
                ProfileCredentialsProvider.create(),
                ContainerCredentialsProvider.create(),
                InstanceProfileCredentialsProvider.create()))
        .flatMap(Function.identity())
        .toArray(AwsCredentialsProvider[]::new);
  }

  private AwsCredentialsProvider ofServiceAccount() {
    String region = SdkSystemSetting.AWS_REGION.getStringValue().orElse(FIRST_REGION);
    StsClient client =
        configured(StsClient.builder(), region, AnonymousCredentialsProvider.create()).build();
    return StsWebIdentityTokenFileCredentialsProvider.builder().stsClient(client).build();
  }

  /** Directly: left to itself, the SDK goes by the proxies of the environment and the process. */
  private static HttpURLConnection connect(URI uri, Duration answerWithin) {
    try {
      var connection = (HttpURLConnection) uri.toURL().openConnection(Proxy.NO_PROXY);
      connection.setConnectTimeout(Math.toIntExact(CONNECT_WITHIN.toMillis()));
      connection.setReadTimeout(Math.toIntExact(answerWithin.toMillis()));
      return connection;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** The manager's own credentials. */
  AwsCredentials ofManager() {
    return ofManager.resolveCredentials();
  }

  <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> B configured(
      B builder, String region, AwsCredentialsProvider credentials) {
    builder
        .region(Region.of(region))
        .credentialsProvider(credentials)
        .overrideConfiguration(overrides)
        .httpClient(http);
    endpoint.ifPresent(builder::endpointOverride);
    return builder;
  }

  /**
   * A request with its signature in the query, for somebody else to send. Sends nothing.
   *
   * @param within how soon it is to be sent
   */
  static SdkHttpRequest presigned(
      SdkHttpRequest request,
      AwsCredentials credentials,
      String service,
      String region,
      Duration within,
      Clock clock) {
    return AwsV4HttpSigner.create()
        .sign(
            sign ->
                sign.identity(credentials)
                    .request(request)
                    .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, service)
                    .putProperty(AwsV4HttpSigner.REGION_NAME, region)
                    .putProperty(
                        AwsV4HttpSigner.AUTH_LOCATION, AwsV4HttpSigner.AuthLocation.QUERY_STRING)
                    .putProperty(AwsV4HttpSigner.EXPIRATION_DURATION, within)
                    .putProperty(HttpSigner.SIGNING_CLOCK, clock))
        .request();
  }

  /** Does something each time so long has passed, until this is closed. */
  void repeat(Runnable what, Duration pause) {
    var _ =
        timer.scheduleWithFixedDelay(what, pause.toSeconds(), pause.toSeconds(), TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    timer.shutdown();
    http.close();
  }

  private static ScheduledExecutorService timer() {
    return Executors.newSingleThreadScheduledExecutor(
        Thread.ofPlatform().daemon().name("aws-timeouts").factory());
  }
}
