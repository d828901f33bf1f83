package io.weir.bootstrap.ignition;

import io.weir.api.bootstrap.KubeadmConfig.ContainerLinuxConfig;
import io.weir.api.bootstrap.KubeadmConfig.Ignition;
import io.weir.bootstrap.BootstrapContent;
import io.weir.bootstrap.BootstrapDataException;
import java.util.List;
import java.util.Optional;

/** Writes the configuration of a worker. */
public final class IgnitionWriter {

  /** Where kubeadm finds its configuration; users patch this file before kubeadm runs. */
  public static final String JOIN_FILE = "/etc/kubeadm.yml";

  /**
   * A configuration.
   *
   * @param text its JSON
   * @param warnings what is odd about the Container Linux Config that was merged into it
   */
  public record IgnitionOutput(String text, List<String> warnings) {
    public IgnitionOutput {
      warnings = List.copyOf(warnings);
    }

    /** The text holds a token. */
    @Override
    public String toString() {
      return "IgnitionOutput[%d characters]".formatted(text.length());
    }
  }

  /**
   * Writes.
   *
   * @throws BootstrapDataException if something was asked for that Ignition cannot do
   */
  public static IgnitionOutput write(BootstrapContent parts, IgnitionVersion version) {
    MachineConfig config = GeneratedMachineConfig.of(parts);
    List<String> warnings = List.of();
    Optional<ContainerLinuxConfig> added =
        Optional.ofNullable(parts.spec().ignition()).map(Ignition::containerLinuxConfig);
    String text = added.map(ContainerLinuxConfig::additionalConfig).orElse(null);
    if (text != null) {
      var additional = ContainerLinuxConfigReader.read(text);
      warnings = additional.warnings();
      if (!warnings.isEmpty() && added.filter(IgnitionWriter::strict).isPresent()) {
        throw BootstrapDataException.invalid(
            ContainerLinuxConfigReader.FIELD,
            String.join("; ", warnings) + "; correct it, or set strict to false");
      }
      config = MachineConfigMerger.merge(config, additional.config());
    }
    JsonObjectBuilder jsonObjectBuilder =
        switch (version) {
          case V2_3 -> IgnitionV2Writer.write(config);
          case V3_4 -> IgnitionV3Writer.write(config);
        };
    return new IgnitionOutput(jsonObjectBuilder.text(), warnings);
  }

  private static boolean strict(ContainerLinuxConfig added) {
    return Boolean.TRUE.equals(added.strict());
  }

  private IgnitionWriter() {}
}
