package io.weir.manager.webhook.install;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Keys;
import io.weir.api.ObjectKey;
import io.weir.manager.runtime.KubeCluster;
import io.weir.manager.runtime.cache.ObjectCache;
import io.weir.manager.runtime.kube.BuiltIns;
import io.weir.manager.runtime.kube.KubeException;
import io.weir.manager.runtime.kube.LabelSelector;
import io.weir.manager.runtime.kube.Resource;
import io.weir.manager.runtime.work.Controller;
import io.weir.manager.runtime.work.Requeue;
import io.weir.manager.webhook.certificate.Authorities;
import io.weir.manager.webhook.certificate.Certificates;
import io.weir.manager.webhook.certificate.Serving;
import io.weir.manager.webhook.review.WebhookPaths;
import io.weir.manager.webhook.review.WebhookPaths.Role;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
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
  private final Set<GroupKind> converted;
  private final BooleanSupplier mayWrite;
  private final Controller controller;
  private final Set<String> leftAlone = new HashSet<>();

  /**
   * An installation that is not begun.
   *
   * @param reviewed kinds that there are rules for
   * @param converted kinds that there are conversions for
   * @param mayWrite whether this replica is one that writes
   */
  public Installation(
      KubeCluster cluster,
      Certificates certificates,
      Address address,
      Set<GroupKind> reviewed,
      Set<GroupKind> converted,
      BooleanSupplier mayWrite) {
    this.cluster = cluster;
    this.certificates = certificates;
    this.address = address;
    this.reviewed = Set.copyOf(reviewed);
    this.converted = Set.copyOf(converted);
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
    return synced() && untrusting(authority).isEmpty();
  }

  /** What keeps the API server from relying on this replica, for people; empty if nothing does. */
  public List<String> obstacles() {
    Optional<Serving> shown = certificates.shown();
    if (shown.isEmpty()) {
      return List.of("there is no certificate yet");
    }
    if (!synced()) {
      return List.of("CRDs and webhook configurations are not known yet");
    }
    var obstacles = new ArrayList<String>();
    for (Role role : Role.values()) {
      String kind = Configurations.kind(role);
      Optional<ApiObject> found = configuration(role);
      if (found.isEmpty()) {
        obstacles.add(kind + " " + Configurations.NAME + " is missing");
      } else if (!complete(role, found.get())) {
        obstacles.add(kind + " " + Configurations.NAME + " does not name all webhooks here");
      }
    }
    for (Definition ours : definitions(Definition.Converter.WEIR)) {
      if (!address.named(ours.client(), WebhookPaths.CONVERT)) {
        obstacles.add("CRD " + ours.crd().name() + " has its objects converted elsewhere");
      }
    }
    untrusting(shown.get().authority())
        .forEach(name -> obstacles.add(name + " does not trust the certificate here"));
    return obstacles;
  }

  private Requeue pass() {
    Optional<Authorities> authorities = certificates.authorities();
    if (authorities.isPresent() && mayWrite.getAsBoolean()) {
      install(authorities.get().bundle());
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

  private void install(String bundle) {
    var failures = new ArrayList<KubeException>();
    for (Definition crd : definitions(Definition.Converter.WEIR)) {
      attempt(failures, () -> point(crd.crd(), bundle));
    }
    definitions(Definition.Converter.OTHER).forEach(this::leaveAlone);
    for (Role role : Role.values()) {
      attempt(failures, () -> configure(role, bundle));
    }
    if (!failures.isEmpty()) {
      throw failures.getFirst();
    }
  }

  /** What one object refuses must not keep the others from being brought up to date. */
  private static void attempt(List<KubeException> failures, Runnable write) {
    try {
      write.run();
    } catch (KubeException failure) {
      failures.add(failure);
    }
  }

  private void point(ApiObject crd, String bundle) {
    ApiObject after = cluster.client().edit(crd, tree -> Definition.point(tree, address, bundle));
    if (!after.equals(crd)) {
      LOG.info("{} has its objects converted at {}", crd, address);
    }
  }

  private void configure(Role role, String bundle) {
    Optional<ApiObject> found = configuration(role);
    if (found.isPresent()) {
      ApiObject before = found.get();
      ApiObject after = cluster.client().edit(before, tree -> write(role, bundle, tree));
      if (!after.equals(before)) {
        LOG.info("{} is brought up to date", before);
      }
      return;
    }
    try {
      LOG.info(
          "{} is made",
          cluster.client().create(Configurations.fresh(role, resources(), address, bundle)));
    } catch (KubeException.AlreadyExists unseen) {
      // Another replica was first, or it has lost the label by which it is watched.
      cluster
          .client()
          .get(kind(role), KEY)
          .ifPresent(
              there -> {
                ApiObject _ = cluster.client().edit(there, tree -> write(role, bundle, tree));
              });
    }
  }

  private void write(Role role, String bundle, ObjectNode tree) {
    Configurations.write(tree, role, resources(), address, bundle);
  }

  private void leaveAlone(Definition crd) {
    boolean concerns = converted.contains(crd.kind()) || reviewed.contains(crd.kind());
    if (concerns && leftAlone.add(crd.crd().name())) {
      LOG.info(
          "{} is left alone: its objects are converted, and so judged, by {}",
          crd.crd(),
          crd.other());
    }
  }

  /** Kinds that are installed and whose objects nobody else judges. */
  private List<Resource> resources() {
    Set<GroupKind> others = new HashSet<>();
    definitions(Definition.Converter.OTHER).forEach(crd -> others.add(crd.kind()));
    return reviewed.stream()
        .filter(kind -> !others.contains(kind))
        .sorted()
        .flatMap(kind -> cluster.kinds().find(kind).stream())
        .toList();
  }

  private boolean complete(Role role, ApiObject configuration) {
    List<JsonNode> clients = Configurations.clients(configuration);
    return resources().stream()
        .map(resource -> WebhookPaths.of(role, resource.kind(), resource.version()))
        .allMatch(path -> clients.stream().anyMatch(client -> address.named(client, path)));
  }

  private List<String> untrusting(X509Certificate authority) {
    var names = new ArrayList<String>();
    for (Definition ours : definitions(Definition.Converter.WEIR)) {
      if (!Bundles.holds(ours.client(), authority)) {
        names.add("CRD " + ours.crd().name());
      }
    }
    for (Role role : Role.values()) {
      Optional<ApiObject> found = configuration(role);
      boolean trusts =
          found.stream()
              .flatMap(configuration -> Configurations.clients(configuration).stream())
              .allMatch(client -> Bundles.holds(client, authority));
      if (!trusts) {
        names.add(Configurations.kind(role) + " " + Configurations.NAME);
      }
    }
    return names;
  }

  private List<Definition> definitions(Definition.Converter converter) {
    return crds().list().stream()
        .filter(crd -> !crd.deleting())
        .map(crd -> Definition.of(crd, address))
        .filter(definition -> definition.converter() == converter)
        .toList();
  }

  private boolean synced() {
    return crds().synced()
        && configurations(Role.MUTATE).synced()
        && configurations(Role.VALIDATE).synced();
  }

  private Optional<ApiObject> configuration(Role role) {
    return configurations(role).get(KEY);
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
