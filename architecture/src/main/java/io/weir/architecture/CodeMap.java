package io.weir.architecture;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The map of the code: what each part of it may import of the others. */
final class CodeMap {

  /** By the packages of the part. A part may always import itself. */
  private static final Map<String, List<String>> ARROWS = new TreeMap<>();

  /** Of providers that are cut by noun, by the packages of the noun: the others that it imports. */
  private static final Map<String, List<String>> NOUNS = new TreeMap<>();

  private static final String API = "io.weir.api..";
  private static final String ENGINE = "io.weir.engine..";
  private static final String BOOTSTRAP = "io.weir.bootstrap..";
  private static final String PROVIDER = "io.weir.provider";
  private static final String HTTP = "io.weir.provider.http..";
  private static final String MANAGED = "io.weir.provider.managed..";
  private static final String FINGERPRINT = "io.weir.provider.fingerprint..";
  private static final String TEMPLATE = "io.weir.provider.template..";
  private static final String SHARED = "io.weir.provider.shared..";
  private static final String KIT = "io.weir.provider.kit..";
  private static final String AWS = "io.weir.provider.aws";
  private static final String AZURE = "io.weir.provider.azure";
  private static final String PASS = "io.weir.pass..";
  private static final String KERNEL = "io.weir.kernel..";
  private static final String WEBHOOK = "io.weir.webhook..";
  private static final String MANAGER = "io.weir.manager..";
  private static final String CONTROLPLANE = "io.weir.controlplane..";
  private static final String CLOUDS = "io.weir.clouds..";
  private static final String SANDBOX = "io.weir.sandbox..";
  private static final String BENCH = "io.weir.bench..";

  static {
    part("io.weir.architecture..");
    part(API);
    part(ENGINE, API);
    part(BOOTSTRAP, API);
    part(PROVIDER, API);
    part(HTTP, PROVIDER, API);
    part(MANAGED, PROVIDER, API);
    part(FINGERPRINT, PROVIDER, API);
    part(TEMPLATE, PROVIDER, API);
    part(SHARED, PROVIDER, API);
    part(PASS, ENGINE, PROVIDER, API);
    part(KIT, PASS, PROVIDER, API);
    part(AWS + "..", PROVIDER, FINGERPRINT, TEMPLATE, MANAGED, SHARED, API);
    part(AZURE + "..", PROVIDER, HTTP, FINGERPRINT, SHARED, API);
    part("io.weir.provider.gcp..", PROVIDER, HTTP, FINGERPRINT, MANAGED, SHARED, API);
    part("io.weir.provider.oci..", PROVIDER, HTTP, FINGERPRINT, TEMPLATE, MANAGED, SHARED, API);
    part("io.weir.provider.scaleway..", PROVIDER, HTTP, MANAGED, API);
    part(KERNEL, API);
    part(WEBHOOK, KERNEL, API);
    part(MANAGER, ENGINE, BOOTSTRAP, PROVIDER, PASS, KERNEL, WEBHOOK, API);
    part(CONTROLPLANE);
    part(CLOUDS);
    part(SANDBOX, MANAGER, KERNEL, PROVIDER, CONTROLPLANE, CLOUDS, API);
    part(BENCH, SANDBOX, KERNEL, CONTROLPLANE, CLOUDS, API);
    part("io.weir.cli..", BENCH, SANDBOX, KERNEL, ENGINE, BOOTSTRAP, PROVIDER, CONTROLPLANE, API);
  }

  static {
    noun(AWS, "api");
    noun(AWS, "admission", "api");
    noun(AWS, "account", "api");
    noun(AWS, "tag", "account", "api");
    noun(AWS, "network", "account", "api");
    noun(AWS, "image", "account", "api");
    noun(AWS, "template", "image", "network", "tag", "account", "api");
    noun(AWS, "group", "template", "tag", "account", "api");
    noun(AWS, "refresh", "group", "template", "account", "api");
    noun(AWS, "conversion", "api");
    noun(AWS, "eks", "group", "template", "image", "network", "tag", "account", "api");
    noun(
        AWS,
        "machinepool",
        "refresh",
        "group",
        "template",
        "image",
        "network",
        "tag",
        "account",
        "api");
  }

  static {
    noun(AZURE, "api");
    noun(AZURE, "admission", "api");
    noun(AZURE, "account", "api");
    noun(AZURE, "image", "account", "api");
    noun(AZURE, "size", "account", "api");
    noun(AZURE, "cloudconfig", "account", "api");
    noun(AZURE, "scaleset", "image", "account", "api");
    noun(AZURE, "machine", "scaleset", "api");
    noun(AZURE, "akscluster", "account", "api");
    noun(AZURE, "aso", "api");
    noun(AZURE, "asopool", "aso", "api");
    noun(AZURE, "akspool", "aso", "api");
    noun(AZURE, "machinepool", "scaleset", "cloudconfig", "image", "size", "account", "api");
  }

  private CodeMap() {}

  private static void part(String packages, String... imports) {
    ARROWS.put(packages, List.of(imports));
  }

  private static void noun(String provider, String name, String... imports) {
    NOUNS.put(
        packages(provider, name),
        Arrays.stream(imports).map(imported -> packages(provider, imported)).toList());
  }

  private static String packages(String provider, String noun) {
    return provider + "." + noun + "..";
  }

  /** What each part may import, by its packages. */
  static Map<String, List<String>> arrows() {
    return ARROWS;
  }

  /** What each noun of a provider may import of the others of that provider, by its packages. */
  static Map<String, List<String>> nouns() {
    return NOUNS;
  }

  /** Providers that are cut by noun. */
  static List<String> providersByNoun() {
    return List.of(AWS, AZURE);
  }

  /** Packages that decide: no client, no clock, no logger. */
  static String[] pure() {
    return new String[] {ENGINE, BOOTSTRAP, MANAGED, FINGERPRINT, TEMPLATE, SHARED};
  }

  /** Packages beside the providers of clouds that are none. */
  static String[] offers() {
    return new String[] {HTTP, MANAGED, FINGERPRINT, TEMPLATE, SHARED, KIT};
  }

  /** Packages of providers that meet the world; all others but the provider's own decide. */
  static String[] calls() {
    return new String[] {"io.weir.provider.*..calls.."};
  }

  /** Parts whose packages must not refer to each other in a circle. */
  static List<String> acyclic() {
    return List.of(
        "io.weir.engine.(*)..",
        "io.weir.bootstrap.(*)..",
        "io.weir.kernel.(*)..",
        "io.weir.webhook.(*)..",
        "io.weir.manager.(*)..",
        "io.weir.clouds.(*)..",
        "io.weir.provider.(*)..",
        "io.weir.provider.aws.(*)..",
        "io.weir.provider.azure.(*)..",
        "io.weir.provider.gcp.(*)..",
        "io.weir.provider.oci.(*)..",
        "io.weir.provider.scaleway.(*)..");
  }
}
