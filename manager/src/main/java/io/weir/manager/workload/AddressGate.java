package io.weir.manager.workload;

import io.weir.engine.workload.AddressPolicy;
import io.weir.engine.workload.IpAddress;
import io.weir.engine.workload.VettedKubeconfig;
import io.weir.engine.workload.VettingResult.Refused;
import io.weir.kernel.kube.RequestInfo;
import io.weir.kernel.kube.RequestListener;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Lets requests go to the API server of one workload cluster while it is where it may be, which is
 * looked at before each of them.
 *
 * <p>The JDK's client resolves the name itself and offers no place between that and the connection.
 * It asks the same cache of the process, which keeps an answer for 30 s, so that it connects to
 * what was looked at, unless that answer expires in between. Whoever makes use of that moment gets
 * the greeting of TLS sent to an address, and no request: that needs a certificate there for the
 * name in the kubeconfig. To connect to an address that was looked at would need another {@code
 * Host} in each request, by which proxies before API servers go.
 *
 * @param kubeconfig how the cluster is reached
 * @param policy where its server may be
 * @param next is asked and told as well
 */
record AddressGate(VettedKubeconfig kubeconfig, AddressPolicy policy, RequestListener next)
    implements RequestListener {

  private static final Duration RESOLVED_WITHIN = Duration.ofSeconds(5);

  /** The request may not be sent. */
  static final class RefusedAddressException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Refused refused;

    RefusedAddressException(Refused refused) {
      super(refused.message());
      this.refused = refused;
    }

    Refused refused() {
      return refused;
    }
  }

  @Override
  public void beforeRequest(RequestInfo requestInfo) throws IOException {
    Optional<Refused> refused = policy.refusal(addresses());
    if (refused.isPresent()) {
      throw new RefusedAddressException(refused.get());
    }
    // Last: the name may have taken a while, and the lease run out meanwhile.
    next.beforeRequest(requestInfo);
  }

  @Override
  public InputStream reading(RequestInfo requestInfo, InputStream answer) {
    return next.reading(requestInfo, answer);
  }

  @Override
  public void afterRequest(RequestInfo requestInfo, int code, Duration took) {
    next.afterRequest(requestInfo, code, took);
  }

  /** None where the client will find none either. */
  private List<IpAddress> addresses() throws IOException {
    // A name server of others may take its time, and a lookup has no limit of its own.
    var lookup = new CompletableFuture<InetAddress[]>();
    Thread _ = Thread.ofVirtual().name("lookup").start(() -> resolve(lookup));
    try {
      InetAddress[] found = lookup.get(RESOLVED_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
      return Stream.of(found).map(address -> IpAddress.of(address.getAddress())).toList();
    } catch (ExecutionException _) {
      return List.of();
    } catch (TimeoutException late) {
      throw new IOException("the server's name was not resolved in time", late);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the server's name was resolved", stopped);
    }
  }

  private void resolve(CompletableFuture<InetAddress[]> lookup) {
    try {
      lookup.complete(InetAddress.getAllByName(kubeconfig.host()));
    } catch (UnknownHostException unknown) {
      lookup.completeExceptionally(unknown);
    }
  }
}
