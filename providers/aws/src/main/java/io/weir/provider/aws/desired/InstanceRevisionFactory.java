package io.weir.provider.aws.desired;

import io.weir.api.ApiObject;
import io.weir.api.MetadataKeys;
import io.weir.api.core.MachinePool;
import io.weir.provider.BootstrapData;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.aws.api.AWSMachinePool.RefreshPreferences;
import io.weir.provider.template.CanonicalDigest;
import io.weir.provider.template.InstanceRevision;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What running instances are compared by, and how they are replaced. */
final class InstanceRevisionFactory {

  private InstanceRevisionFactory() {}

  /** All that was asked for, in the form that a digest is made of. */
  private record RevisionInput(LaunchTemplateData template, String kubernetes) {}

  /**
   * The revision.
   *
   * @param asked the template with what was asked for in place of what was found for it
   */
  static InstanceRevision of(
      LaunchTemplateData asked,
      ApiObject machinePool,
      BootstrapData bootstrap,
      EncodedUserData encodedUserData) {
    String digest = CanonicalDigest.of(new RevisionInput(asked, version(machinePool)));
    return new InstanceRevision(
        digest,
        bootstrap.inputDigest().isEmpty() ? encodedUserData.sha256() : bootstrap.inputDigest(),
        machinePool
            .annotation(MetadataKeys.ROLL_ON_BOOTSTRAP_CHANGE)
            .filter(value -> !value.equals("false"))
            .isPresent());
  }

  /** What is waited for if the data is for another version than the pool names. */
  static Optional<String> staleUserDataReason(ApiObject machinePool, BootstrapData bootstrap) {
    String version = version(machinePool);
    boolean stale =
        !version.isEmpty()
            && !bootstrap.kubernetesVersion().isEmpty()
            && !plain(bootstrap.kubernetesVersion()).equals(version);
    return stale
        ? Optional.of(
            "waiting for bootstrap data for v%s: %s still provides it for v%s"
                .formatted(
                    version, maker(machinePool, bootstrap), plain(bootstrap.kubernetesVersion())))
        : Optional.empty();
  }

  private static String maker(ApiObject machinePool, BootstrapData bootstrap) {
    var config = machinePool.as(MachinePool.class).spec().template().spec().bootstrap().configRef();
    return config == null
        ? "the writer of Secret " + bootstrap.secretName()
        : "%s %s/%s".formatted(config.kind(), machinePool.namespace(), config.name());
  }

  static InstanceRefreshSettings refreshSettings(@Nullable RefreshPreferences asked)
      throws PrerequisiteException {
    if (asked == null) {
      return InstanceRefreshSettings.DEFAULT;
    }
    if (asked.maxHealthyPercentage() != null && asked.minHealthyPercentage() == null) {
      throw PrerequisiteException.needsUserAction(
          AwsReasons.INVALID,
          "spec.refreshPreferences.maxHealthyPercentage needs minHealthyPercentage; set both");
    }
    return new InstanceRefreshSettings(
        asked.disable(),
        asked.strategy() == null || asked.strategy().isEmpty()
            ? InstanceRefreshSettings.DEFAULT.strategy()
            : asked.strategy(),
        number(asked.instanceWarmup()),
        number(asked.minHealthyPercentage()),
        number(asked.maxHealthyPercentage()));
  }

  private static String version(ApiObject machinePool) {
    String version = machinePool.as(MachinePool.class).spec().template().spec().version();
    return version == null ? "" : plain(version);
  }

  /** A webhook may add the leading letter later, which changes nothing. */
  private static String plain(String version) {
    return version.startsWith("v") ? version.substring(1) : version;
  }

  private static @Nullable Integer number(@Nullable Long value) {
    return value == null ? null : Math.toIntExact(value);
  }
}
