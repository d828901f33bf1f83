package io.weir.webhook.certificate;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Keys;
import io.weir.api.ObjectKey;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.LabelSelector;
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
public final class Certificates implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Certificates.class);

  /** Timers count on a clock that may stand still while the machine sleeps. */
  private static final Duration LONGEST_REST = Duration.ofHours(6);

  private final KubeCluster home;
  private final ObjectKey key;
  private final List<String> hosts;
  private final CertificateTimes times;
  private final InstantSource clock;
  private final ServingKeys shown = new ServingKeys();
  private final Controller controller;
  private Predicate<X509Certificate> known = certificate -> false;
  private Runnable changed = () -> {};
  private Change.@Nullable Subscription subscription;
  private volatile Optional<Authorities> authorities = Optional.empty();

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
  public Certificates(
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
            .quiet(Duration.ZERO)
            .build(any -> pass());
  }

  /**
   * Begins to read and keep them; returns at once.
   *
   * @param isKnown tells of an authority whether all that API servers trust names it
   * @param onChange runs when the authorities or the shown certificate have changed
   */
  public synchronized void begin(Predicate<X509Certificate> isKnown, Runnable onChange) {
    known = isKnown;
    changed = onChange;
    controller.start();
    // The first look does not wait for the watch: who may not list can still serve.
    controller.wake(key);
    subscription = cache().subscribe(change -> controller.wake(key));
  }

  /** For a server; needs no other context when certificates change. */
  public SSLContext context() {
    return shown.context();
  }

  /** What new callers are shown; empty until the authority is known. */
  public Optional<Serving> shown() {
    return shown.shown();
  }

  /** The authorities as last read; empty until they are known. */
  public Optional<Authorities> authorities() {
    return authorities;
  }

  /** What is known of authorities may have changed, or time has passed: looks again. */
  public void wake() {
    controller.wake(key);
  }

  private ObjectCache cache() {
    return home.cache(GroupKind.SECRET, LabelSelector.equal(Keys.WEBHOOK, "authority"));
  }

  private Requeue pass() {
    synchronized (turn) {
      if (!watchShowsWhatIsHeld()) {
        Authorities _ = refresh();
      }
      Authorities now = authorities.orElseThrow();
      show(now);
      Instant time = clock.instant();
      boolean nextIsKnown = next(now).filter(known).isPresent();
      return switch (Rotation.decide(now, time, nextIsKnown, times)) {
        case Rotation.Step.Rest(var until) -> Requeue.after(rest(time, until));
        case Rotation.Step.Announce(var because) ->
            advance(new Authorities.Announced(now.signing(), fresh()), because);
        case Rotation.Step.Advance(var to, var because) -> advance(to, because);
      };
    }
  }

  /**
   * Reads the authorities from the server, past the watch, which may lag; makes them if there are
   * none.
   *
   * @throws io.weir.kernel.kube.KubeException if they cannot be read or made
   */
  public Authorities refresh() {
    synchronized (turn) {
      ApiObject secret = home.client().get(GroupKind.SECRET, key).orElseGet(this::create);
      try {
        return hold(secret, AuthoritySecret.read(secret));
      } catch (GeneralSecurityException damaged) {
        LOG.error("{} is damaged, rewriting it: {}", secret, damaged.getMessage());
        Authorities repaired = authorities.orElseGet(() -> new Authorities.Alone(fresh()));
        return write(secret, repaired);
      }
    }
  }

  private boolean watchShowsWhatIsHeld() {
    ApiObject last = held;
    return last != null
        && cache().synced()
        && cache()
            .get(key)
            .filter(seen -> seen.resourceVersion().equals(last.resourceVersion()))
            .isPresent();
  }

  private ApiObject create() {
    Authorities wanted =
        authorities.<Authorities>map(this::again).orElseGet(() -> new Authorities.Alone(fresh()));
    ApiObject created = home.client().create(AuthoritySecret.fresh(key, wanted));
    LOG.info("created {} with the CA {}", created, wanted.signing());
    return created;
  }

  /** What the Secret held when it was deleted; API servers trust that and nothing else yet. */
  private Authorities again(Authorities last) {
    return last instanceof Authorities.Alone(var signing)
        ? new Authorities.Announced(signing, fresh())
        : last;
  }

  private Requeue advance(Authorities to, String because) {
    Authorities _ = write(Objects.requireNonNull(held), to);
    LOG.info(
        "{} signs the webhook certificates, stage {}: {}",
        to.signing(),
        to.getClass().getSimpleName(),
        because);
    return Requeue.after(Duration.ZERO);
  }

  private Authorities write(ApiObject secret, Authorities to) {
    return hold(home.client().edit(secret, tree -> AuthoritySecret.write(tree, to)), to);
  }

  private Authorities hold(ApiObject secret, Authorities now) {
    boolean different = !authorities.map(Authorities::bundle).equals(Optional.of(now.bundle()));
    held = secret;
    authorities = Optional.of(now);
    show(now);
    if (different) {
      changed.run();
    }
    return now;
  }

  private void show(Authorities now) {
    Instant time = clock.instant();
    boolean fits =
        shown
            .shown()
            .filter(serving -> serving.authority().equals(now.signing().certificate()))
            .filter(serving -> time.isBefore(serving.renewal()))
            .isPresent();
    if (!fits) {
      shown.show(Issuer.serving(now.signing(), hosts, time, times.servingLife()));
      changed.run();
    }
  }

  private Duration rest(Instant time, Instant until) {
    Instant renewal = shown.shown().map(Serving::renewal).orElse(time);
    Duration rest = Duration.between(time, until.isBefore(renewal) ? until : renewal);
    return rest.compareTo(LONGEST_REST) > 0 ? LONGEST_REST : rest;
  }

  private static Optional<X509Certificate> next(Authorities now) {
    return switch (now) {
      case Authorities.Announced(var _, var next) -> Optional.of(next.certificate());
      case Authorities.Known(var _, var next, var _) -> Optional.of(next.certificate());
      case Authorities.Alone _, Authorities.Switched _ -> Optional.empty();
    };
  }

  private Authority fresh() {
    return Issuer.authority(clock.instant(), times.authorityLife());
  }

  @Override
  public synchronized void close() {
    if (subscription != null) {
      subscription.close();
    }
    controller.close();
  }
}
