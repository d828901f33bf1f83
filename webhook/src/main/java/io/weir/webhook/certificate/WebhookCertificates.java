package io.weir.webhook.certificate;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.kernel.work.Controller;
import io.weir.kernel.work.Requeue;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the shared authority and this replica's certificate. The Secret with the authority is made
 * by the first replica that finds none. If somebody deletes it while a replica runs, it comes back
 * with another authority announced, so that deleting it asks for a replacement without an outage.
 */
public final class WebhookCertificates implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(WebhookCertificates.class);

  /** Timers count on a clock that may stand still while the machine sleeps. */
  private static final Duration LONGEST_REST = Duration.ofHours(6);

  private final KubeCluster home;
  private final ObjectKey key;
  private final List<String> hosts;
  private final CertificateTimes times;
  private final InstantSource clock;
  private final ServingKeyManager keyManager = new ServingKeyManager();
  private final Controller controller;
  private Predicate<X509Certificate> known = certificate -> false;
  private Runnable changed = () -> {};
  private Change.@Nullable Subscription subscription;
  private volatile Optional<CaRotationState> rotationState = Optional.empty();

  /** The Secret that the authorities were read from; guarded by {@link #turn}. */
  private @Nullable ApiObject held;

  private final Object turn = new Object();

  /**
   * Certificates that are not begun.
   *
   * @param home the namespace of the Secret
   * @param key names the Secret
   * @param hosts DNS names and addresses under which callers come
   */
  public WebhookCertificates(
      KubeCluster home,
      ObjectKey key,
      List<String> hosts,
      CertificateTimes times,
      InstantSource clock) {
    this.home = home;
    this.key = key;
    this.hosts = List.copyOf(hosts);
    this.times = times;
    this.clock = clock;
    this.controller =
        Controller.named("webhook-certificates")
            .workers(1)
            .debounce(Duration.ZERO)
            .build(any -> pass());
  }

  /**
   * Begins to read and keep them; returns at once.
   *
   * @param isKnown tells of an authority whether all that API servers trust names it
   * @param onChange runs when the authorities or the shown certificate have changed
   */
  public synchronized void start(Predicate<X509Certificate> isKnown, Runnable onChange) {
    known = isKnown;
    changed = onChange;
    controller.start();
    // The first look does not wait for the watch: who may not list can still serve.
    controller.enqueue(key);
    subscription = cache().subscribe(change -> controller.enqueue(key));
  }

  /** For a server; needs no other context when certificates change. */
  public SSLContext sslContext() {
    return keyManager.sslContext();
  }

  /** What new callers are shown; empty until the authority is known. */
  public Optional<ServingCertificate> servingCertificate() {
    return keyManager.current();
  }

  /** The authorities as last read; empty until they are known. */
  public Optional<CaRotationState> rotationState() {
    return rotationState;
  }

  /** What is known of authorities may have changed, or time has passed: looks again. */
  public void wake() {
    controller.enqueue(key);
  }

  private ObjectCache cache() {
    return home.cache(GroupKind.SECRET, ObjectSelector.byName(key));
  }

  private Requeue pass() {
    synchronized (turn) {
      if (!isCacheCurrent()) {
        CaRotationState _ = refresh();
      }
      CaRotationState now = rotationState.orElseThrow();
      show(now);
      Instant time = clock.instant();
      boolean nextIsKnown = next(now).filter(known).isPresent();
      return switch (CaRotation.decide(now, time, nextIsKnown, times)) {
        case CaRotation.RotationStep.Wait(var until) -> Requeue.after(timeToWait(time, until));
        case CaRotation.RotationStep.Announce(var because) ->
            advance(new CaRotationState.Announced(now.signingCa(), newCa()), because);
        case CaRotation.RotationStep.Advance(var to, var because) -> advance(to, because);
      };
    }
  }

  /**
   * Reads the authorities from the server, past the watch, which may lag; makes them if there are
   * none.
   *
   * @throws io.weir.kernel.kube.KubeException if they cannot be read or made
   */
  public CaRotationState refresh() {
    synchronized (turn) {
      ApiObject secret = home.client().get(GroupKind.SECRET, key).orElseGet(this::create);
      try {
        return store(secret, WebhookCaSecret.read(secret));
      } catch (GeneralSecurityException damaged) {
        LOG.error("{} is damaged, rewriting it: {}", secret, damaged.getMessage());
        CaRotationState repaired =
            rotationState.orElseGet(() -> new CaRotationState.Stable(newCa()));
        return write(secret, repaired);
      }
    }
  }

  private boolean isCacheCurrent() {
    ApiObject last = held;
    return last != null
        && cache().isSynced()
        && cache()
            .get(key)
            .filter(seen -> seen.resourceVersion().equals(last.resourceVersion()))
            .isPresent();
  }

  private ApiObject create() {
    CaRotationState wanted =
        rotationState
            .<CaRotationState>map(this::announceNext)
            .orElseGet(() -> new CaRotationState.Stable(newCa()));
    ApiObject created = home.client().create(WebhookCaSecret.newSecret(key, wanted));
    LOG.info("created {} with the CA {}", created, wanted.signingCa());
    return created;
  }

  /** What the Secret held when it was deleted; API servers trust that and nothing else yet. */
  private CaRotationState announceNext(CaRotationState last) {
    return last instanceof CaRotationState.Stable(var signing)
        ? new CaRotationState.Announced(signing, newCa())
        : last;
  }

  private Requeue advance(CaRotationState to, String because) {
    CaRotationState _ = write(Objects.requireNonNull(held), to);
    LOG.info(
        "{} signs the webhook certificates, stage {}: {}",
        to.signingCa(),
        to.getClass().getSimpleName(),
        because);
    return Requeue.after(Duration.ZERO);
  }

  private CaRotationState write(ApiObject secret, CaRotationState to) {
    return store(home.client().edit(secret, tree -> WebhookCaSecret.write(tree, to)), to);
  }

  private CaRotationState store(ApiObject secret, CaRotationState now) {
    boolean different =
        !rotationState.map(CaRotationState::caBundle).equals(Optional.of(now.caBundle()));
    held = secret;
    rotationState = Optional.of(now);
    show(now);
    if (different) {
      changed.run();
    }
    return now;
  }

  private void show(CaRotationState now) {
    Instant time = clock.instant();
    boolean fits =
        keyManager
            .current()
            .filter(
                servingCertificate ->
                    servingCertificate.issuer().equals(now.signingCa().certificate()))
            .filter(servingCertificate -> time.isBefore(servingCertificate.renewalTime()))
            .isPresent();
    if (!fits) {
      keyManager.use(
          CertificateIssuer.issueServing(now.signingCa(), hosts, time, times.servingLifetime()));
      changed.run();
    }
  }

  private Duration timeToWait(Instant time, Instant until) {
    Instant renewal = keyManager.current().map(ServingCertificate::renewalTime).orElse(time);
    Duration rest = Duration.between(time, until.isBefore(renewal) ? until : renewal);
    return rest.compareTo(LONGEST_REST) > 0 ? LONGEST_REST : rest;
  }

  private static Optional<X509Certificate> next(CaRotationState now) {
    return switch (now) {
      case CaRotationState.Announced(var _, var next) -> Optional.of(next.certificate());
      case CaRotationState.Distributed(var _, var next, var _) -> Optional.of(next.certificate());
      case CaRotationState.Stable _, CaRotationState.Switched _ -> Optional.empty();
    };
  }

  private WebhookCa newCa() {
    return CertificateIssuer.issueCa(clock.instant(), times.caLifetime());
  }

  @Override
  public synchronized void close() {
    if (subscription != null) {
      subscription.close();
    }
    controller.close();
  }
}
