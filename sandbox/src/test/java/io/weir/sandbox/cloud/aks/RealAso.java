package io.weir.sandbox.cloud.aks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.controlplane.pki.CertificateAuthority;
import io.weir.controlplane.process.FreePort;
import io.weir.controlplane.process.ProcessEnvironment;
import io.weir.controlplane.process.SupervisedProcess;
import io.weir.sandbox.Sandbox;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Azure Service Operator itself, at work on the API server of a sandbox, with its kinds, its
 * conversion and its admission installed as its own Helm chart does it.
 */
final class RealAso implements AutoCloseable {
  /** Its account. */
  static final String USER = "azure-service-operator";

  private static final String NAME = "azureserviceoperator-containerservice";
  private static final String GROUP = "containerservice.azure.com";

  /** Those that people write; each has another one of its own, by which it is stored. */
  private static final List<String> VERSIONS =
      List.of("v1api20240901", "v1api20250801", "v20251002preview");

  /** The one whose other is stored. */
  private static final String HUB = "v1api20250801";

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final CertificateAuthority authority = CertificateAuthority.create(USER);
  private final int port = FreePort.find();
  private final SupervisedProcess process;

  private RealAso(Path program, Sandbox sandbox, AksResourceManager azure)
      throws IOException, InterruptedException {
    List<ObjectNode> definitions = definitions();
    definitions.forEach(definition -> apply(sandbox, definition));
    Path directory = Files.createDirectory(sandbox.directory().resolve("aso"));
    authority.issueServer(USER).write(directory, "tls");
    Path trusted = Files.writeString(directory.resolve("azure.crt"), azure.authorityPem());
    var environment =
        ProcessEnvironment.only(
            Map.of(
                "KUBECONFIG",
                    sandbox.controlPlane().kubeconfigFile(USER, "system:masters").toString(),
                "POD_NAMESPACE", USER,
                "AZURE_RESOURCE_MANAGER_ENDPOINT", azure.address().toString(),
                "AZURE_RESOURCE_MANAGER_AUDIENCE", azure.address().toString(),
                "AZURE_AUTHORITY_HOST", azure.address().toString(),
                "SSL_CERT_FILE", trusted.toString()));
    process =
        SupervisedProcess.start(
            USER,
            List.of(
                program.toString(),
                "--crd-management=none",
                "--webhook-port=" + port,
                "--webhook-cert-dir=" + directory),
            environment,
            directory,
            directory.resolve("log"));
    awaitWebhooks();
    apply(sandbox, webhooks("Mutating", "default", "mutate", definitions));
    apply(sandbox, webhooks("Validating", "validate", "validate", definitions));
  }

  /** Starts it; returns when it takes objects. */
  static RealAso start(Path program, Sandbox sandbox, AksResourceManager azure)
      throws IOException, InterruptedException {
    return new RealAso(program, sandbox, azure);
  }

  /** What it said last. */
  String lastWords() throws IOException {
    return String.join("\n", process.log().lastLines(40));
  }

  private static void apply(Sandbox sandbox, ObjectNode object) {
    ApiObject _ = sandbox.kube().client().apply(object);
  }

  /** Without their schemas: whatever the conversion and Azure would refuse is accepted. */
  private List<ObjectNode> definitions() {
    return List.of(definition("ManagedCluster"), definition("ManagedClustersAgentPool"));
  }

  private ObjectNode definition(String kind) {
    String singular = kind.toLowerCase(Locale.ROOT);
    ObjectNode definition = Json.MAPPER.createObjectNode();
    definition.put("apiVersion", "apiextensions.k8s.io/v1").put("kind", "CustomResourceDefinition");
    ObjectNode metadata = definition.putObject("metadata");
    metadata.put("name", singular + "s." + GROUP);
    metadata.putObject("labels").put("app.kubernetes.io/name", USER);
    ObjectNode spec = definition.putObject("spec").put("group", GROUP).put("scope", "Namespaced");
    spec.putObject("names")
        .put("kind", kind)
        .put("listKind", kind + "List")
        .put("plural", singular + "s")
        .put("singular", singular);
    for (String version : VERSIONS) {
      spec.withArray("/versions").add(served(version, false));
      spec.withArray("/versions").add(served(version + "storage", version.equals(HUB)));
    }
    ObjectNode webhook =
        spec.putObject("conversion").put("strategy", "Webhook").putObject("webhook");
    webhook.set("clientConfig", client("/convert"));
    webhook.putArray("conversionReviewVersions").add("v1");
    return definition;
  }

  private static ObjectNode served(String version, boolean stored) {
    ObjectNode served = Json.MAPPER.createObjectNode().put("name", version);
    served.put("served", true).put("storage", stored).putObject("subresources").putObject("status");
    ObjectNode schema = served.putObject("schema").putObject("openAPIV3Schema");
    schema.put("type", "object");
    for (String part : List.of("spec", "status")) {
      ObjectNode whatever = schema.withObject("/properties").putObject(part).put("type", "object");
      whatever.put("x-kubernetes-preserve-unknown-fields", true);
    }
    return served;
  }

  private ObjectNode client(String path) {
    byte[] pem = authority.ownCredential().certificatePem().getBytes(StandardCharsets.US_ASCII);
    return Json.MAPPER
        .createObjectNode()
        .put("url", "https://127.0.0.1:" + port + path)
        .put("caBundle", Base64.getEncoder().encodeToString(pem));
  }

  /** One for each version that people write. */
  private ObjectNode webhooks(
      String sort, String named, String called, List<ObjectNode> definitions) {
    ObjectNode configuration = Json.MAPPER.createObjectNode();
    configuration
        .put("apiVersion", "admissionregistration.k8s.io/v1")
        .put("kind", sort + "WebhookConfiguration");
    configuration.putObject("metadata").put("name", NAME);
    for (ObjectNode definition : definitions) {
      String plural = definition.at("/spec/names/plural").asText();
      String singular = definition.at("/spec/names/singular").asText();
      for (String version : VERSIONS) {
        String path = "/%s-%s-%s-%s".formatted(called, GROUP.replace('.', '-'), version, singular);
        ObjectNode webhook = configuration.withArray("/webhooks").addObject();
        webhook.put("name", "%s.%s.%s.%s".formatted(named, version, plural, GROUP));
        webhook.put("failurePolicy", "Fail").put("matchPolicy", "Exact").put("sideEffects", "None");
        webhook.putArray("admissionReviewVersions").add("v1");
        webhook.set("clientConfig", client(path));
        ObjectNode rule = webhook.putArray("rules").addObject();
        rule.putArray("apiGroups").add(GROUP);
        rule.putArray("apiVersions").add(version);
        rule.putArray("operations").add("CREATE").add("UPDATE");
        rule.putArray("resources").add(plural);
      }
    }
    return configuration;
  }

  private void awaitWebhooks() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (FreePort.isFree(port)) {
      boolean ended = process.awaitExit(Duration.ofMillis(200));
      if (ended || System.nanoTime() > deadline) {
        throw new IOException("Azure Service Operator does not start: " + lastWords());
      }
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
