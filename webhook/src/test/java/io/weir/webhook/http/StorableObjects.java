package io.weir.webhook.http;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Clusters that an API server stores, made by somebody who wants them to be hard to convert: each
 * is about as large or as deep as one can be.
 */
public final class StorableObjects {

  /** Of JSON that an API server reads, less what is around a value in a Cluster. */
  private static final int DEEPEST = 9_980;

  private static final int VARIABLES = 1_000;

  private StorableObjects() {}

  /** By what is hard about them, in v1beta2. */
  public static Map<String, String> clusters(String namespace) {
    var all = new TreeMap<String, String>();
    all.put("deep-objects", variable("{\"n\":".repeat(DEEPEST) + "1" + "}".repeat(DEEPEST)));
    all.put("deep-lists", variable("[".repeat(DEEPEST) + "]".repeat(DEEPEST)));
    all.put("empty-objects", variable("[" + "{},".repeat(440_000) + "{}]"));
    all.put("empty-texts", variable("[" + "\"\",".repeat(440_000) + "\"\"]"));
    all.put("long-text", variable("\"" + "x".repeat(1_300_000) + "\""));
    all.put("variables", variables());
    all.put("overrides", overrides());
    all.put("gates", gates());
    all.put("labels", labels(60_000));
    all.put("annotations", annotations(2_000, 262_000));
    all.put("annotations-full", annotations(1, 262_143));
    all.replaceAll((name, rest) -> cluster(namespace, name, rest));
    return all;
  }

  /** One that is like most. */
  public static String cluster(String namespace, String name) {
    return cluster(namespace, name, "}, \"spec\": {\"paused\": true}}");
  }

  /** {@code rest} begins within the metadata. */
  private static String cluster(String namespace, String name, String rest) {
    return """
    {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Cluster",
     "metadata": {"namespace": "%s", "name": "%s"%s
    """
        .formatted(namespace, name, rest)
        .strip();
  }

  private static String variable(String value) {
    return """
    }, "spec": {"topology": {"classRef": {"name": "c"}, "version": "v1.35.0",
      "variables": [{"name": "v", "value": %s}]}}}
    """
        .formatted(value);
  }

  private static String variables() {
    return workers(
        1,
        _ ->
            "\"variables\": {\"overrides\": [%s]}"
                .formatted(list(VARIABLES, i -> "{\"name\":\"v%d\",\"value\":{}}".formatted(i))));
  }

  private static String overrides() {
    return workers(
        60,
        _ ->
            "\"variables\": {\"overrides\": [%s]}"
                .formatted(
                    list(VARIABLES, i -> "{\"name\":\"%s\",\"value\":1}".formatted(shortName(i)))));
  }

  private static String gates() {
    return workers(
        1_900,
        _ ->
            "\"readinessGates\": [%s]"
                .formatted(list(32, i -> "{\"conditionType\":\"%s\"}".formatted(shortName(i)))));
  }

  private static String workers(int groups, IntFunction<String> rest) {
    return """
    }, "spec": {"topology": {"classRef": {"name": "c"}, "version": "v1.35.0",
      "workers": {"machineDeployments": [%s]}}}}
    """
        .formatted(
            list(groups, i -> "{\"class\":\"w\",\"name\":\"w%d\",%s}".formatted(i, rest.apply(i))));
  }

  private static String labels(int count) {
    return ", \"labels\": {%s}}, \"spec\": {\"paused\": true}}"
        .formatted(list(count, i -> "\"%s\":\"\"".formatted(shortName(i))));
  }

  /** So many that have so many bytes together. */
  private static String annotations(int count, int bytes) {
    int each = bytes / count - 4;
    return ", \"annotations\": {%s}}, \"spec\": {\"paused\": true}}"
        .formatted(list(count, i -> "\"a%s\":\"%s\"".formatted(name(i), "x".repeat(each))));
  }

  private static String list(int count, IntFunction<String> item) {
    return IntStream.range(0, count).mapToObj(item).collect(Collectors.joining(","));
  }

  /** Of three letters. */
  private static String name(int index) {
    return "%c%c%c".formatted('a' + index / 676 % 26, 'a' + index / 26 % 26, 'a' + index % 26);
  }

  private static String shortName(int index) {
    return index < 26 ? String.valueOf((char) ('a' + index)) : Integer.toString(index, 36) + "z";
  }
}
