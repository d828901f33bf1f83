package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.sandbox.objects.ManifestReader;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.once.SandboxRun;
import io.weir.sandbox.once.Transcript;
import io.weir.sandbox.prepare.ManifestPreparer;
import io.weir.sandbox.prepare.PreparedManifests;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The pool, and the cluster, that people find in the documentation and among the templates of
 * Cluster API's AWS provider.
 */
@WithTestSandbox
class DocsExampleIT {
  private static final String EXAMPLES = "../examples/aws/";
  private static final String RESOURCES =
      "../sandbox/src/test/resources/io/weir/sandbox/lifecycle/";

  private final TestSandbox testSandbox;

  DocsExampleIT(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
  }

  /** What people take of it; each has a cluster of its own. */
  enum Documented {
    POOL_V1BETA1("capa-older", EXAMPLES + "pool-v1beta1.yaml"),
    POOL_V1BETA2("capa", EXAMPLES + "pool-v1beta2.yaml"),
    CLUSTER_AND_POOL(
        "capa-whole", EXAMPLES + "cluster-v1beta1.yaml", EXAMPLES + "pool-v1beta1.yaml"),
    CLUSTER_OF_REGION_AND_KEY("capa-template", RESOURCES + "cluster-of-region-and-key.yaml"),
    NODE_GROUP_OF_CUSTOM_IMAGE("capa-nitro", RESOURCES + "node-group-of-custom-image.yaml"),
    EKS_MACHINES_OF_AMAZON_LINUX_2(
        "capa-eks-al2", RESOURCES + "eks-machines-of-amazon-linux-2.yaml"),
    EKS_CLUSTER_AND_POOL("capa-eks", EXAMPLES + "eks-v1beta1.yaml");

    private final String cluster;
    private final String files;

    Documented(String cluster, String... files) {
      this.cluster = cluster;
      this.files = String.join(" ", files);
    }

    Manifests manifests() throws IOException {
      var variables =
          Map.of(
              "CLUSTER_NAME", cluster,
              "AWS_REGION", "us-east-1",
              "AWS_AVAILABILITY_ZONE", "us-east-1b",
              "AWS_SUBNET_ID", "subnet-0123456789abcdef0",
              "AWS_NODE_MACHINE_TYPE", "m6i.xlarge",
              "AWS_SSH_KEY_NAME", "somebody",
              "KUBERNETES_VERSION", "v1.35.4",
              "WORKER_MACHINE_COUNT", "2");
      return new ManifestReader(variables, InputStream.nullInputStream())
          .readServed(List.of(files.split(" ", -1)));
    }
  }

  /** All of it, for the cloud in which it is to run. */
  static List<Manifests> all() throws IOException {
    return List.of(
        Documented.POOL_V1BETA1.manifests(),
        Documented.POOL_V1BETA2.manifests(),
        Documented.CLUSTER_AND_POOL.manifests(),
        Documented.CLUSTER_OF_REGION_AND_KEY.manifests(),
        Documented.NODE_GROUP_OF_CUSTOM_IMAGE.manifests(),
        Documented.EKS_MACHINES_OF_AMAZON_LINUX_2.manifests(),
        Documented.EKS_CLUSTER_AND_POOL.manifests());
  }

  @ParameterizedTest
  @EnumSource
  void runsUnchangedButForItsVariables(Documented documented) throws Exception {
    PreparedManifests preparedManifests =
        ManifestPreparer.prepare(
            documented.manifests(), TestSandbox.worldsOf(testSandbox.sandbox()));
    var out = new ByteArrayOutputStream();
    var transcript =
        new Transcript(new PrintStream(out, true, StandardCharsets.UTF_8), System::nanoTime);

    SandboxRun.Outcome outcome =
        new SandboxRun(preparedManifests.manifests(), TestSandbox.PATIENCE, transcript)
            .runIn(testSandbox.sandbox());

    assertThat(outcome)
        .as(out.toString(StandardCharsets.UTF_8))
        .isEqualTo(SandboxRun.Outcome.RUNNING);
    ApiObject found = preparedManifests.manifests().of(GroupKind.MACHINE_POOL).getFirst();
    var pool = new ObjectKey(TestSandbox.NAMESPACE, found.name());
    testSandbox.delete(pool);
    testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
  }
}
