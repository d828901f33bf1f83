package io.weir.sandbox.objects;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.manager.Main;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The manager in Pods, with the account that an installation makes.
 *
 * @param image such as {@code registry.example.com/weir:0.1.0}
 * @param arguments of the manager
 */
public record ManagerDeployment(String image, List<String> arguments) {

  private static final String ALL = "*";

  /**
   * Of a manager that does what is installed for it.
   *
   * @param controllers the value of {@code --controllers}
   * @param only the only namespace that it looks at; empty for all
   * @param options further ones of the manager, such as {@code --watch-filter=weir}
   * @throws IllegalArgumentException with one sentence for people, if one is wrong
   */
  public static ManagerDeployment of(
      String image, String controllers, Optional<String> only, List<String> options) {
    if (image.isBlank()) {
      throw new IllegalArgumentException(
          "--image names no image: give one that the cluster can pull, such as"
              + " registry.example.com/weir:0.1.0");
    }
    var arguments = new ArrayList<String>();
    if (!controllers.equals(ALL)) {
      arguments.add("--controllers=" + controllers);
    }
    only.ifPresent(namespace -> arguments.add("--namespace=" + namespace));
    arguments.addAll(options);
    Main.check(arguments);
    return new ManagerDeployment(image, List.copyOf(arguments));
  }

  /** As it is created. */
  public ObjectNode manifest() {
    ObjectNode deployment = ManagerRbac.read("deployment").getFirst();
    var container = (ObjectNode) deployment.at("/spec/template/spec/containers/0");
    container.put("image", image);
    ArrayNode args = container.putArray("args");
    arguments.forEach(args::add);
    return deployment;
  }
}
