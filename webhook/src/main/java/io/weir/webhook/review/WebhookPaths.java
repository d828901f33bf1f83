package io.weir.webhook.review;

import io.weir.api.GroupKind;
import java.util.Locale;

/** Where and under which names the webhooks are found; others know them by these. */
public final class WebhookPaths {

  /** Where objects are converted. */
  public static final String CONVERT = "/convert";

  /** What is asked about an object. */
  public enum AdmissionPhase {
    /** What it leaves out. */
    MUTATE("mutate", "default"),
    /** Whether it may be written. */
    VALIDATE("validate", "validation");

    private final String path;
    private final String name;

    AdmissionPhase(String path, String name) {
      this.path = path;
      this.name = name;
    }

    /** The beginning of all its paths. */
    public String prefix() {
      return "/" + path + "-";
    }
  }

  private WebhookPaths() {}

  /** For example {@code /mutate-cluster-x-k8s-io-v1beta2-machinepool}. */
  public static String path(AdmissionPhase admissionPhase, GroupKind kind, String version) {
    return admissionPhase.prefix()
        + kind.group().replace('.', '-')
        + "-"
        + version
        + "-"
        + lower(kind);
  }

  /** For example {@code default.machinepool.cluster.x-k8s.io}. */
  public static String webhookName(AdmissionPhase admissionPhase, GroupKind kind) {
    return admissionPhase.name + "." + lower(kind) + "." + kind.group();
  }

  private static String lower(GroupKind kind) {
    return kind.kind().toLowerCase(Locale.ROOT);
  }
}
