package io.weir.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.sandbox.fit.Fitted;
import io.weir.sandbox.fit.Fitting;
import io.weir.sandbox.objects.ManifestFiles;
import io.weir.sandbox.once.Once;
import io.weir.sandbox.once.Transcript;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The pool, and the cluster, that people find in the documentation of Cluster API's AWS provider.
 */
class DocsExampleIT {
  private static final Map<String, String> VARIABLES =
      Map.of(
          "CLUSTER_NAME", "capa",
          "AWS_REGION", "eu-west-1",
          "AWS_AVAILABILITY_ZONE", "eu-west-1b",
          "AWS_SUBNET_ID", "subnet-0123456789abcdef0",
          "AWS_NODE_MACHINE_TYPE", "m6i.xlarge",
          "AWS_SSH_KEY_NAME", "somebody");

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pool-v1beta1.yaml",
        "pool-v1beta2.yaml",
        "cluster-v1beta1.yaml pool-v1beta1.yaml"
      })
  void runsUnchangedButForItsVariables(String names) throws Exception {
    List<String> files =
        Stream.of(names.split(" "))
            .map(name -> Path.of("..", "examples", "aws", name).toString())
            .toList();
    Fitted fitted =
        Fitting.fit(new ManifestFiles(VARIABLES, InputStream.nullInputStream()).readServed(files));
    var out = new ByteArrayOutputStream();
    var transcript =
        new Transcript(new PrintStream(out, true, StandardCharsets.UTF_8), System::nanoTime);

    Once.Outcome outcome =
        new Once(fitted.manifests(), Duration.ofMinutes(8), transcript)
            .run(SandboxOptions.defaults().in(directory).with(fitted.world()));

    assertThat(outcome).as(out.toString(StandardCharsets.UTF_8)).isEqualTo(Once.Outcome.RUNNING);
  }
}
