package io.weir.clouds.aws;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import io.weir.clouds.CloudFault;
import io.weir.clouds.FaultInjector;
import io.weir.clouds.Journal;
import io.weir.clouds.LoopbackServer;
import io.weir.clouds.aws.seed.Account;
import io.weir.clouds.aws.seed.Region;
import io.weir.clouds.aws.wire.AwsCall;
import io.weir.clouds.aws.wire.AwsErrorException;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.RequestReader;
import io.weir.clouds.aws.wire.Struct;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes requests: whose is it, for which service, is it well-formed, does a fault befall it. */
final class AwsRequestHandler implements LoopbackServer.Handler {
  private static final Logger LOG = LoggerFactory.getLogger(AwsRequestHandler.class);

  private final List<AwsService> services =
      List.of(AwsService.of("ec2"), AwsService.of("autoscaling"));
  private final ServicesByRegion servicesByRegion;
  private final FaultInjector faultInjector;
  private final Journal journal;
  private final AtomicLong requests = new AtomicLong();

  AwsRequestHandler(
      ServicesByRegion servicesByRegion, FaultInjector faultInjector, Journal journal) {
    this.servicesByRegion = servicesByRegion;
    this.faultInjector = faultInjector;
    this.journal = journal;
  }

  @Override
  public Optional<LoopbackServer.Response> handle(HttpExchange exchange, byte[] body) {
    Map<String, String> fields = RequestReader.parseForm(new String(body, StandardCharsets.UTF_8));
    Optional<AuthorizationHeader> authorization =
        Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
            .flatMap(AuthorizationHeader::parse);
    AwsService awsService = service(authorization, fields);
    String action = fields.getOrDefault("Action", "");
    Attempt attempt = new Attempt(awsService, action, fields);
    String id = "%08x-0000-4000-8000-000000000000".formatted(requests.incrementAndGet());
    int status = 200;
    String document;
    try {
      RegionalServices regionalServices = site(awsService, authorization, exchange, body);
      document = awsService.writer().writeResponse(action, answer(attempt, regionalServices), id);
    } catch (AwsErrorException refusal) {
      attempt.outcome = refusal.code();
      status = refusal.status();
      document = awsService.writer().writeError(refusal, id);
    } catch (RuntimeException mistake) {
      LOG.error("the simulated AWS made a mistake at {}", action, mistake);
      attempt.outcome = "mistake of the simulator";
      status = 500;
      document =
          awsService
              .writer()
              .writeError(new AwsErrorException(500, "InternalFailure", "mistake"), id);
    }
    return attempt.dropped
        ? Optional.empty()
        : Optional.of(
            new LoopbackServer.Response(status, "text/xml;charset=UTF-8", Map.of(), document));
  }

  /** What becomes of one request. */
  private static final class Attempt {
    private final AwsService awsService;
    private final String action;
    private final Map<String, String> fields;
    private String outcome = Journal.OK;
    private boolean wrote;
    private boolean dropped;

    Attempt(AwsService awsService, String action, Map<String, String> fields) {
      this.awsService = awsService;
      this.action = action;
      this.fields = fields;
    }
  }

  private Struct answer(Attempt attempt, RegionalServices regionalServices) {
    String resource = RequestResource.resourceName(attempt.fields);
    Instant arrival = regionalServices.accountRegion().now();
    try {
      Optional<CloudFault> fault =
          faultInjector.takeMatching(FaultInjector.CALL_KINDS, attempt.action, resource);
      fault.ifPresent(
          struck -> before(struck, attempt, regionalServices.accountRegion().account()));
      if (attempt.dropped) {
        return new Struct();
      }
      Struct output = perform(attempt, regionalServices);
      if (fault.filter(struck -> struck.kind() == CloudFault.Kind.DROPPED_AFTER).isPresent()) {
        attempt.dropped = true;
        attempt.outcome = CloudFault.Kind.DROPPED_AFTER.name();
      }
      return output;
    } catch (AwsErrorException refusal) {
      attempt.outcome = refusal.code();
      throw refusal;
    } finally {
      journal.recordCall(
          arrival,
          attempt.awsService.name(),
          attempt.action,
          resource,
          RequestResource.plainParameters(attempt.fields),
          attempt.outcome,
          attempt.wrote);
    }
  }

  private static void before(CloudFault cloudFault, Attempt attempt, Account account) {
    switch (cloudFault.kind()) {
      case SLOW -> pause(cloudFault.delay());
      case DROPPED_BEFORE -> {
        attempt.dropped = true;
        attempt.outcome = CloudFault.Kind.DROPPED_BEFORE.name();
      }
      case DROPPED_AFTER -> {}
      default -> throw attempt.awsService.faultError(cloudFault.kind(), account, attempt.action);
    }
  }

  private static Struct perform(Attempt attempt, RegionalServices regionalServices) {
    Struct input = attempt.awsService.reader().read(attempt.action, attempt.fields);
    if (attempt.awsService.isEc2() && input.flag("DryRun")) {
      throw new AwsErrorException(
          412, "DryRunOperation", "Request would have succeeded, but DryRun flag is set.");
    }
    Handler handler = regionalServices.handler(attempt.awsService.isEc2(), attempt.action);
    if (handler == null) {
      throw new IllegalStateException(attempt.action + " is in the table and not in the code");
    }
    AwsCall awsCall = new AwsCall(attempt.action, input);
    Struct output = regionalServices.accountRegion().withLock(() -> handler.handle(awsCall));
    attempt.wrote = awsCall.hasWritten();
    return output;
  }

  private AwsService service(
      Optional<AuthorizationHeader> authorization, Map<String, String> fields) {
    String scope = authorization.map(AuthorizationHeader::service).orElse("");
    String version = fields.getOrDefault("Version", "");
    return services.stream()
        .filter(awsService -> awsService.name().equals(scope))
        .findFirst()
        .or(() -> services.stream().filter(s -> s.model().version().equals(version)).findFirst())
        .orElse(services.getFirst());
  }

  private RegionalServices site(
      AwsService awsService,
      Optional<AuthorizationHeader> given,
      HttpExchange exchange,
      byte[] body) {
    AuthorizationHeader authorizationHeader = given.orElseThrow(awsService::missingSignature);
    Account account =
        servicesByRegion
            .seedData()
            .account(authorizationHeader.accessKey())
            .orElseThrow(awsService::unknownKey);
    Headers headers = exchange.getRequestHeaders();
    String path = exchange.getRequestURI().getRawPath();
    boolean signed =
        authorizationHeader.service().equals(awsService.name())
            && SigV4Verifier.isValid(
                authorizationHeader, account, exchange.getRequestMethod(), path, headers, body);
    if (!signed) {
      throw awsService.wrongSignature();
    }
    Region region =
        servicesByRegion
            .seedData()
            .region(authorizationHeader.region())
            .orElseThrow(awsService::wrongSignature);
    return servicesByRegion.services(account, region);
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
