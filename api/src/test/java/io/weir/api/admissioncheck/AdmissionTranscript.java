package io.weir.api.admissioncheck;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.admission.Admission;
import io.weir.api.admission.AdmissionRequest;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/** What an admission says to a write, as a text for reviewers. */
final class AdmissionTranscript {

  private AdmissionTranscript() {}

  static String of(AdmissionCase one, Admission admission) {
    AdmissionRequest admissionRequest = one.request();
    ObjectNode stored = admission.applyDefaults(admissionRequest);
    var judged =
        new AdmissionRequest(stored, admissionRequest.oldObject(), admissionRequest.dryRun());
    var violations = admission.violations(judged);

    var lines = new ArrayList<String>();
    lines.add((admissionRequest.oldObject().isPresent() ? "UPDATE " : "CREATE ") + one.name());
    filledIn(admissionRequest.object(), stored, "", lines);
    admission
        .defaultingWarnings(admissionRequest)
        .forEach(remark -> lines.add("  remark   " + remark));
    violations.forEach(violation -> lines.add("  refused  " + violation.fullMessage()));
    admission.warnings(judged).forEach(warning -> lines.add("  warning  " + warning));
    if (violations.isEmpty()) {
      lines.add("  accepted");
    }
    return String.join("\n", lines) + "\n";
  }

  private static void filledIn(JsonNode before, JsonNode after, String path, List<String> lines) {
    if (before.equals(after)) {
      return;
    }
    if (!after.isObject()) {
      lines.add("  set      " + path.substring(1) + " = " + after);
      return;
    }
    var fields = new LinkedHashSet<String>();
    after.fieldNames().forEachRemaining(fields::add);
    for (String field : fields) {
      JsonNode was = before.isObject() ? before.path(field) : MissingNode.getInstance();
      filledIn(was, after.path(field), path + "." + field, lines);
    }
  }
}
