package io.weir.bootstrap.render;

import io.weir.api.bootstrap.FileEntry;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.gotemplate.GoTemplate;
import io.weir.bootstrap.gotemplate.TemplateException;
import io.weir.bootstrap.gotemplate.TemplateValue;
import java.util.Map;

/** Fills the files that are templates. They see {@code .controlPlane.version}, if it is known. */
final class FileTemplateRenderer {

  private final TemplateValue.MapValue data;

  FileTemplateRenderer(RenderOptions options) {
    this.data =
        new TemplateValue.MapValue(
            options
                .controlPlaneVersion()
                .<Map<String, TemplateValue>>map(
                    version ->
                        Map.of(
                            "controlPlane",
                            new TemplateValue.MapValue(
                                Map.of("version", new TemplateValue.TextValue(version)))))
                .orElse(Map.of()));
  }

  static boolean isTemplate(FileEntry file) {
    return "Template".equals(file.contentFormat());
  }

  /** The content to write, given what the file says. */
  String render(FileEntry file, String content, String field) {
    return render(file, content, field, false);
  }

  /** The content to write, given what the file's Secret holds, of which no word is quoted. */
  String renderSecret(FileEntry file, String content, String field) {
    return render(file, content, field, true);
  }

  private String render(FileEntry file, String content, String field, boolean secret) {
    if (!isTemplate(file)) {
      return content;
    }
    try {
      return GoTemplate.render(content, data, ContentResolver.LONGEST);
    } catch (TemplateException e) {
      // Without the cause, whose text is this one.
      throw BootstrapDataException.invalid(
          field + " as a template", secret ? e.unquotedMessage() : String.valueOf(e.getMessage()));
    }
  }
}
