package io.weir.manager.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.Config;
import io.weir.api.ApiObject;
import io.weir.api.FeatureGates;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.api.admission.Admission;
import io.weir.api.admission.AdmissionRequest;
import io.weir.api.bootstrap.KubeadmConfig;
import io.weir.api.bootstrap.SecretSource;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.admission.BootstrapAdmissions;
import io.weir.bootstrap.config.BootstrapDataSecret;
import io.weir.bootstrap.config.ConfigProblem;
import io.weir.bootstrap.config.JoinTokenSelection;
import io.weir.bootstrap.config.KubeadmConfigStatusFields;
import io.weir.bootstrap.config.KubeadmInputs;
import io.weir.bootstrap.ignition.IgnitionVersion;
import io.weir.bootstrap.kubeadm.CaCertificates;
import io.weir.bootstrap.kubeadm.ClusterJoinInfo;
import io.weir.bootstrap.render.BootstrapDataRenderer;
import io.weir.bootstrap.render.BootstrapInputs;
import io.weir.bootstrap.render.RenderOptions;
import io.weir.bootstrap.render.RenderedBootstrapData;
import io.weir.bootstrap.token.IssuedToken;
import io.weir.bootstrap.token.JoinToken;
import io.weir.bootstrap.token.TokenOwner;
import io.weir.bootstrap.token.TokenPlanner;
import io.weir.bootstrap.token.TokenPolicy;
import io.weir.bootstrap.token.TokenSecret;
import io.weir.bootstrap.token.WorkloadToken;
import io.weir.engine.audit.AuditEvent;
import io.weir.engine.audit.AuditLine;
import io.weir.engine.audit.AuditScope;
import io.weir.engine.audit.AuditSubject;
import io.weir.engine.workload.ConnectionFailure;
import io.weir.engine.workload.KubeconfigVetting;
import io.weir.engine.workload.VettedKubeconfig;
import io.weir.engine.workload.VettingResult;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.KubeConfigs;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.RequestListener;
import io.weir.manager.harness.TestLogs;
import io.weir.provider.ApiAddresses;
import io.weir.provider.BootstrapData;
import io.weir.provider.CallGate;
import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.ProviderException;
import io.weir.provider.aws.account.calls.AwsErrors;
import io.weir.provider.http.JsonHttpClient;
import io.weir.provider.scaleway.calls.KapsuleClient;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.CreateLaunchTemplateRequest;

/**
 * Secrets are planted wherever one can enter, things go wrong in every way that a seed can draw,
 * and nothing that is said of it holds one: no message, no condition, no line of a log, no name.
 */
class SecretLeakTest {

  private static final Instant NOW = Instant.parse("2026-11-21T00:00:00Z");

  /** In a few seconds; people ask for more. */
  private static final long LINES = Long.getLong("weir.lines", 100_000);

  /** The same by default, so that a build fails for what was changed and not by chance. */
  private final long seed = Long.getLong("weir.seed", 18_337_040_155_760L);

  private final Random random = new Random(seed);
  private final PlantedSecrets secrets = new PlantedSecrets(random);
  private final LeakDetector detector = new LeakDetector();
  private final TestLogs logs = TestLogs.ofEverything(detector::read);
  private final PoolStatuses statuses = new PoolStatuses(new OpenGate(), NOW);

  /** What a config and a connection said last of what was wrong with them. */
  private ApiObject troubled = config(Json.MAPPER.createObjectNode());

  private String disconnected = "";
  private String ca = "";

