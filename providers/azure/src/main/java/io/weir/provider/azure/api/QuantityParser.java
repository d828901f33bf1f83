package io.weir.provider.azure.api;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Quantities of Kubernetes, such as {@code 1500m}, as numbers. */
public final class QuantityParser {

  private static final Pattern FORM =
      Pattern.compile(
          "([+-]?(?:[0-9]{1,18}(?:\\.[0-9]{0,18})?|\\.[0-9]{1,18}))(?:([eE][+-]?[0-9]{1,2})|([numkMGTPE]|[KMGTPE]i))?");

  private static final Map<String, BigDecimal> FACTORS =
      Map.ofEntries(
          Map.entry("n", new BigDecimal("1e-9")),
          Map.entry("u", new BigDecimal("1e-6")),
          Map.entry("m", new BigDecimal("1e-3")),
          Map.entry("k", new BigDecimal("1e3")),
          Map.entry("M", new BigDecimal("1e6")),
          Map.entry("G", new BigDecimal("1e9")),
          Map.entry("T", new BigDecimal("1e12")),
          Map.entry("P", new BigDecimal("1e15")),
          Map.entry("E", new BigDecimal("1e18")),
          Map.entry("Ki", BigDecimal.TWO.pow(10)),
          Map.entry("Mi", BigDecimal.TWO.pow(20)),
          Map.entry("Gi", BigDecimal.TWO.pow(30)),
          Map.entry("Ti", BigDecimal.TWO.pow(40)),
          Map.entry("Pi", BigDecimal.TWO.pow(50)),
          Map.entry("Ei", BigDecimal.TWO.pow(60)));

  private QuantityParser() {}

  /** The number; empty if the text is no quantity. */
  public static Optional<Double> parse(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    String digits = parts.group(1).endsWith(".") ? parts.group(1) + "0" : parts.group(1);
    String exponent = parts.group(2) == null ? "" : parts.group(2);
    BigDecimal factor =
        parts.group(3) == null
            ? BigDecimal.ONE
            : FACTORS.getOrDefault(parts.group(3), BigDecimal.ONE);
    return Optional.of(new BigDecimal(digits + exponent).multiply(factor).doubleValue());
  }
}
