package io.weir.bootstrap.ignition;

import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.BootstrapMetadataKeys;

/** A version of Ignition's configuration. */
public enum IgnitionVersion {
  /** Read by Flatcar and Container Linux; what kubeadm's bootstrap provider writes. */
  V2_3("2.3", "2.3.0"),
  /** Read by Flatcar since 3185 and by Fedora CoreOS. */
  V3_4("3.4", "3.4.0");

  private final String name;
  private final String full;

  IgnitionVersion(String name, String full) {
    this.name = name;
    this.full = full;
  }

  /** The text of {@code ignition.version}. */
  String specVersion() {
    return full;
  }

  /**
   * The version that an annotation asks for.
   *
   * @throws BootstrapDataException if it is none that is written
   */
  public static IgnitionVersion parse(String asked) {
    for (IgnitionVersion version : values()) {
      if (version.name.equals(asked)) {
        return version;
      }
    }
    throw BootstrapDataException.invalid(
        "metadata.annotations[" + BootstrapMetadataKeys.IGNITION_VERSION + "]",
        "is neither \"2.3\" nor \"3.4\"");
  }

  /** As the annotation names it. */
  @Override
  public String toString() {
    return name;
  }
}
