package io.weir.bootstrap.render;

import io.weir.api.bootstrap.FileEntry;
import io.weir.bootstrap.BootstrapProblem;
import io.weir.bootstrap.gotemplate.GoTemplate;
import io.weir.bootstrap.gotemplate.TemplateProblem;
import io.weir.bootstrap.gotemplate.Value;
import java.util.Map;

/** Fills the files that are templates. They see {@code .controlPlane.version}, if it is known. */
final class FileTemplates {

  private static final int LONGEST = 1 << 20;

  private final Value.Group data;

  FileTemplates(RenderOptions options) {
    this.data =
        new Value.Group(
            options
                .controlPlaneVersion()
                .<Map<String, Value>>map(
                    version ->
                        Map.of(
                            "controlPlane",
                            new Value.Group(Map.of("version", new Value.Text(version)))))
                .orElse(Map.of()));
  }

  static boolean isTemplate(FileEntry file) {
    return "Template".equals(file.contentFormat());
  }

  /** The content to write, given what the file says or its Secret holds. */
  String content(FileEntry file, String content, String field) {
    if (!isTemplate(file)) {
      return content;
    }
    try {
      return GoTemplate.fill(content, data, LONGEST);
    } catch (TemplateProblem e) {
      // Without the cause, whose text is this one.
      throw BootstrapProblem.invalid(field + " as a template", String.valueOf(e.getMessage()));
    }
  }
}
