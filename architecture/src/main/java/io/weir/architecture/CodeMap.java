package io.weir.architecture;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The map of the code: what each part of it may import of the others. */
final class CodeMap {

  /** By the packages of the part. A part may always import itself. */
  private static final Map<String, List<String>> ARROWS = new TreeMap<>();

  private static final String API = "io.weir.api..";
  private static final String ENGINE = "io.weir.engine..";
  private static final String BOOTSTRAP = "io.weir.bootstrap..";
  private static final String PROVIDER = "io.weir.provider";
  private static final String HTTP = "io.weir.provider.http..";
  private static final String MANAGED = "io.weir.provider.managed..";
  private static final String TEMPLATE = "io.weir.provider.template..";
  private static final String SHARED = "io.weir.provider.shared..";
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
    part(TEMPLATE, PROVIDER, API);
    part(SHARED, PROVIDER, API);
    part(PASS, ENGINE, PROVIDER, API);
    part("io.weir.provider.kit..", PASS, PROVIDER, API);
    part("io.weir.provider.aws..", PROVIDER, TEMPLATE, SHARED, API);
    part("io.weir.provider.scaleway..", PROVIDER, HTTP, MANAGED, API);
    part(KERNEL, API);
    part(WEBHOOK, KERNEL, API);
    part(MANAGER, ENGINE, BOOTSTRAP, PROVIDER, PASS, KERNEL, WEBHOOK, API);
    part(CONTROLPLANE);
    part(CLOUDS);
    part(SANDBOX, MANAGER, KERNEL, PROVIDER, CONTROLPLANE, CLOUDS, API);
    part(BENCH, SANDBOX, KERNEL, CONTROLPLANE, CLOUDS, API);
    part("io.weir.cli..", BENCH, SANDBOX, KERNEL, BOOTSTRAP, CONTROLPLANE, API);
  }

  private CodeMap() {}

  private static void part(String packages, String... imports) {
    ARROWS.put(packages, List.of(imports));
  }

  /** What each part may import, by its packages. */
  static Map<String, List<String>> arrows() {
    return ARROWS;
  }

  /** Packages that decide: no client, no clock, no logger. */
  static String[] pure() {
    return new String[] {
      ENGINE,
      BOOTSTRAP,
      MANAGED,
      TEMPLATE,
      SHARED,
      "io.weir.provider.*.desired..",
      "io.weir.provider.*.plan..",
      "io.weir.provider.*.report..",
      "io.weir.provider.aws.rollout..",
      "io.weir.provider.scaleway.admission..",
      "io.weir.provider.scaleway.api..",
      "io.weir.provider.scaleway.conversion..",
      "io.weir.provider.scaleway.kapsule..",
      "io.weir.provider.scaleway.observed..",
    };
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
        "io.weir.provider.scaleway.(*)..");
  }
}
