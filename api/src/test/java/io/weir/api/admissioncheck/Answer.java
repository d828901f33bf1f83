package io.weir.api.admissioncheck;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.admission.Admission;
import io.weir.api.admission.Request;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/** What an admission says to a write, as a text for reviewers. */
final class Answer {

  private Answer() {}

  static String to(AdmissionCase one, Admission admission) {
    Request request = one.request();
    ObjectNode stored = admission.defaulted(request);
    var judged = new Request(stored, request.old(), request.dryRun());
    var violations = admission.violations(judged);

    var lines = new ArrayList<String>();
    lines.add((request.old().isPresent() ? "UPDATE " : "CREATE ") + one.name());
    filledIn(request.object(), stored, "", lines);
    admission.remarks(request).forEach(remark -> lines.add("  remark   " + remark));
    violations.forEach(violation -> lines.add("  refused  " + violation.sentence()));
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
