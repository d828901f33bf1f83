package io.weir.cli;

import io.weir.sandbox.objects.Cloud;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the name of a cloud, and knows which there are. */
final class Clouds implements ITypeConverter<Cloud> {
  @Override
  public Cloud convert(String text) {
    return Arrays.stream(Cloud.values())
        .filter(cloud -> cloud.toString().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "there is no cloud '%s'; there are %s"
                        .formatted(
                            text,
                            Arrays.stream(Cloud.values())
                                .map(Cloud::toString)
                                .collect(Collectors.joining(", ")))));
  }
}
