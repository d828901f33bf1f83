package io.weir.provider.aws.admission;

import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.ObjectField;
import java.util.List;
import java.util.stream.Stream;

/**
 * Fields of the kind that nothing here reads. Manifests for other implementations have them, so
 * they are not refused; each is told of, so that none is dropped in silence.
 */
final class UnusedFields {

  /** What {@link AwsMachinePoolDefaults} fills in. */
  private static final String FILLED_IN = "2.3";

  private static final String ALL_IN_USER_DATA =
      "is not used: the user data holds all of the bootstrap data, and nothing is fetched for it;"
          + " put files that cannot be reached directly into KubeadmConfig spec.files";

  private static final List<UnusedField> UNUSED =
      List.of(
          new UnusedField(
              "spec.awsLaunchTemplate.name",
              "is not used: the launch template has the name of the pool; remove it"),
          new UnusedField(
              "spec.awsLaunchTemplate.versionNumber",
              "is not used: machines use the newest version of the launch template; remove it"),
          new UnusedField("spec.ignition.proxy", ALL_IN_USER_DATA),
          new UnusedField("spec.ignition.tls", ALL_IN_USER_DATA));

  private UnusedFields() {}

  /** A field, and why it does nothing. */
  private record UnusedField(String path, String why) {
    ObjectField in(ObjectField pool) {
      return pool.at(path.split("\\.", -1));
    }
  }

  /** Warns of each that is set. */
  static Stream<String> warnings(AdmissionRequest admissionRequest) {
    ObjectField pool = ObjectField.of(admissionRequest.object());
    return Stream.concat(
        UNUSED.stream()
            .filter(unusedField -> unusedField.in(pool).isSet())
            .map(unusedField -> unusedField.path() + ": " + unusedField.why()),
        ignition(pool.at("spec", "ignition")));
  }

  private static Stream<String> ignition(ObjectField ignition) {
    ObjectField store = ignition.at("storageType");
    ObjectField version = ignition.at("version");
    boolean elsewhere = store.hasText("ClusterObjectStore");
    Stream<String> unsupported =
        elsewhere
            ? Stream.of(
                store.path()
                    + ": ClusterObjectStore is not supported yet: a pool with bootstrap data for"
                    + " Ignition waits; use UnencryptedUserData")
            : Stream.empty();
    // With the unsupported store, which is told of, this version is filled in for people.
    return version.isNonEmpty() && !(elsewhere && version.hasText(FILLED_IN))
        ? Stream.concat(
            unsupported,
            Stream.of(
                version.path()
                    + ": is not used: the KubeadmConfig decides the Ignition version, 2.3, or 3.4"
                    + " with its annotation bootstrap.weir.io/ignition-version: \"3.4\""))
        : unsupported;
  }
}
