package io.weir.sandbox.live;

import io.weir.sandbox.InteractiveOptions;
import io.weir.sandbox.SandboxOptions;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.once.Transcript;
import io.weir.sandbox.prepare.ManifestPreparer;
import java.nio.file.Path;
import java.util.Optional;

/** What {@code weir sandbox} does, as a process for {@link SignalsIT}. */
final class SessionMain {
  private SessionMain() {}

  public static void main(String[] args) throws Exception {
    var options =
        SandboxOptions.defaults()
            .inDirectory(Path.of(args[0]))
            .with(new InteractiveOptions(0, Optional.empty(), true));
    var transcript = new Transcript(System.out, System::nanoTime);
    new SandboxSession(
            ManifestPreparer.prepare(Manifests.example()), transcript, Optional.empty(), "weir")
        .run(options);
  }
}
