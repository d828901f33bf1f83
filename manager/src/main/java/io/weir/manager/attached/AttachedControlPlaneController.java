package io.weir.manager.attached;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.EventReasons;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.core.Cluster;
import io.weir.api.core.ContractReference;
import io.weir.engine.watch.PauseCheck;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.work.Reconciler;
import io.weir.kernel.work.Requeue;
import io.weir.manager.cluster.CaSecretWriter;
import io.weir.provider.ControlPlaneAccess;
import io.weir.provider.FoundCluster;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Says of the control plane of one cloud what its own controller would: where it is, that it is
 * ready, which version it runs, and by which CA its machines know it. Changes nothing in the cloud,
 * and keeps away where a controller has left its finalizer.
 */
final class AttachedControlPlaneController implements Reconciler {

  /** How often the cloud is asked about a cluster that was found. */
  private static final Duration LOOKED_AT_EACH = Duration.ofMinutes(5);

  private static final Duration FIRST_RETRY = Duration.ofSeconds(5);

  private static final String CLUSTER_API = "cluster.x-k8s.io";

  private final ControlPlaneAccess cloud;
  private final KubeCluster management;
  private final ObjectCache controlPlanes;
  private final Function<ApiObject, List<ApiObject>> clustersOf;
  private final Optional<CaSecretWriter> caSecretWriter;
  private final EventRecorder events;

  AttachedControlPlaneController(
      ControlPlaneAccess cloud,
      KubeCluster management,
      ObjectCache controlPlanes,
      Function<ApiObject, List<ApiObject>> clustersOf,
      Optional<CaSecretWriter> caSecretWriter,
      EventRecorder events) {
    this.cloud = cloud;
    this.management = management;
    this.controlPlanes = controlPlanes;
    this.clustersOf = clustersOf;
    this.caSecretWriter = caSecretWriter;
    this.events = events;
  }

  @Override
  public Requeue reconcile(ObjectKey key) {
    Optional<ApiObject> controlPlane =
        controlPlanes.get(key).filter(object -> !object.isDeleting());
    Optional<ApiObject> cluster =
        controlPlane.flatMap(object -> clustersOf.apply(object).stream().findFirst());
    if (cluster.isEmpty()
        || PauseCheck.whyPaused(controlPlane.orElseThrow(), cluster).isPresent()) {
      return Requeue.done(); // every further step comes with an event
    }
    Optional<ApiObject> infrastructure = infrastructure(cluster.get());
    for (Optional<ApiObject> object : List.of(controlPlane, infrastructure)) {
      if (object.filter(AttachedControlPlaneController::hasController).isPresent()) {
        return fail(
            controlPlane.get(),
            "%s has finalizers of a controller of its own, beside which Weir says nothing: run Weir without this role, or stop that controller and remove them"
                .formatted(object.get()));
      }
    }
    try {
      FoundCluster found =
          cloud.find(cloud.scope(cluster.get(), controlPlane.get(), this::related));
      tell(controlPlane.get(), infrastructure, found);
      caSecretWriter
          .flatMap(writer -> writer.createOrUpdate(cluster.get(), found.caPem()))
          .ifPresent(
              why -> events.warning(cluster.get(), EventReasons.AUTHORITY_DIFFERS, "Attach", why));
      return Requeue.after(LOOKED_AT_EACH);
    } catch (PrerequisiteException | ProviderException failure) {
      return fail(controlPlane.get(), String.valueOf(failure.getMessage()));
    }
  }

  private Optional<ApiObject> related(GroupKind kind, ObjectKey key) {
    return management.cache(kind).get(key);
  }

  private Optional<ApiObject> infrastructure(ApiObject cluster) {
    ContractReference named = cluster.as(Cluster.class).spec().infrastructureRef();
    return named == null || !named.groupKind().equals(cloud.infrastructureCluster())
        ? Optional.empty()
        : related(named.groupKind(), new ObjectKey(cluster.namespace(), named.name()));
  }

  /** A controller of Cluster API's kinds has the group in the name of its finalizer. */
  private static boolean hasController(ApiObject object) {
    return object.finalizers().stream().anyMatch(name -> name.contains(CLUSTER_API));
  }

  private Requeue fail(ApiObject controlPlane, String why) {
    events.warning(controlPlane, EventReasons.NOT_ATTACHED, "Attach", why);
    return Requeue.backoffBetween(why, FIRST_RETRY, LOOKED_AT_EACH);
  }

  private void tell(
      ApiObject controlPlane, Optional<ApiObject> infrastructure, FoundCluster found) {
    KubeClient kube = management.client();
    boolean before = controlPlane.at("/status/ready").asBoolean();
    ApiObject written =
        kube.edit(
            controlPlane,
            tree -> {
              setEndpoint(tree, cloud.endpointField(), found);
              found.controlPlane().accept(tree);
            });
    ApiObject _ =
        kube.editStatus(
            written,
            status -> {
              status.put("ready", true).put("initialized", true);
              status.put("version", found.version());
              found.status().accept(status);
            });
    infrastructure.ifPresent(
        object -> {
          ApiObject placed =
              kube.edit(
                  object,
                  tree -> {
                    setEndpoint(tree, "controlPlaneEndpoint", found);
                    found.infrastructureSpec().accept(tree.withObject("/spec"));
                  });
          ApiObject _ =
              kube.editStatus(
                  placed,
                  status -> {
                    status.put("ready", true);
                    found.infrastructureStatus().accept(status);
                  });
        });
    if (!before) {
      events.normal(
          controlPlane,
          EventReasons.ATTACHED,
          "Attach",
          "found Kubernetes %s at %s".formatted(found.version(), found.host()));
    }
  }

  private static void setEndpoint(ObjectNode tree, String field, FoundCluster found) {
    ObjectNode endpoint = tree.withObject("/spec/" + field);
    if (endpoint.path("host").asText("").isEmpty()) {
      endpoint.put("host", found.host()).put("port", found.port());
    }
  }
}