  @BeforeEach
  void listen() throws IOException {
    try (var in = SecretLeakTest.class.getResourceAsStream("/ca/ec.crt")) {
      ca = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  @AfterEach
  void leave() {
    statuses.close();
    logs.close();
  }

  private void assertSilence() {
    assertThat(detector.leaks()).as("-Dweir.seed=%d, %d lines", seed, detector.lines()).isEmpty();
  }

  @Test
  void noLineOfAllThatIsSaidHoldsOne() throws Exception {
    try (var server = new EchoingServer(random)) {
      while (detector.lines() < LINES) {
        for (int i = 0; i < 200; i++) {
          bootstrapData();
          kubeconfigs();
        }
        apiServers(server);
        scaleway(server);
        aws(server);
        detector.readThreadNames();
      }
    }
    System.out.printf("-Dweir.seed=%d: %,d lines%n", seed, detector.lines());
    assertSilence();
  }

  // What a machine is given.

  private ObjectNode spec() {
    ObjectNode spec = Json.MAPPER.createObjectNode();
    if (random.nextInt(3) == 0) {
      spec.put("format", "ignition");
      spec.withObject("/ignition/containerLinuxConfig")
          .put("strict", random.nextBoolean())
          .put(
              "additionalConfig",
              secrets.spoiled(
                  "passwd:\n  users:\n  - name: core\n    password_hash: '%s'\nstorage:\n  files:\n  - path: /k\n    contents: {inline: \"%s\"}\n"
                      .formatted(secrets.password(), secrets.password())));
    }
    var files = spec.putArray("files");
    for (int i = random.nextInt(4); i > 0; i--) {
      ObjectNode file = files.addObject().put("path", random.nextInt(9) == 0 ? "" : "/f" + i);
      file.put("content", secrets.spoiled(secrets.file()));
      if (random.nextInt(3) == 0) {
        file.withObject("/contentFrom/secret").put("name", "s").put("key", "k" + random.nextInt(3));
        if (random.nextBoolean()) {
          file.remove("content");
        }
      }
      if (random.nextBoolean()) {
        file.put("encoding", List.of("base64", "gzip", "gzip+base64", "").get(random.nextInt(4)));
      }
      if (random.nextInt(3) == 0) {
        file.put("contentFormat", "Template");
      }
      if (random.nextInt(20) == 0) {
        file.putObject("permissions").put("a", secrets.password());
      }
    }
    ObjectNode user = spec.putArray("users").addObject().put("name", "u");
    if (random.nextBoolean()) {
      user.put("passwd", secrets.spoiled(secrets.password()));
    }
    if (random.nextInt(3) == 0) {
      user.withObject("/passwdFrom/secret").put("name", "s").put("key", "k" + random.nextInt(3));
    }
    if (random.nextInt(10) == 0) {
      user.putArray("passwd").add(secrets.password());
    }
    spec.putArray("preKubeadmCommands")
        .add(secrets.spoiled("curl -H 'X: " + secrets.password() + "' {{ x }}"));
    ObjectNode discovery = spec.withObject("/joinConfiguration/discovery");
    switch (random.nextInt(3)) {
      case 0 ->
          discovery
              .withObject("/bootstrapToken")
              .put("token", secrets.spoiled(secrets.joinToken()));
      case 1 -> {
        ObjectNode file = discovery.withObject("/file").put("kubeConfigPath", "/k");
        file.withObject("/kubeConfig/user/exec")
            .put("command", "get")
            .putArray("args")
            .add(secrets.password());
        file.withObject("/kubeConfig/user/authProvider/config").put("secret", secrets.password());
      }
      default -> discovery.put("tlsBootstrapToken", secrets.joinToken());
    }
    return spec;
  }

  private void bootstrapData() {
    ObjectNode spec = spec();
    var contents = new HashMap<SecretSource.SecretKeyReference, byte[]>();
    for (int i = 0; i < 2; i++) {
      contents.put(
          new SecretSource.SecretKeyReference("s", "k" + i),
          (random.nextInt(5) == 0 ? "\u0000\u00ff" : "")
              .concat(secrets.spoiled(secrets.file()))
              .getBytes(random.nextBoolean() ? StandardCharsets.UTF_8 : StandardCharsets.UTF_16));
    }
    JoinToken token = JoinToken.parse(secrets.joinToken());
    var state =
        new KubeadmInputs(
            config(spec),
            spec,
            "v1.35.4",
            new ClusterJoinInfo(
                "127.0.0.1:6443",
                random.nextInt(5) == 0 ? secrets.spoiled(secrets.privateKey()) : ca),
            contents,
            new RenderOptions(
                random.nextBoolean() ? Optional.of("v1.35.4") : Optional.empty(),
                random.nextBoolean() ? IgnitionVersion.V2_3 : IgnitionVersion.V3_4));
    detector.read(state);
    admission(config(spec));
    try {
      BootstrapInputs inputs = state.inputsWith(token);
      detector.read(inputs);
      RenderedBootstrapData data = BootstrapDataRenderer.render(inputs);
      detector.read(data + " " + data.warnings() + data.inputsAndTokenDigest());
      stored(data, token);
      detector.read(Json.MAPPER.convertValue(config(spec).copyTree(), KubeadmConfig.class).spec());
    } catch (BootstrapDataException problem) {
      detector.read(problem);
      status(ConfigProblem.of(problem));
    }
    detector.read(tokens(token));
    var owner = AuditSubject.of(config(spec), new ObjectKey("ns", "c"));
    detector.read(AuditLine.of(new AuditEvent.TokenMade(owner, token.id(), NOW)));
    detector.read(AuditLine.of(new AuditEvent.TokenRevoked(owner, token.id())));
  }

  private static ApiObject config(ObjectNode spec) {
    ObjectNode tree = Json.MAPPER.createObjectNode();
    tree.put("apiVersion", "bootstrap.cluster.x-k8s.io/v1beta2").put("kind", "KubeadmConfig");
    tree.withObject("/metadata").put("namespace", "ns").put("name", "w").put("uid", "u");
    tree.set("spec", spec);
    return new ApiObject(tree);
  }

  private void admission(ApiObject config) {
    for (Admission admission : BootstrapAdmissions.all(FeatureGates.DEFAULT)) {
      var request =
          new AdmissionRequest(
              config.copyTree(),
              random.nextBoolean() ? Optional.empty() : Optional.of(config(spec()).copyTree()));
      detector.read(request);
      admission.violations(request).forEach(violation -> detector.read(violation.fullMessage()));
      admission.warnings(request).forEach(detector::read);
    }
  }

  private void stored(RenderedBootstrapData data, JoinToken token) {
    var selection =
        new JoinTokenSelection(Optional.of(new IssuedToken(token, NOW)), Optional.empty());
    ObjectNode secret =
        BootstrapDataSecret.newSecret(config(Json.MAPPER.createObjectNode()), "c", data, selection);
    var stored = new ApiObject(secret);
    detector.read(stored);
    detector.read(secret.path("metadata"));
    detector.read(selection);
    detector.read(
        new BootstrapData(
            "ns/w", data.format(), secret.at("/data/value").asText(), data.inputsDigest(), ""));
    if (random.nextInt(4) == 0) {
      ((ObjectNode) secret.path("data")).put("join-token", PlantedSecrets.base64("x"));
    }
    detector.read(BootstrapDataSecret.token(stored));
  }

  private void status(ConfigProblem problem) {
    ObjectNode status = Json.MAPPER.createObjectNode();
    new KubeadmConfigStatusFields()
        .setFailed(
            status, config(Json.MAPPER.createObjectNode()), problem, random.nextBoolean(), NOW);
    detector.read(status);
    ObjectNode tree = config(Json.MAPPER.createObjectNode()).copyTree();
    tree.set("status", status);
    troubled = new ApiObject(tree);
    auditors(problem.message());
  }

  private void auditors(String reason) {
    var subject = AuditSubject.of(config(spec()), new ObjectKey("ns", "c"));
    var scope = new AuditScope("aws", "account", "region", "identity");
    detector.read(AuditLine.of(new AuditEvent.ForeignObjectRefused(subject, reason)));
    detector.read(AuditLine.of(new AuditEvent.IdentityDenied(subject, scope, reason)));
  }

  private String tokens(JoinToken token) {
    var owner = new TokenOwner("ns", "w");
    var issued = new IssuedToken(token, NOW);
    ObjectNode secret = Json.MAPPER.createObjectNode();
    secret.put("kind", "Secret").withObject("/metadata").put("name", token.secretName());
    new TokenSecret(token, owner, NOW)
        .data()
        .forEach((key, value) -> secret.withObject("/data").put(key, PlantedSecrets.base64(value)));
    var seen = new WorkloadToken(new ApiObject(secret));
    var planner = new TokenPlanner(TokenPolicy.DEFAULT, random, owner);
    Instant later = NOW.plus(Duration.ofMinutes(random.nextInt(2000)));
    return "%s %s %s %s %s %s"
        .formatted(
            token,
            issued,
            seen,
            planner.planToKeep(later, issued, List.of()),
            planner.plan(later, NOW, Optional.of(issued), List.of(), Optional.empty()),
            TokenPolicy.DEFAULT.endMessage(later, issued));
  }

  // How clusters are reached.

  private String kubeconfig(String server) {
    String account =
        switch (random.nextInt(4)) {
          case 0 -> "token: " + secrets.password();
          case 1 -> "{username: u, password: \"" + secrets.password() + "\"}";
          case 2 -> "token: |\n      " + secrets.password() + "\n      " + secrets.password();
          default ->
              "client-certificate-data: %s\n    client-key-data: %s"
                  .formatted(
                      PlantedSecrets.base64(ca), PlantedSecrets.base64(secrets.privateKey()));
        };
    return """
    apiVersion: v1
    kind: Config
    current-context: c
    contexts: [{name: c, context: {cluster: c, user: u}}]
    clusters:
    - name: c
      cluster:
        server: %s
    users:
    - name: u
      user:
        %s
    """
        .formatted(server, account);
  }

  private void kubeconfigs() {
    String text =
        secrets.spoiled(
            kubeconfig(
                random.nextInt(5) == 0
                    ? "https://u:" + secrets.password() + "@h:6443/?t=" + secrets.password()
                    : "https://h.invalid:6443"));
    VettingResult result = KubeconfigVetting.vet(text, CaCertificates::readable);
    detector.read(result);
    switch (result) {
      case VettingResult.Refused refused -> {
        detector.read(refused.message());
        disconnected = refused.message();
      }
      case VettingResult.Accepted(var vetted) -> {
        try {
          Config config = KubeConfigs.fromText(vetted.text(), "test");
          KubeCluster.connectBuiltIns(config, WatchSettings.defaults(), RequestListener.NONE)
              .close();
        } catch (RuntimeException unusable) {
          detector.read(
              ConnectionFailure.ofUnusableKubeconfig(new ObjectKey("ns", "c"), vetted, unusable));
        }
      }
    }
  }

  private ObjectNode secret() {
    ObjectNode secret = Json.MAPPER.createObjectNode();
    secret.put("apiVersion", "v1").put("kind", "Secret");
    secret.withObject("/metadata").put("namespace", "ns").put("name", "s");
    secret.withObject("/data").put("value", PlantedSecrets.base64(secrets.file()));
    secret.withObject("/data").put("join-token", PlantedSecrets.base64(secrets.joinToken()));
    return secret;
  }

  private void apiServers(EchoingServer server) throws InterruptedException {
    Config config = KubeConfigs.fromText(kubeconfig(server.url()), "test");
    try (KubeCluster cluster =
        KubeCluster.connectBuiltIns(config, WatchSettings.defaults(), RequestListener.NONE)) {
      var key = new ObjectKey("ns", "s");
      for (int i = 0; i < 30; i++) {
        attempt(() -> cluster.client().create(secret()));
        attempt(() -> cluster.client().get(GroupKind.SECRET, key));
        attempt(
            () -> cluster.client().edit(new ApiObject(secret()), tree -> tree.setAll(secret())));
        attempt(() -> cluster.client().apply(secret()));
      }
      detector.read(cluster.cache(GroupKind.SECRET).isSynced());
      detector.read(cluster.cache(BuiltInKinds.NODE).isSynced());
      detector.read(cluster.cache(GroupKind.SECRET).awaitSynced(Duration.ofMillis(30)));
      detector.read(cluster.informers().problems());
    } catch (RuntimeException unusable) {
      detector.read(
          ConnectionFailure.ofUnusableKubeconfig(
              new ObjectKey("ns", "c"),
              new VettedKubeconfig(URI.create(server.url()), "", ""),
              unusable));
    }
  }

  /** Lets every call through. */
  private record OpenGate() implements CallGate {
    @Override
    public void beforeCall(CloudRequest cloudRequest) {}

    @Override
    public void afterCall(CloudRequest cloudRequest, CallOutcome callOutcome) {}
  }

  private interface Attempt {
    Object make() throws Exception;
  }

  /** All that a failed call tells, its causes, too: a log may have them. */
  private void attempt(Attempt attempt) {
    try {
      detector.read(attempt.make());
    } catch (KubeException | ProviderException told) {
      detector.read(told);
      auditors(String.valueOf(told.getMessage()));
      if (told instanceof ProviderException failure) {
        statuses.after(failure, troubled, disconnected).forEach(detector::read);
      }
    } catch (Exception unexpected) {
      detector.read(unexpected);
    }
  }

  // Clouds.

  private void scaleway(EchoingServer server) {
    CloudScope scope = CloudScope.ofSecret("scaleway", new ObjectKey("ns", "scw"), "fr-par");
    ObjectNode secret = Json.MAPPER.createObjectNode();
    secret.withObject("/metadata").put("namespace", "ns").put("name", "scw");
    secret
        .withObject("/data")
        .put("SCW_SECRET_KEY", PlantedSecrets.base64(secrets.spoiled(secrets.password())));
    var addresses =
        ApiAddresses.of("scaleway", "https://api.scaleway.com", Map.of("endpoint", server.url()));
    var client =
        new KapsuleClient(
            new JsonHttpClient(new OpenGate()),
            _ -> Optional.of(new ApiObject(secret)),
            addresses,
            scope);
    detector.read(scope);
    attempt(client::cluster);
    attempt(client::pools);
    attempt(() -> client.resize("id", 3));
    attempt(() -> client.delete("id"));
  }

  private void aws(EchoingServer server) {
    var credentials =
        AwsSessionCredentials.create(
            "AKIA" + secrets.password(), secrets.password(), secrets.password());
    String userData = PlantedSecrets.base64(secrets.file());
    try (Ec2Client ec2 =
        Ec2Client.builder()
            .region(Region.EU_WEST_1)
            .endpointOverride(URI.create(server.url()))
            .credentialsProvider(StaticCredentialsProvider.create(credentials))
            .httpClient(UrlConnectionHttpClient.create())
            .overrideConfiguration(it -> it.retryStrategy(AwsRetryStrategy.doNotRetry()))
            .build()) {
      for (int i = 0; i < 5; i++) {
        attempt(
            () -> {
              try {
                return ec2.createLaunchTemplate(
                    CreateLaunchTemplateRequest.builder()
                        .launchTemplateName("t")
                        .launchTemplateData(data -> data.userData(userData))
                        .build());
              } catch (SdkException failure) {
                throw AwsErrors.toProviderException("CreateLaunchTemplate", true, failure);
              }
            });
      }
    }
  }
}
