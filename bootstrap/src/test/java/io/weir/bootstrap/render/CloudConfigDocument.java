package io.weir.bootstrap.render;

import io.weir.bootstrap.yaml.YamlReaders;
import java.util.List;
import java.util.Map;

/**
 * A rendered document as cloud-init sees it after Jinja, of which only expressions are not
 * evaluated.
 */
public record CloudConfigDocument(Map<String, Object> tree) {

  static final String JOIN_FILE = "/run/kubeadm/kubeadm-join-config.yaml";

  public static CloudConfigDocument of(BootstrapInputs inputs) {
    String text = BootstrapDataRenderer.render(inputs).value().replace("{{ '{#' }}", "{#");
    return new CloudConfigDocument(YamlReaders.readAs11(text));
  }

  @SuppressWarnings("unchecked")
  public List<Map<String, Object>> files() {
    return (List<Map<String, Object>>) tree.get("write_files");
  }

  Map<String, Object> file(String path) {
    return files().stream().filter(file -> path.equals(file.get("path"))).findFirst().orElseThrow();
  }

  String joinText() {
    return (String) file(JOIN_FILE).get("content");
  }

  public Map<String, Object> join() {
    return YamlReaders.readAs11(joinText());
  }

  /** What a path of keys leads to in the join configuration. */
  @SuppressWarnings("unchecked")
  public Object join(String... keys) {
    Object found = join();
    for (String key : keys) {
      found = ((Map<String, Object>) found).get(key);
    }
    return found;
  }
}
