package io.weir.webhook.install;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Keys;
import io.weir.api.ObjectKey;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.BuiltIns;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.LabelSelector;
import io.weir.kernel.work.Controller;
import io.weir.kernel.work.Requeue;
import io.weir.webhook.certificate.Authorities;
import io.weir.webhook.certificate.Certificates;
import io.weir.webhook.certificate.Serving;
import io.weir.webhook.install.Definition.Converter;
import io.weir.webhook.review.WebhookPaths.Role;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps CRDs and configurations pointing at the webhooks and trusting their authorities. Any
 * replica does it where all share a Service; where a replica is named by a URL, only the one that
 * leads. CRDs whose objects somebody else converts are left alone.
 */
public final class Installation implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Installation.class);

  /** There is one installation, so one key. */
  private static final ObjectKey KEY = new ObjectKey("", Configurations.NAME);

  private final KubeCluster cluster;
  private final Certificates certificates;
  private final Address address;
  private final Set<GroupKind> reviewed;
  private final BooleanSupplier mayWrite;
  private final Controller controller;
  private final Set<String> leftAlone = new HashSet<>();
  private final Dispute dispute = new Dispute();

  /**
   * An installation that is not begun.
   *
   * @param reviewed kinds that there are rules for
   * @param mayWrite whether this replica is one that writes
   */
  public Installation(
      KubeCluster cluster,
      Certificates certificates,
      Address address,
      Set<GroupKind> reviewed,
      BooleanSupplier mayWrite) {
    this.cluster = cluster;
    this.certificates = certificates;
    this.address = address;
    this.reviewed = Set.copyOf(reviewed);
    this.mayWrite = mayWrite;
    this.controller =
        Controller.named("webhook-installation")
            .workers(1)
            .quiet(Duration.ZERO)
            .watch(crds(), any -> Set.of(KEY))
            .watch(configurations(Role.MUTATE), any -> Set.of(KEY))
            .watch(configurations(Role.VALIDATE), any -> Set.of(KEY))
            .build(any -> pass());
  }

  /** Begins to keep it; returns at once. */
  public void begin() {
    controller.start();
    controller.wake(KEY);
  }

  /** Something other than the watched objects has changed: looks again. */
  public void wake() {
    controller.wake(KEY);
  }

  /** Whether everything that points at the webhooks trusts the authority. */
  public boolean everywhereTrusted(X509Certificate authority) {
    return synced() && observe().untrusting(authority).isEmpty();
  }

  /** What keeps the API server from relying on this replica, for people; empty if nothing does. */
  public List<String> obstacles() {
    Optional<Serving> shown = certificates.shown();
    if (shown.isEmpty()) {
      return List.of("there is no certificate yet");
    }
    return synced()
        ? observe().obstacles(shown.get().authority())
        : List.of("CRDs and webhook configurations have not been listed yet");
  }

  private Requeue pass() {
    Optional<Authorities> authorities = certificates.authorities();
    if (authorities.isPresent() && mayWrite.getAsBoolean()) {
      Observed seen = observe();
      seen.convertedBy(Converter.OTHER).forEach(this::leaveAlone);
      if (!seen.changes(authorities.get().bundle()).isEmpty()) {
        Duration pause = dispute.pause(System.nanoTime());
        if (pause.isPositive()) {
          return Requeue.after(pause);
        }
        // What looks wrong may be newer than what we know of the authorities. In this order: what
        // others write meanwhile makes our writes conflicts.
        write(seen, certificates.refresh().bundle());
      }
    }
    if (authorities.filter(Installation::beingReplaced).isPresent()) {
      // The replacement waits for what this pass has seen.
      certificates.wake();
    }
    return Requeue.done();
  }

  private static boolean beingReplaced(Authorities authorities) {
    return authorities instanceof Authorities.Announced || authorities instanceof Authorities.Known;
  }

  /** What one object refuses must not keep the others from being brought up to date. */
  private void write(Observed seen, String bundle) {
    var failures = new ArrayList<KubeException>();
    List<Observed.Change> changes = seen.changes(bundle);
    if (!changes.isEmpty() && dispute.wrote(System.nanoTime())) {
      LOG.warn(
          "something else keeps changing the objects that point at these webhooks; is another"
              + " installation of Weir running?");
    }
    for (Observed.Change change : changes) {
      try {
        switch (change) {
          case Observed.Change.Create(var role, var object) -> create(seen, role, object, bundle);
          case Observed.Change.Edit(var before, var wanted) -> edit(before, wanted);
        }
      } catch (KubeException failure) {
        failures.add(failure);
      }
    }
    if (!failures.isEmpty()) {
      throw failures.getFirst();
    }
  }

  private void edit(ApiObject before, ObjectNode wanted) {
    ApiObject after =
        cluster
            .client()
            .edit(
                before,
                tree -> {
                  tree.removeAll();
                  tree.setAll(wanted);
                });
    LOG.info("{} now points at the webhooks at {}", after, address);
  }

  private void create(Observed seen, Role role, ObjectNode object, String bundle) {
    try {
      LOG.info("created {}, which points at {}", cluster.client().create(object), address);
    } catch (KubeException.AlreadyExists unseen) {
      // Another replica was first, or it has lost the label by which it is watched.
      cluster
          .client()
          .get(kind(role), KEY)
          .ifPresent(there -> edit(there, seen.configured(role, there, bundle)));
    }
  }

  private void leaveAlone(Definition crd) {
    if (reviewed.contains(crd.kind()) && leftAlone.add(crd.crd().name())) {
      LOG.info(
          "leaving {} alone: its objects are converted, and so reviewed, by {}",
          crd.crd(),
          crd.other());
    }
  }

  private Observed observe() {
    return Observed.of(
        address,
        crds().list(),
        Map.of(
            Role.MUTATE, configurations(Role.MUTATE).get(KEY),
            Role.VALIDATE, configurations(Role.VALIDATE).get(KEY)),
        reviewed.stream().sorted().flatMap(kind -> cluster.kinds().find(kind).stream()).toList());
  }

  private boolean synced() {
    return crds().synced()
        && configurations(Role.MUTATE).synced()
        && configurations(Role.VALIDATE).synced();
  }

  private ObjectCache crds() {
    return cluster.cache(GroupKind.CUSTOM_RESOURCE_DEFINITION);
  }

  private ObjectCache configurations(Role role) {
    return cluster.cache(kind(role), LabelSelector.exists(Keys.WEBHOOK));
  }

  private static GroupKind kind(Role role) {
    return switch (role) {
      case MUTATE -> BuiltIns.MUTATING_WEBHOOK_CONFIGURATION;
      case VALIDATE -> BuiltIns.VALIDATING_WEBHOOK_CONFIGURATION;
    };
  }

  @Override
  public void close() {
    controller.close();
  }
}
