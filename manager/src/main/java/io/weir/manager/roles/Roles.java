package io.weir.manager.roles;

import io.weir.api.ApiObject;
import io.weir.api.FeatureGates;
import io.weir.api.admission.Admission;
import io.weir.api.admission.KnownAnnotations;
import io.weir.api.conversion.Conversion;
import io.weir.engine.watch.ReconciledObjects;
import io.weir.provider.PoolProviderFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The roles of one manager. They decide its controllers, its webhooks, the kinds it installs and
 * the rights it needs together, so that none of these is there without the others.
 *
 * @param on those it has, in a fixed order
 */
public record Roles(List<Role> on) {

  /** All there are. */
  public static final String ALL = "*";

  public Roles {
    on = List.copyOf(on);
  }

  /**
   * All that are on by default: core, kubeadm, eks, gke, and one for each cloud that has a provider
   * on the class path.
   */
  public static Roles all() {
    Stream<Role> clouds =
        ServiceLoader.load(PoolProviderFactory.class).stream()
            .map(ServiceLoader.Provider::get)
            .sorted(Comparator.comparing(PoolProviderFactory::cloud))
            .map(Role.Cloud::new);
    return new Roles(
        Stream.concat(
                Stream.of(new Role.Core(), new Role.Kubeadm(), new Role.Eks(), new Role.Gke()),
                clouds)
            .toList());
  }

  /** All there are, those among them that take the place of others' controllers. */
  public static Roles known() {
    Roles usual = all();
    Stream<Role> attached =
        usual.clouds().stream()
            .flatMap(
                cloud ->
                    cloud.attachedRole().stream()
                        .map(name -> new Role.AttachedControlPlanes(name, cloud)));
    return new Roles(Stream.concat(usual.on().stream(), attached).toList());
  }

  /**
   * Reads {@code core,aws} or {@code *,-scaleway}, as kube-controller-manager reads its
   * controllers: a name switches on, a name with a minus off, {@code *} on what is not named; of a
   * name that comes twice the first one counts. Those that take the place of others' controllers
   * are on only if they are named.
   *
   * @throws IllegalArgumentException with one sentence for people, if a name is unknown, nothing is
   *     left, or a role lacks the one that it needs
   */
  public static Roles parse(String option) {
    return known().select(option);
  }

  Roles select(String option) {
    List<String> items =
        Stream.of(option.split(",")).map(String::strip).filter(item -> !item.isEmpty()).toList();
    items.forEach(this::requireKnown);
    var selected = new Roles(on.stream().filter(role -> isSelected(role, items)).toList());
    if (selected.on().isEmpty()) {
      throw new IllegalArgumentException(
          "--controllers is \"%s\", which selects no controllers: use * or any of %s"
              .formatted(option, names()));
    }
    selected.attached().forEach(role -> selected.requireCloudOf(role, option));
    return selected;
  }

  private void requireCloudOf(Role.AttachedControlPlanes role, String option) {
    if (!clouds().contains(role.factory())) {
      throw new IllegalArgumentException(
          "--controllers is \"%1$s\", which selects %2$s without %3$s, which it needs: add %3$s"
              .formatted(option, role.name(), role.factory().cloud()));
    }
  }

  private void requireKnown(String item) {
    String name = item.startsWith("-") ? item.substring(1) : item;
    if (!item.equals(ALL) && on.stream().noneMatch(role -> role.name().equals(name))) {
      throw new IllegalArgumentException(
          "--controllers names an unknown controller, \"%s\": choose from %s"
              .formatted(name, names()));
    }
  }

  private static boolean isSelected(Role role, List<String> items) {
    return items.stream()
        .filter(item -> item.equals(role.name()) || item.equals("-" + role.name()))
        .findFirst()
        .map(item -> !item.startsWith("-"))
        .orElseGet(() -> items.contains(ALL) && !(role instanceof Role.AttachedControlPlanes));
  }

  /** For people. */
  public String names() {
    return on.stream().map(Role::name).collect(Collectors.joining(", "));
  }

  /** Whether Clusters are attached and MachinePools reconciled. */
  public boolean hasCore() {
    return on.contains(new Role.Core());
  }

  /** Whether bootstrap data for kubeadm is made. */
  public boolean hasKubeadm() {
    return on.contains(new Role.Kubeadm());
  }

  /** Whether bootstrap data for EKS is made. */
  public boolean hasEks() {
    return on.contains(new Role.Eks());
  }

  /** Whether bootstrap data for GKE is made. */
  public boolean hasGke() {
    return on.contains(new Role.Gke());
  }

  /** The clouds whose pools are reconciled. */
  public List<PoolProviderFactory> clouds() {
    var clouds = new ArrayList<PoolProviderFactory>();
    for (Role role : on) {
      if (role instanceof Role.Cloud(PoolProviderFactory factory)) {
        clouds.add(factory);
      }
    }
    return List.copyOf(clouds);
  }

  /** The roles that take the place of others' controllers of control planes. */
  public List<Role.AttachedControlPlanes> attached() {
    return on.stream()
        .filter(Role.AttachedControlPlanes.class::isInstance)
        .map(Role.AttachedControlPlanes.class::cast)
        .toList();
  }

  /** The CRDs to install. */
  public List<ApiObject> crds() {
    return ofAll(Role::crds);
  }

  /** What the conversion webhook answers. */
  public List<Conversion> conversions() {
    return ofAll(Role::conversions);
  }

  /** What the admission webhooks answer. */
  public List<Admission> admissions(FeatureGates gates, ReconciledObjects reconciled) {
    KnownAnnotations known = WeirAnnotations.known(clouds());
    return ofAll(role -> role.admissions(gates, reconciled)).stream()
        .map(known::checkedBy)
        .toList();
  }

  /** The objects that say who may use the manager's own credentials for a cloud. */
  public List<ApiObject> identities(Optional<String> only) {
    return ofAll(role -> role.identities(only));
  }

  private <T> List<T> ofAll(Function<Role, List<T>> part) {
    return on.stream().map(part).flatMap(List::stream).toList();
  }
}
