package io.weir.sandbox.once;

import io.weir.api.ApiObject;
import io.weir.kernel.kube.KubeException;
import io.weir.sandbox.Sandbox;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.StatusSummary;
import java.util.ArrayList;
import java.util.List;

/** Why pools do not run, as far as the parts of a sandbox know. */
final class Diagnosis {
  private static final int LOG_LINES = 20;

  private final Sandbox sandbox;
  private final Manifests manifests;

  Diagnosis(Sandbox sandbox, Manifests manifests) {
    this.sandbox = sandbox;
    this.manifests = manifests;
  }

  void print(Transcript transcript) {
    for (ApiObject object : manifests.objects()) {
      transcript.section(object.groupKind().kind() + " " + Manifests.keyOf(object), now(object));
    }
    var machines = new ArrayList<String>();
    sandbox.fleet().joinFailures().forEach((id, why) -> machines.add(id + " " + why));
    if (!machines.isEmpty()) {
      transcript.section("Machines", machines);
    }
    transcript.section("Last log lines of the manager", sandbox.manager().lastLines(LOG_LINES));
  }

  private List<String> now(ApiObject object) {
    try {
      return sandbox
          .kube()
          .client()
          .get(object.groupKind(), Manifests.keyOf(object))
          .map(StatusSummary::lines)
          .orElse(List.of("does not exist"));
    } catch (KubeException failure) {
      return List.of(String.valueOf(failure.getMessage()));
    }
  }
}
