package io.weir.clouds.http;

import com.sun.net.httpserver.HttpExchange;
import io.weir.clouds.CloudFault;
import io.weir.clouds.CloudFault.Kind;
import io.weir.clouds.FaultInjector;
import io.weir.clouds.Journal;
import io.weir.clouds.LoopbackServer;
import io.weir.clouds.site.SiteServices;
import io.weir.clouds.site.Sites;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of a request: which call is it, does a fault befall it, it is carried out under the
 * lock of its site, answered and noted.
 */
final class RequestHandler<S extends SiteServices> implements LoopbackServer.Handler {
  private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);
  private static final String MISTAKE = "mistake of the simulator";

  private final Protocol<S> protocol;
  private final Sites<S> sites;

  RequestHandler(Protocol<S> protocol, Sites<S> sites) {
    this.protocol = protocol;
    this.sites = sites;
  }

  @Override
  public Optional<LoopbackServer.Response> handle(HttpExchange exchange, byte[] body) {
    ApiRequest<S> request = protocol.open(WireRequest.of(exchange, body));
    try {
      return answer(request.toCall()).map(answer -> answer.response().get());
    } catch (ApiErrorException error) {
      return Optional.of(request.toResponse(error));
    } catch (RuntimeException mistake) {
      LOG.error("a simulated cloud made a mistake at {}", exchange.getRequestURI(), mistake);
      return Optional.of(request.toResponse(request.internalError()));
    }
  }

  /** Empty when the connection is to be closed without an answer. */
  private Optional<Answer> answer(ApiCall<S> call) {
    Instant arrival = sites.get(call.site()).site().exactNow();
    // Asked once and first: a call may end what it names.
    String resource = call.resource();
    String outcome = MISTAKE;
    boolean wrote = false;
    try {
      Optional<Kind> fault = strike(call, resource);
      if (fault.filter(Kind.DROPPED_BEFORE::equals).isPresent()) {
        outcome = Kind.DROPPED_BEFORE.name();
        return Optional.empty();
      }
      Answer answer = perform(call, resource);
      wrote = answer.wrote();
      boolean dropped = fault.filter(Kind.DROPPED_AFTER::equals).isPresent();
      outcome = dropped ? Kind.DROPPED_AFTER.name() : Journal.OK;
      return dropped ? Optional.empty() : Optional.of(answer);
    } catch (ApiErrorException error) {
      outcome = error.code();
      throw error;
    } finally {
      sites
          .context()
          .journal()
          .recordCall(
              arrival, call.service(), call.action(), resource, call.parameters(), outcome, wrote);
    }
  }

  private Optional<Kind> strike(ApiCall<S> call, String resource) {
    Optional<CloudFault> fault =
        sites.context().faults().takeMatching(FaultInjector.CALL_KINDS, call.action(), resource);
    fault.ifPresent(
        struck -> {
          switch (struck.kind()) {
            case SLOW -> pause(struck.delay());
            case DROPPED_BEFORE, DROPPED_AFTER -> {}
            default -> throw call.refusal(struck.kind());
          }
        });
    return fault.map(CloudFault::kind);
  }

  private Answer perform(ApiCall<S> call, String resource) {
    Optional<CloudFault> stale =
        call.isRead()
            ? sites
                .context()
                .faults()
                .takeMatching(FaultInjector.LAG_KINDS, call.action(), resource)
            : Optional.empty();
    if (stale.isPresent()) {
      Instant moment = sites.context().clock().now().minus(stale.get().delay());
      return stale.get().kind() == Kind.STALE_TAGS
          ? sites.readWithTagsAsOf(call.site(), moment, call::perform)
          : sites.readAsOf(call.site(), moment, call::perform);
    }
    S services = sites.get(call.site());
    return services.site().withLock(() -> call.perform(services));
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
