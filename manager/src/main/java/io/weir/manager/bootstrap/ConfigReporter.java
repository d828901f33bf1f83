package io.weir.manager.bootstrap;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.EventReasons;
import io.weir.api.ObjectKey;
import io.weir.bootstrap.config.ConfigProblem;
import io.weir.bootstrap.config.ConfigProblem.Kind;
import io.weir.bootstrap.config.ConfigStatusForm;
import io.weir.engine.audit.AuditEvent;
import io.weir.engine.audit.AuditSubject;
import io.weir.engine.audit.StandingRefusals;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import io.weir.manager.audit.AuditLog;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells people how a config fares: in its status, and of trouble in an event as well. The status of
 * a config that another provider serves is that provider's, so of it only the log tells.
 */
public final class ConfigReporter {

  private static final Logger LOG = LoggerFactory.getLogger(ConfigReporter.class);

  /** The Clusters, by uid, whose Machines were said to be left to another provider. */
  private final Set<String> clustersLogged = ConcurrentHashMap.newKeySet();

  /** Configs whose status was not written as it does not last, and for how long not. */
  private final Map<ObjectKey, Duration> heldBack = new ConcurrentHashMap<>();

  private final StandingRefusals refusals = new StandingRefusals();
  private final KubeClient kube;
  private final EventRecorder events;
  private final ConfigStatusForm form;
  private final String otherProvider;

  /**
   * Nothing was told yet.
   *
   * @param form how the kind of config says it in its status
   * @param otherProvider who else serves the kind, for people
   */
  public ConfigReporter(
      KubeClient kube, EventRecorder events, ConfigStatusForm form, String otherProvider) {
    this.kube = kube;
    this.events = events;
    this.form = form;
    this.otherProvider = otherProvider;
  }

  /** Work on it is stopped. */
  public void reportPaused(ApiObject config, String why, Instant now) {
    report(config, status -> form.setPaused(status, config, why, now));
  }

  /** The data is in its Secret. */
  public void reportAvailable(
      ApiObject config, Optional<String> outage, List<String> unused, Instant now) {
    report(config, status -> form.setAvailable(status, config, outage, unused, now));
  }

  /** The data is in its Secret, but no pool uses it. */
  public void reportUnused(ApiObject config, String why, Instant now) {
    report(config, status -> form.setAvailable(status, config, why, now));
  }

  /** Says once for each Cluster that its Machines are another provider's. */
  public void logServedByOtherProvider(ApiObject config, ApiObject cluster) {
    if (clustersLogged.add(cluster.uid())) {
      LOG.info(
          "leaving {} and the configs of other Machines of {} to {}, as the Cluster has a"
              + " controlPlaneRef; if no such provider runs, start Weir with"
              + " --serve-machines=always",
          config,
          cluster,
          otherProvider);
    }
  }

  /** There is no data, or none that is up to date. */
  public void reportFailure(
      ApiObject config, ConfigProblem configProblem, boolean earlier, Instant now) {
    report(config, status -> form.setFailed(status, config, configProblem, earlier, now));
    if (configProblem.kind() == Kind.DATA || configProblem.kind() == Kind.CERTIFICATES) {
      events.warning(config, "DataSecretNotAvailable", "Render", configProblem.message());
    }
  }

  /**
   * Our clock is not that of the API server that judges tokens. In whole minutes, so that it is the
   * same word each time.
   *
   * @param ahead how far the server's is ahead
   */
  public void reportClock(ApiObject config, Duration ahead) {
    String how =
        "the clock of this manager is %d min %s that of the workload cluster's API server: correct it; join tokens are judged by the server's"
            .formatted(ahead.abs().toMinutes(), ahead.isNegative() ? "ahead of" : "behind");
    events.warning(config, EventReasons.CLOCK_DIFFERS, "Reconcile", how);
  }

  /** Tells auditors that the Secret of the config's name is not its own, when that begins. */
  public void auditForeignSecret(ApiObject config, ApiObject cluster, ConfigProblem configProblem) {
    audit(
        config,
        Optional.of(
            new AuditEvent.ForeignObjectRefused(
                AuditSubject.of(config, cluster.key()), configProblem.message())));
  }

  /** The Secret of the config's name is its own. */
  public void auditOwnSecret(ApiObject config) {
    audit(config, Optional.empty());
  }

  private void audit(ApiObject config, Optional<AuditEvent> refusal) {
    refusals.changed(config.key(), refusal).ifPresent(AuditLog::write);
  }

  /** What does not last must not keep a token from being kept. */
  private void report(ApiObject config, Consumer<ObjectNode> edit) {
    try {
      ApiObject _ = kube.editStatus(config, edit);
      heldBack.remove(config.key());
    } catch (KubeException.Reverted undone) {
      heldBack.put(config.key(), undone.retryAfter());
    }
  }

  /** When to come again with what the last pass could not report; empty if there is nothing. */
  public Optional<Duration> takeHeldBack(ObjectKey config) {
    return Optional.ofNullable(heldBack.remove(config));
  }
}
