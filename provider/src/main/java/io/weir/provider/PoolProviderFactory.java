package io.weir.provider;

import io.weir.api.ApiObject;
import io.weir.api.Crds;
import io.weir.api.FeatureGates;
import io.weir.api.admission.Admission;
import io.weir.api.conversion.Conversion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How the manager finds providers, with {@link java.util.ServiceLoader}. */
public interface PoolProviderFactory {

  /** The cloud's short name and the prefix of its settings, for example {@code aws}. */
  String cloud();

  /** The pool kinds of this cloud. Cheap: loads the cloud's SDK only when first used. */
  List<PoolProvider<?, ?>> createProviders(ProviderContext providerContext);

  /**
   * Closes the connections of all providers that it has created, once nothing is asked of them any
   * more. By default there are none to close.
   */
  default void close() {}

  /**
   * Whether members of this cloud's pools are told by Nodes, {@link PoolTraits#membersAreNodes}, so
   * that a manager must reach into workload clusters though it does nothing else there. By default
   * not.
   */
  default boolean readsNodes() {
    return false;
  }

  /**
   * The name of the role in which the manager finds clusters of this cloud that exist already, and
   * says in the objects of their control planes what pools wait for. It is off unless it is named,
   * since it takes the place of others' controllers; and it needs the role of the cloud. By default
   * there is none.
   */
  default Optional<String> attachedRole() {
    return Optional.empty();
  }

  /**
   * The rights that the manager needs in that role in addition: by default the file {@code
   * rbac-attached.yaml} next to the factory's class; empty if there is none.
   */
  default Optional<ApiObject> attachedClusterRole() {
    return read("rbac-attached.yaml");
  }

  private Optional<ApiObject> read(String file) {
    return getClass().getResource(file) == null
        ? Optional.empty()
        : Optional.of(Crds.read(getClass(), file).getFirst());
  }

  /** How many requests the cloud bears. By default what most do. */
  default CallLimits callLimits() {
    return CallLimits.DEFAULT;
  }

  /** The admission rules of this cloud's kinds. Cheap: called before anything else runs. */
  default List<Admission> admissions() {
    return List.of();
  }

  /** The conversions of this cloud's kinds. Cheap, as {@link #admissions}. */
  default List<Conversion> conversions() {
    return List.of();
  }

  /** The CRDs to install: this cloud's own, and those of other projects that it reads. */
  default List<ApiObject> crds() {
    return List.of();
  }

  /**
   * The objects that say who may use the manager's own credentials for this cloud, as an
   * installation creates them where they are missing. By default none.
   *
   * @param only the only namespace that is served; empty for all
   */
  default List<ApiObject> identities(Optional<String> only) {
    return List.of();
  }

  /**
   * The rights that the manager needs for this cloud in addition to those for all clouds: a
   * ClusterRole, to be bound to the manager's account. By default the file {@code rbac.yaml} next
   * to the factory's class; empty if there is none, for a provider that is installed by other
   * means.
   */
  default Optional<ApiObject> clusterRole() {
    return read("rbac.yaml");
  }

  /**
   * What the identity of a pool must be allowed in the cloud, in the form that the cloud takes: its
   * policy document. Every mark in it, {@link PoolMarks#MANAGEMENT_CLUSTER_KEY}, fits any
   * management cluster, or the one that is given. By default the file {@code permissions.json} next
   * to the factory's class; empty if there is none.
   *
   * @param managementCluster the only one whose objects may be changed; empty for any
   */
  default Optional<String> permissions(Optional<String> managementCluster) {
    var file = getClass().getResource("permissions.json");
    if (file == null) {
      return Optional.empty();
    }
    String mark = PoolMarks.MANAGEMENT_CLUSTER_KEY + "\": \"%s\"";
    try (var document = file.openStream()) {
      String text = new String(document.readAllBytes(), StandardCharsets.UTF_8);
      return Optional.of(
          managementCluster
              .map(uid -> text.replace(mark.formatted("*"), mark.formatted(uid)))
              .orElse(text));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /**
   * What the manager gives a provider.
   *
   * @param settings the manager's settings for this cloud, for example {@code endpoint}
   * @param gate is called around every request
   * @param secrets where to read credentials that are not the manager's own
   * @param clock the time, which never goes backwards; ahead of the machine's clock if that was set
   *     back
   * @param managerNamespace the namespace of the manager itself, where only administrators write;
   *     empty if there is none, so that nothing lies in it
   * @param gates what the manager was told to do or not to do
   */
  record ProviderContext(
      Map<String, String> settings,
      CallGate gate,
      SecretReader secrets,
      Clock clock,
      String managerNamespace,
      FeatureGates gates) {
    public ProviderContext {
      settings = Map.copyOf(settings);
    }

    /** Of a manager without a namespace of its own, which was told nothing. */
    public ProviderContext(
        Map<String, String> settings, CallGate gate, SecretReader secrets, Clock clock) {
      this(settings, gate, secrets, clock, "", FeatureGates.DEFAULT);
    }

    /** For clouds whose credentials are the manager's own. */
    public ProviderContext(Map<String, String> settings, CallGate gate, Clock clock) {
      this(settings, gate, _ -> Optional.empty(), clock);
    }
  }
}
