package io.weir.manager.kubeadm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.bootstrap.config.ConfigReport;
import io.weir.bootstrap.config.Problem;
import io.weir.bootstrap.config.Problem.Kind;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.kube.KubeClient;
import java.time.Instant;
import java.util.List;
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
final class ConfigTeller {

  private static final Logger LOG = LoggerFactory.getLogger(ConfigTeller.class);

  /** The Clusters, by uid, whose Machines were said to be left to another provider. */
  private final Set<String> elsewhere = ConcurrentHashMap.newKeySet();

  private final KubeClient kube;
  private final EventRecorder events;

  ConfigTeller(KubeClient kube, EventRecorder events) {
    this.kube = kube;
    this.events = events;
  }

  void paused(ApiObject config, String why, Instant now) {
    report(config, status -> ConfigReport.paused(status, config, why, now));
  }

  void available(ApiObject config, Optional<String> outage, List<String> unused, Instant now) {
    report(config, status -> ConfigReport.available(status, config, outage, unused, now));
  }

  void left(ApiObject config, String why, Instant now) {
    report(config, status -> ConfigReport.left(status, config, why, now));
  }

  /** Says once for each Cluster that its Machines are another provider's. */
  void elsewhere(ApiObject config, ApiObject cluster) {
    if (elsewhere.add(cluster.uid())) {
      LOG.info(
          "leaving {} and the configs of other Machines of {} to Cluster API's kubeadm bootstrap"
              + " provider, as the Cluster has a controlPlaneRef; if no such provider runs, start"
              + " Weir with --serve-machines=always",
          config,
          cluster);
    }
  }

  void fail(ApiObject config, Problem problem, boolean earlier, Instant now) {
    report(config, status -> ConfigReport.failed(status, config, problem, earlier, now));
    if (problem.kind() == Kind.DATA || problem.kind() == Kind.CERTIFICATES) {
      events.warning(config, "DataSecretNotAvailable", "Render", problem.message());
    }
  }

  private void report(ApiObject config, Consumer<ObjectNode> edit) {
    ApiObject _ = kube.editStatus(config, edit);
  }
}
