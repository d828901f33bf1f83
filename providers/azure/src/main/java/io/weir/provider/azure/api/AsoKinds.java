package io.weir.provider.azure.api;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/** The kinds of Azure Service Operator. */
public final class AsoKinds {

  /** A node pool of AKS. */
  public static final GroupKind AGENT_POOL =
      new GroupKind("containerservice.azure.com", "ManagedClustersAgentPool");

  /** A cluster of AKS. */
  public static final GroupKind MANAGED_CLUSTER =
      new GroupKind("containerservice.azure.com", "ManagedCluster");

  /**
   * Annotation of a pool: the kinds of which it has objects, as {@code Kind.version.group}, with
   * semicolons between them. Written and read by Cluster API's own provider too, which looks for
   * what has left the list in no other kind.
   */
  public static final String LEDGER = "sigs.k8s.io/cluster-api-provider-azure-owned-aso-kinds";

  /** The field manager by which Cluster API's own provider applies such objects. */
  public static final String FIELD_MANAGER = "capz-manager";

  private static final String GROUPS = ".azure.com";

  private AsoKinds() {}

  /** Whether a kind may be one of Azure Service Operator's. */
  public static boolean isOne(GroupKind kind) {
    return kind.group().endsWith(GROUPS);
  }

  /** What to do where a kind is missing, or one of its versions. */
  public static String remedy(GroupKind kind) {
    return "its CRD comes with Azure Service Operator, for pools of AKS 2.16.0 or later: install that, with %s/* among its CRD patterns"
        .formatted(kind.group());
  }

  /**
   * The value of {@link #LEDGER} for these objects. Azure Service Operator stores each version
   * under another name, which ends in {@code storage} and goes with one of its releases; people
   * write, and others read, the version itself.
   */
  public static String ledger(Collection<ApiObject> objects) {
    return objects.stream()
        .map(AsoKinds::entry)
        .distinct()
        .sorted()
        .collect(Collectors.joining(";"));
  }

  private static String entry(ApiObject object) {
    String version =
        object
            .apiVersion()
            .substring(object.apiVersion().indexOf('/') + 1)
            .replaceFirst("storage$", "");
    return object.groupKind().kind() + "." + version + "." + object.groupKind().group();
  }

  /** The kinds that {@link #LEDGER} names. */
  public static Set<GroupKind> inLedger(String ledger) {
    return Arrays.stream(ledger.split(";", -1))
        .map(entry -> entry.split("\\.", 3))
        .filter(parts -> parts.length == 3)
        .map(parts -> new GroupKind(parts[2], parts[0]))
        .filter(AsoKinds::isOne)
        .collect(Collectors.toSet());
  }
}
