package io.weir.clouds.node.cloudinit;

import io.weir.clouds.node.host.FileSystem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * cloud-init at a machine's first boot, as far as {@code #cloud-config} with {@code write_files},
 * {@code bootcmd} and {@code runcmd} goes. Other sections (users, disks, mounts, time) have no
 * effect on whether a machine joins and are only read past; multi-part data is not supported.
 */
public final class CloudInit {
  private static final String CLOUD_CONFIG = "#cloud-config";

  private CloudInit() {}

  /** Reads user data, writes its files and returns its commands. Never fails: see the warnings. */
  public static UserDataResult process(UserData userData, InstanceData instance, FileSystem files) {
    var warnings = new ArrayList<String>();
    try {
      String text = text(userData, instance, warnings);
      if (!text.startsWith(CLOUD_CONFIG)) {
        throw new CloudInitException("user data is not a cloud-config");
      }
      Map<String, Object> config = load(text);
      List<String> boot = CommandListReader.read(config.get("bootcmd"), "bootcmd", warnings);
      WriteFilesSection.write(config.get("write_files"), files, warnings);
      List<String> run = CommandListReader.read(config.get("runcmd"), "runcmd", warnings);
      return new UserDataResult(boot, run, warnings, true);
    } catch (CloudInitException e) {
      warnings.add(e.getMessage());
      return new UserDataResult(List.of(), List.of(), warnings, false);
    } catch (IOException e) {
      return UserDataResult.ignored("user data cannot be unpacked: " + e.getMessage());
    }
  }

  private static String text(UserData userData, InstanceData instance, List<String> warnings)
      throws IOException, CloudInitException {
    String text = userData.text();
    if (!JinjaTemplate.isTemplate(text)) {
      return text;
    }
    JinjaTemplate.Rendered rendered = JinjaTemplate.render(text, instance);
    warnings.addAll(rendered.warnings());
    return rendered.text();
  }

  private static Map<String, Object> load(String text) throws CloudInitException {
    try {
      Object root = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
      var config = new LinkedHashMap<String, Object>();
      if (root instanceof Map<?, ?> map) {
        map.forEach((key, value) -> config.put(String.valueOf(key), value));
      } else if (root != null) {
        throw new CloudInitException("the cloud-config is not a mapping");
      }
      return config;
    } catch (MarkedYAMLException e) {
      // The whole message would quote the line, and with it perhaps a secret.
      throw new CloudInitException(
          "the cloud-config is not YAML: "
              + e.getProblem()
              + (e.getProblemMark() == null ? "" : ", line " + (e.getProblemMark().getLine() + 1)));
    } catch (YAMLException e) {
      throw new CloudInitException("the cloud-config is not YAML");
    }
  }
}
