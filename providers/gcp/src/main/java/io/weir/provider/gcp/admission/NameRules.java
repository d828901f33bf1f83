package io.weir.provider.gcp.admission;

import io.weir.api.MetadataKeys;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Names that Compute Engine takes. The managed instance group is called after Cluster and pool, its
 * machines after the pool, and a label after the Cluster.
 */
public final class NameRules {

  /** What the group adds to its base name are five characters. */
  private static final int LONGEST_BASE = 58;

  private static final int LONGEST_GROUP = 63;

  /** A label's key has 63 characters, of which upstream's prefix takes 13. */
  private static final int LONGEST_CLUSTER = 50;

  private static final Pattern NAME = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");
  private static final String FORM =
      "must begin with a letter and have only small letters, digits and dashes, as virtual machines"
          + " are named after it: use another name";

  private NameRules() {}

  /** Of a pool, together with the name of its Cluster if the label tells it. */
  public static Stream<Violation> check(ObjectField pool) {
    ObjectField name = pool.at("metadata", "name");
    if (!NAME.matcher(name.text()).matches()) {
      return Stream.of(name.invalid(FORM));
    }
    if (name.text().length() > LONGEST_BASE) {
      return Stream.of(
          name.invalid(
              "must have at most %d characters, as virtual machines are named after it: use a shorter name"
                  .formatted(LONGEST_BASE)));
    }
    ObjectField cluster = pool.at("metadata", "labels").entry(MetadataKeys.CLUSTER_NAME);
    return cluster.isNonEmpty() ? ofCluster(name, cluster) : Stream.empty();
  }

  private static Stream<Violation> ofCluster(ObjectField name, ObjectField cluster) {
    if (!NAME.matcher(cluster.text()).matches() || cluster.text().length() > LONGEST_CLUSTER) {
      return Stream.of(
          cluster.invalid(
              "a Cluster on Google Cloud needs a name that begins with a letter and has only small letters, digits and dashes, %d at most: use another name for the Cluster"
                  .formatted(LONGEST_CLUSTER)));
    }
    int length = cluster.text().length() + 1 + name.text().length();
    return length > LONGEST_GROUP
        ? Stream.of(
            name.invalid(
                "the managed instance group %s-%s would have a name of %d characters, and Compute Engine takes %d: use a shorter name"
                    .formatted(cluster.text(), name.text(), length, LONGEST_GROUP)))
        : Stream.empty();
  }
}
