package io.weir.webhook.install;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.kernel.work.Controller;
import io.weir.kernel.work.Requeue;
import io.weir.webhook.certificate.CaRotationState;
import io.weir.webhook.certificate.ServingCertificate;
import io.weir.webhook.certificate.WebhookCertificates;
import io.weir.webhook.install.CrdConversion.Converter;
import io.weir.webhook.install.InstalledWebhooks.PendingWrite;
import io.weir.webhook.review.WebhookPaths.AdmissionPhase;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps CRDs and configurations pointing at the webhooks and trusting their authorities. Any
 * replica does it where all share a Service; where a replica is named by a URL, only the one that
 * leads. CRDs whose objects somebody else converts are left alone.
 */
public final class WebhookInstaller implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(WebhookInstaller.class);

  /** There is one installation, so one key. */
  private static final ObjectKey KEY = new ObjectKey("", WebhookConfigurations.NAME);

  private final KubeCluster cluster;
  private final WebhookCertificates webhookCertificates;
  private final WebhookAddress webhookAddress;
  private final OwnKinds kinds;
  private final BooleanSupplier mayWrite;
  private final Controller controller;
  private final Set<String> leftAlone = new HashSet<>();
  private final Consumer<Registration> listener;
  private List<String> toldProblems = List.of();
  private final WritePacing pacing = new WritePacing();
  private final AtomicBoolean toClean = new AtomicBoolean();
  private volatile Optional<UnreviewedWriter> unreviewedWriter;

  /**
   * An installation that is not begun.
   *
   * @param kinds that it is for; what others have installed for other kinds stays
   * @param mayWrite whether this replica is one that writes
   * @param listener is told of each look at what is registered, after its writes
   */
  public WebhookInstaller(
      KubeCluster cluster,
      WebhookCertificates webhookCertificates,
      WebhookAddress webhookAddress,
      OwnKinds kinds,
      BooleanSupplier mayWrite,
      Consumer<Registration> listener) {
    this.cluster = cluster;
    this.webhookCertificates = webhookCertificates;
    this.webhookAddress = webhookAddress;
    this.kinds = kinds;
    this.mayWrite = mayWrite;
    this.listener = listener;
    this.unreviewedWriter = cluster.username().map(UnreviewedWriter::new);
    this.controller =
        Controller.named("webhook-installation")
            .workers(1)
            .debounce(Duration.ZERO)
            .watch(crds(), any -> Set.of(KEY))
            .watch(configurations(AdmissionPhase.MUTATE), any -> Set.of(KEY))
            .watch(configurations(AdmissionPhase.VALIDATE), any -> Set.of(KEY))
            .build(any -> pass());
  }

  /** Begins to keep it; returns at once. */
  public void start() {
    controller.start();
    controller.enqueue(KEY);
  }

  /**
   * This replica begins to lead: what an earlier start left behind goes, once. Later entries of
   * this address are those of a newer replica behind the same Service.
   */
  public void startLeading() {
    toClean.set(true);
    wake();
  }

  /** Something other than the watched objects has changed: looks again. */
  public void wake() {
    controller.enqueue(KEY);
  }

  /** Whether everything that points at the webhooks trusts the authority. */
  public boolean isTrustedEverywhere(X509Certificate authority) {
    return synced() && observe(false).namesOfUntrusting(authority).isEmpty();
  }

  /** How API servers find this replica. */
  public Registration registration() {
    Optional<ServingCertificate> shown = webhookCertificates.servingCertificate();
    if (shown.isEmpty()) {
      return new Registration(List.of("there is no certificate yet"), false);
    }
    if (!synced()) {
      return new Registration(
          List.of("CRDs and webhook configurations have not been listed yet"), true);
    }
    InstalledWebhooks seen = observe(false);
    X509Certificate issuer = shown.get().issuer();
    return new Registration(seen.problems(issuer), !seen.isTrustedNowhere(issuer));
  }

  private Requeue pass() {
    Optional<CaRotationState> authorities = webhookCertificates.rotationState();
    boolean writing = authorities.isPresent() && mayWrite.getAsBoolean();
    Requeue requeue = writing ? bringUpToDate(authorities.get()) : Requeue.done();
    Registration now = registration();
    listener.accept(now);
    if (writing && synced()) {
      tell(now.problems());
    }
    if (authorities.filter(WebhookInstaller::beingReplaced).isPresent()) {
      // The replacement waits for what this pass has seen.
      webhookCertificates.wake();
    }
    return requeue;
  }

  private Requeue bringUpToDate(CaRotationState authorities) {
    boolean cleaning = toClean.get();
    InstalledWebhooks seen = observe(cleaning);
    seen.convertedBy(Converter.OTHER).forEach(this::leaveAlone);
    List<PendingWrite> pending = seen.pendingWrites(authorities.caBundle());
    long now = System.nanoTime();
    List<Duration> pauses = pacing.pauses(pending, now);
    if (pending.stream().anyMatch(write -> pacing.isDue(write, now))) {
      // What looks wrong may be newer than what we know of the authorities. In this order: what
      // others write meanwhile makes our writes conflicts.
      write(seen.pendingWrites(webhookCertificates.refresh().caBundle()), now);
    }
    if (!pauses.isEmpty()) {
      return Requeue.after(Collections.min(pauses));
    }
    if (cleaning) {
      toClean.set(false);
    }
    return Requeue.done();
  }

  private static boolean beingReplaced(CaRotationState caRotationState) {
    return caRotationState instanceof CaRotationState.Announced
        || caRotationState instanceof CaRotationState.Distributed;
  }

  /** What one object refuses must not keep the others from being brought up to date. */
  private void write(List<PendingWrite> pending, long now) {
    var failures = new ArrayList<KubeException>();
    for (PendingWrite pendingWrite : pending) {
      if (!pacing.isDue(pendingWrite, now)) {
        continue;
      }
      if (pacing.recordWrite(pendingWrite, now)) {
        LOG.warn(
            "something else keeps changing {}: have it leave alone what points at webhooks of Weir;"
                + " is it another installation of Weir?",
            pendingWrite.seen());
      }
      try {
        edit(pendingWrite);
      } catch (KubeException failure) {
        failures.add(failure);
      }
    }
    if (!failures.isEmpty()) {
      throw failures.getFirst();
    }
  }

  private void edit(PendingWrite pendingWrite) {
    ApiObject after =
        cluster
            .client()
            .edit(
                pendingWrite.seen(),
                tree -> {
                  tree.removeAll();
                  tree.setAll(pendingWrite.wanted());
                });
    noteStored(after, pendingWrite.wanted());
    LOG.info("{} now points at the webhooks at {}", after, webhookAddress);
  }

  /** What the server does not keep would be written again and again. */
  private void noteStored(ApiObject stored, ObjectNode wanted) {
    if (UnreviewedWriter.isDroppedBy(stored, wanted)) {
      unreviewedWriter = Optional.empty();
      LOG.info("this API server knows no match conditions: it asks about Weir's own writes, too");
    }
  }

  private void leaveAlone(CrdConversion crd) {
    if (kinds.reviewed().contains(crd.kind()) && leftAlone.add(crd.crd().name())) {
      LOG.info(
          "leaving {} alone: its objects are converted, and so reviewed, by {}",
          crd.crd(),
          crd.otherConverter());
    }
  }

  /** Once each, as long as nothing about it changes. */
  private void tell(List<String> problems) {
    problems.stream()
        .filter(problem -> !toldProblems.contains(problem))
        .forEach(problem -> LOG.warn("{}", problem));
    toldProblems.stream()
        .filter(problem -> !problems.contains(problem))
        .forEach(problem -> LOG.info("not any more: {}", problem));
    toldProblems = problems;
  }

  private InstalledWebhooks observe(boolean cleaning) {
    return InstalledWebhooks.of(
        webhookAddress,
        kinds,
        crds().list(),
        Map.of(
            AdmissionPhase.MUTATE, configurations(AdmissionPhase.MUTATE).get(KEY),
            AdmissionPhase.VALIDATE, configurations(AdmissionPhase.VALIDATE).get(KEY)),
        kinds.reviewed().stream()
            .sorted()
            .flatMap(kind -> cluster.kinds().find(kind).stream())
            .toList(),
        unreviewedWriter,
        cleaning);
  }

  private boolean synced() {
    return crds().isSynced()
        && configurations(AdmissionPhase.MUTATE).isSynced()
        && configurations(AdmissionPhase.VALIDATE).isSynced();
  }

  private ObjectCache crds() {
    return cluster.cache(GroupKind.CUSTOM_RESOURCE_DEFINITION);
  }

  private ObjectCache configurations(AdmissionPhase admissionPhase) {
    return cluster.cache(kind(admissionPhase), ObjectSelector.byName(KEY));
  }

  private static GroupKind kind(AdmissionPhase admissionPhase) {
    return switch (admissionPhase) {
      case MUTATE -> BuiltInKinds.MUTATING_WEBHOOK_CONFIGURATION;
      case VALIDATE -> BuiltInKinds.VALIDATING_WEBHOOK_CONFIGURATION;
    };
  }

  @Override
  public void close() {
    controller.close();
  }
}
