package io.weir.provider;

import io.weir.api.ApiObject;
import io.weir.api.Crds;
import io.weir.api.admission.Admission;
import io.weir.api.conversion.Conversion;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How the manager finds providers, with {@link java.util.ServiceLoader}. */
public interface PoolProviderFactory {

  /** The cloud's short name, the prefix of its settings, for example {@code aws}. */
  String cloud();

  /** The pool kinds of this cloud. Cheap: the cloud's SDK is loaded when first used. */
  List<PoolProvider<?, ?>> create(Context context);

  /** The admission rules of this cloud's kinds. Cheap: asked for before anything else runs. */
  default List<Admission> admissions() {
    return List.of();
  }

  /** The conversions of this cloud's kinds. Cheap, as {@link #admissions}. */
  default List<Conversion> conversions() {
    return List.of();
  }

  /** The kinds to install: this cloud's own, and those of others that are read. */
  default List<ApiObject> definitions() {
    return List.of();
  }

  /**
   * What the manager may do for this cloud beside what it may do for all: a ClusterRole, to be
   * bound to the manager's account. By default the file {@code rbac.yaml} beside the factory's
   * class; empty if there is none, for a provider that is installed by other means.
   */
  default Optional<ApiObject> role() {
    return getClass().getResource("rbac.yaml") == null
        ? Optional.empty()
        : Optional.of(Crds.read(getClass(), "rbac.yaml").getFirst());
  }

  /**
   * What the manager lends a provider.
   *
   * @param settings the manager's settings for this cloud, for example {@code endpoint}
   * @param gate stands before every request
   * @param secrets where credentials come from that are not the manager's own
   * @param clock the time, which never goes back; ahead of the machine's where that was set back
   */
  record Context(Map<String, String> settings, CallGate gate, Secrets secrets, Clock clock) {
    public Context {
      settings = Map.copyOf(settings);
    }

    /** For clouds whose credentials are the manager's own. */
    public Context(Map<String, String> settings, CallGate gate, Clock clock) {
      this(settings, gate, _ -> Optional.empty(), clock);
    }
  }
}
