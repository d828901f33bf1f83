package io.weir.api.core;

import io.weir.api.EmptyIfNull;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pool of machines of one cluster.
 *
 * @param spec what was asked for
 * @param status how far it came; empty before the first report
 */
public record MachinePool(Spec spec, MachinePoolStatus status) {

  public MachinePool {
    status = status == null ? MachinePoolStatus.EMPTY : status;
  }

  /**
   * What was asked for.
   *
   * @param clusterName cluster of the same namespace that the machines join; never changes
   * @param replicas wanted size; stored with a default of 1, absent only where no webhook ran
   * @param template what each machine is made from
   * @param providerIDList cloud identities of the instances, written by the pool controller; their
   *     order is the order of the node references
   * @param failureDomains zones to spread over; a hint for the infrastructure provider
   */
  public record Spec(
      String clusterName,
      @Nullable Integer replicas,
      Template template,
      List<String> providerIDList,
      List<String> failureDomains) {

    public Spec {
      providerIDList = EmptyIfNull.list(providerIDList);
      failureDomains = EmptyIfNull.list(failureDomains);
    }
  }

  /**
   * What each machine is made from.
   *
   * @param metadata labels and annotations for the machines
   * @param spec bootstrap, infrastructure and version of the machines
   */
  public record Template(Metadata metadata, MachineSpec spec) {

    public Template {
      metadata = metadata == null ? Metadata.EMPTY : metadata;
    }
  }

  /**
   * Labels and annotations of a template.
   *
   * @param labels labels for the machines
   * @param annotations annotations for the machines
   */
  public record Metadata(Map<String, String> labels, Map<String, String> annotations) {

    /** None of it set. */
    public static final Metadata EMPTY = new Metadata(Map.of(), Map.of());

    public Metadata {
      labels = EmptyIfNull.map(labels);
      annotations = EmptyIfNull.map(annotations);
    }
  }

  /**
   * Bootstrap, infrastructure and version of the machines.
   *
   * @param clusterName the same as the pool's
   * @param bootstrap where the bootstrap data comes from
   * @param infrastructureRef the infrastructure pool, the object itself and not a template
   * @param version Kubernetes version, {@code v} and a semantic version; absent for images that
   *     bring their own
   * @param minReadySeconds seconds that a node must be ready to count as available; absent means 0
   * @param deletion how long the steps of removing a node may take
   */
  public record MachineSpec(
      String clusterName,
      Bootstrap bootstrap,
      ContractReference infrastructureRef,
      @Nullable String version,
      @Nullable Integer minReadySeconds,
      Deletion deletion) {

    public MachineSpec {
      bootstrap = bootstrap == null ? Bootstrap.EMPTY : bootstrap;
      deletion = deletion == null ? Deletion.EMPTY : deletion;
    }
  }

  /**
   * Where the bootstrap data comes from; one of the two is set by people, and the name is filled in
   * when a config has rendered its Secret.
   *
   * @param configRef the bootstrap config
   * @param dataSecretName Secret of the same namespace with the data; absent until there is one,
   *     and empty for kinds that need no data
   */
  public record Bootstrap(@Nullable ContractReference configRef, @Nullable String dataSecretName) {

    /** None of it set. */
    public static final Bootstrap EMPTY = new Bootstrap(null, null);
  }

  /**
   * How long the steps of removing a node may take; 0 means for ever, and so does an absent value
   * of the first two.
   *
   * @param nodeDrainTimeoutSeconds waiting for pods to leave
   * @param nodeVolumeDetachTimeoutSeconds waiting for volumes to be detached
   * @param nodeDeletionTimeoutSeconds trying to delete the Node object; stored with a default of 10
   */
  public record Deletion(
      @Nullable Integer nodeDrainTimeoutSeconds,
      @Nullable Integer nodeVolumeDetachTimeoutSeconds,
      @Nullable Integer nodeDeletionTimeoutSeconds) {

    /** None of it set. */
    public static final Deletion EMPTY = new Deletion(null, null, null);
  }
}
