package io.weir.clouds.aws;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import io.weir.clouds.Fault;
import io.weir.clouds.Faults;
import io.weir.clouds.Journal;
import io.weir.clouds.LoopbackServer;
import io.weir.clouds.aws.wire.AwsRefusal;
import io.weir.clouds.aws.wire.Call;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.RequestReader;
import io.weir.clouds.aws.wire.Struct;
import io.weir.clouds.aws.world.Account;
import io.weir.clouds.aws.world.Region;
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
final class Gateway implements LoopbackServer.Handler {
  private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);

  private final List<Service> services = List.of(Service.of("ec2"), Service.of("autoscaling"));
  private final Sites sites;
  private final Faults faults;
  private final Journal journal;
  private final AtomicLong requests = new AtomicLong();

  Gateway(Sites sites, Faults faults, Journal journal) {
    this.sites = sites;
    this.faults = faults;
    this.journal = journal;
  }

  @Override
  public Optional<LoopbackServer.Answer> answer(HttpExchange exchange, byte[] body) {
    Map<String, String> fields = RequestReader.fields(new String(body, StandardCharsets.UTF_8));
    Optional<Authorization> authorization =
        Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
            .flatMap(Authorization::of);
    Service service = service(authorization, fields);
    String action = fields.getOrDefault("Action", "");
    Attempt attempt = new Attempt(service, action, fields);
    String id = "%08x-0000-4000-8000-000000000000".formatted(requests.incrementAndGet());
    int status = 200;
    String document;
    try {
      Site site = site(service, authorization, exchange, body);
      document = service.writer().answer(action, answer(attempt, site), id);
    } catch (AwsRefusal refusal) {
      attempt.outcome = refusal.code();
      status = refusal.status();
      document = service.writer().refusal(refusal, id);
    } catch (RuntimeException mistake) {
      LOG.error("the simulated AWS made a mistake at {}", action, mistake);
      attempt.outcome = "mistake of the simulator";
      status = 500;
      document = service.writer().refusal(new AwsRefusal(500, "InternalFailure", "mistake"), id);
    }
    return attempt.dropped
        ? Optional.empty()
        : Optional.of(
            new LoopbackServer.Answer(status, "text/xml;charset=UTF-8", Map.of(), document));
  }

  /** What becomes of one request. */
  private static final class Attempt {
    private final Service service;
    private final String action;
    private final Map<String, String> fields;
    private String outcome = Journal.OK;
    private boolean wrote;
    private boolean dropped;

    Attempt(Service service, String action, Map<String, String> fields) {
      this.service = service;
      this.action = action;
      this.fields = fields;
    }
  }

  private Struct answer(Attempt attempt, Site site) {
    String resource = Subject.of(attempt.fields);
    Instant arrival = site.place().now();
    try {
      Optional<Fault> fault = faults.strike(Faults.OF_CALLS, attempt.action, resource);
      fault.ifPresent(struck -> before(struck, attempt, site.place().account()));
      if (attempt.dropped) {
        return new Struct();
      }
      Struct output = perform(attempt, site);
      if (fault.filter(struck -> struck.kind() == Fault.Kind.DROPPED_AFTER).isPresent()) {
        attempt.dropped = true;
        attempt.outcome = Fault.Kind.DROPPED_AFTER.name();
      }
      return output;
    } catch (AwsRefusal refusal) {
      attempt.outcome = refusal.code();
      throw refusal;
    } finally {
      journal.note(
          arrival,
          attempt.service.name(),
          attempt.action,
          resource,
          Subject.plain(attempt.fields),
          attempt.outcome,
          attempt.wrote);
    }
  }

  private static void before(Fault fault, Attempt attempt, Account account) {
    switch (fault.kind()) {
      case SLOW -> pause(fault.delay());
      case DROPPED_BEFORE -> {
        attempt.dropped = true;
        attempt.outcome = Fault.Kind.DROPPED_BEFORE.name();
      }
      case DROPPED_AFTER -> {}
      default -> throw attempt.service.fault(fault.kind(), account, attempt.action);
    }
  }

  private static Struct perform(Attempt attempt, Site site) {
    Struct input = attempt.service.reader().read(attempt.action, attempt.fields);
    if (attempt.service.ec2() && input.flag("DryRun")) {
      throw new AwsRefusal(
          412, "DryRunOperation", "Request would have succeeded, but DryRun flag is set.");
    }
    Handler handler = site.handler(attempt.service.ec2(), attempt.action);
    if (handler == null) {
      throw new IllegalStateException(attempt.action + " is in the table and not in the code");
    }
    Call call = new Call(attempt.action, input);
    Struct output = site.place().locked(() -> handler.handle(call));
    attempt.wrote = call.wrote();
    return output;
  }

  private Service service(Optional<Authorization> authorization, Map<String, String> fields) {
    String scope = authorization.map(Authorization::service).orElse("");
    String version = fields.getOrDefault("Version", "");
    return services.stream()
        .filter(service -> service.name().equals(scope))
        .findFirst()
        .or(() -> services.stream().filter(s -> s.table().version().equals(version)).findFirst())
        .orElse(services.getFirst());
  }

  private Site site(
      Service service, Optional<Authorization> given, HttpExchange exchange, byte[] body) {
    Authorization authorization = given.orElseThrow(service::unsigned);
    Account account =
        sites.world().account(authorization.accessKey()).orElseThrow(service::unknownKey);
    Headers headers = exchange.getRequestHeaders();
    String path = exchange.getRequestURI().getRawPath();
    boolean signed =
        authorization.service().equals(service.name())
            && Signature.holds(
                authorization, account, exchange.getRequestMethod(), path, headers, body);
    if (!signed) {
      throw service.wrongSignature();
    }
    Region region =
        sites.world().region(authorization.region()).orElseThrow(service::wrongSignature);
    return sites.site(account, region);
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
