package io.weir.cli;

import io.weir.sandbox.objects.SandboxCloud;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the name of a cloud, and knows which there are. */
final class CloudConverter implements ITypeConverter<SandboxCloud> {
  @Override
  public SandboxCloud convert(String text) {
    return Arrays.stream(SandboxCloud.values())
        .filter(sandboxCloud -> sandboxCloud.toString().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "unknown cloud '%s'; use one of %s"
                        .formatted(
                            text,
                            Arrays.stream(SandboxCloud.values())
                                .map(SandboxCloud::toString)
                                .collect(Collectors.joining(", ")))));
  }
}
