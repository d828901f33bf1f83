package io.weir.provider.gcp.api;

import io.weir.api.EmptyIfNull;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The Google Cloud side of a cluster, as far as pools read it: a GCPCluster, or a
 * GCPManagedCluster, which has the same fields. Another provider owns these kinds.
 *
 * @param spec what was asked for
 * @param status how far it is
 */
public record GcpCluster(Spec spec, Status status) {

  public GcpCluster {
    spec = spec == null ? Spec.EMPTY : spec;
    status = status == null ? new Status(Map.of()) : status;
  }

  /**
   * What was asked for.
   *
   * @param project its project
   * @param region its region
   * @param network its network
   * @param failureDomains zones that it uses; all of the region if there are none
   * @param additionalLabels labels of all that is made for it
   * @param resourceManagerTags tags of all that is made for it
   * @param credentialsRef the Secret with its credentials; absent for those of the manager
   * @param serviceEndpoints other addresses of the APIs
   */
  public record Spec(
      String project,
      String region,
      Network network,
      List<String> failureDomains,
      Map<String, String> additionalLabels,
      List<GcpMachinePool.ResourceManagerTag> resourceManagerTags,
      @Nullable CredentialsRef credentialsRef,
      ServiceEndpoints serviceEndpoints) {

    /** None of it set; the schema lets no such object in. */
    public static final Spec EMPTY =
        new Spec(
            "",
            "",
            Network.DEFAULT,
            List.of(),
            Map.of(),
            List.of(),
            null,
            ServiceEndpoints.DEFAULT);

    public Spec {
      project = project == null ? "" : project;
      region = region == null ? "" : region;
      network = network == null ? Network.DEFAULT : network;
      failureDomains = EmptyIfNull.list(failureDomains);
      additionalLabels = EmptyIfNull.map(additionalLabels);
      resourceManagerTags = EmptyIfNull.list(resourceManagerTags);
      serviceEndpoints = serviceEndpoints == null ? ServiceEndpoints.DEFAULT : serviceEndpoints;
    }

    /** The project that the network is in. */
    public String networkProject() {
      return network.hostProject().isEmpty() ? project : network.hostProject();
    }
  }

  /**
   * A network.
   *
   * @param name its name
   * @param hostProject the project that it is in; empty for that of the cluster
   */
  public record Network(String name, String hostProject) {
    static final Network DEFAULT = new Network("default", "");

    public Network {
      name = name == null || name.isEmpty() ? "default" : name;
      hostProject = hostProject == null ? "" : hostProject;
    }
  }

  /** A Secret. */
  public record CredentialsRef(String name, String namespace) {
    public CredentialsRef {
      name = name == null ? "" : name;
      namespace = namespace == null ? "" : namespace;
    }
  }

  /**
   * Addresses instead of Google's own.
   *
   * @param compute of Compute Engine; empty for its own
   * @param container of Kubernetes Engine; empty for its own
   */
  public record ServiceEndpoints(String compute, String container) {
    static final ServiceEndpoints DEFAULT = new ServiceEndpoints("", "");

    public ServiceEndpoints {
      compute = compute == null ? "" : compute;
      container = container == null ? "" : container;
    }
  }

  /**
   * How far it is.
   *
   * @param failureDomains zones that machines can be in, by name
   */
  public record Status(Map<String, FailureDomain> failureDomains) {
    public Status {
      failureDomains = EmptyIfNull.map(failureDomains);
    }
  }

  /** A zone; what is known of it matters to the control plane only. */
  public record FailureDomain(@Nullable Boolean controlPlane) {}
}
