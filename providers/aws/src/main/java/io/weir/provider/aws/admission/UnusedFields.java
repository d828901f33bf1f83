package io.weir.provider.aws.admission;

import io.weir.api.admission.Field;
import io.weir.api.admission.Request;
import java.util.List;
import java.util.stream.Stream;

/**
 * Fields of the kind that nothing here reads. Manifests for other implementations have them, so
 * they are not refused; each is told of, so that none is dropped in silence.
 */
final class UnusedFields {

  /** What {@link PoolDefaults} fills in. */
  private static final String FILLED_IN = "2.3";

  private static final String ALL_IN_USER_DATA =
      "is not used: the user data holds all of the bootstrap data, and nothing is fetched for it;"
          + " put files that cannot be reached directly into KubeadmConfig spec.files";

  private static final List<Unused> UNUSED =
      List.of(
          new Unused(
              "spec.awsLaunchTemplate.name",
              "is not used: the launch template has the name of the pool; remove it"),
          new Unused(
              "spec.awsLaunchTemplate.versionNumber",
              "is not used: machines use the newest version of the launch template; remove it"),
          new Unused(
              "spec.awsLaunchTemplate.ami.eksLookupType",
              "is not used: EKS images are not looked up; set ami.id, or imageLookupOrg and"
                  + " imageLookupFormat"),
          new Unused("spec.ignition.proxy", ALL_IN_USER_DATA),
          new Unused("spec.ignition.tls", ALL_IN_USER_DATA));

  private UnusedFields() {}

  /** A field, and why it does nothing. */
  private record Unused(String path, String why) {
    Field in(Field pool) {
      return pool.at(path.split("\\.", -1));
    }
  }

  /** Warns of each that is set. */
  static Stream<String> tell(Request request) {
    Field pool = Field.of(request.object());
    return Stream.concat(
        UNUSED.stream()
            .filter(unused -> unused.in(pool).isSet())
            .map(unused -> unused.path() + ": " + unused.why()),
        ignition(pool.at("spec", "ignition")));
  }

  private static Stream<String> ignition(Field ignition) {
    Field store = ignition.at("storageType");
    Field version = ignition.at("version");
    boolean elsewhere = store.is("ClusterObjectStore");
    Stream<String> unsupported =
        elsewhere
            ? Stream.of(
                store.path()
                    + ": ClusterObjectStore is not supported yet: a pool with bootstrap data for"
                    + " Ignition waits; use UnencryptedUserData")
            : Stream.empty();
    // With the unsupported store, which is told of, this version is filled in for people.
    return version.isFilled() && !(elsewhere && version.is(FILLED_IN))
        ? Stream.concat(
            unsupported,
            Stream.of(
                version.path()
                    + ": is not used: Ignition gets what the KubeadmConfig makes, 2.3, or 3.4 with"
                    + " the annotation bootstrap.weir.io/ignition-version: \"3.4\" on it"))
        : unsupported;
  }
}
