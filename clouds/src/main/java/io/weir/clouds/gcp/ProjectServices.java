package io.weir.clouds.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.InstanceState;
import io.weir.clouds.gcp.compute.Groups;
import io.weir.clouds.gcp.compute.Project;
import io.weir.clouds.gcp.container.ContainerEngine;
import io.weir.clouds.gcp.wire.GcpCall;
import io.weir.clouds.gcp.wire.GcpErrorException;
import io.weir.clouds.http.RestResponse;
import io.weir.clouds.site.Site;
import io.weir.clouds.site.SiteServices;
import java.util.List;
import java.util.Map;

/** What Compute Engine and Kubernetes Engine offer in one project. */
record ProjectServices(Project project, Groups groups, ContainerEngine engine)
    implements SiteServices {

  static ProjectServices in(Project project) {
    var groups = new Groups(project);
    return new ProjectServices(project, groups, new ContainerEngine(project, groups));
  }

  /** Answers {@code regions.get}. */
  RestResponse region(GcpCall call) {
    String name = call.variable("region");
    List<String> zones = project.seed().regions().get(name);
    if (zones == null) {
      throw GcpErrorException.notFound("projects/%s/regions/%s".formatted(project.id(), name));
    }
    ObjectNode region = JsonNodeFactory.instance.objectNode();
    region.put("kind", "compute#region").put("name", name).put("status", "UP");
    region.put("selfLink", project.url("regions/" + name));
    ArrayNode list = region.putArray("zones");
    zones.forEach(zone -> list.add(project.url("zones/" + zone)));
    return RestResponse.ok(region);
  }

  @Override
  public Site site() {
    return project;
  }

  @Override
  public ObjectNode save() {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    saved.set("project", project.save());
    saved.set("groups", groups.save());
    saved.set("clusters", engine.save());
    return saved;
  }

  @Override
  public void load(JsonNode saved) {
    project.load(saved.path("project"));
    groups.load(saved.path("groups"));
    engine.load(saved.path("clusters"));
  }

  @Override
  public void resume() {
    groups.resume();
    project.operations().resume();
    engine.resume();
  }

  @Override
  public List<InstanceState> instances() {
    return groups.instances();
  }

  @Override
  public Map<String, byte[]> launchData() {
    return groups.launchData();
  }

  @Override
  public boolean killInstance(String instanceId) {
    return groups.kill(instanceId);
  }

  @Override
  public Object comparableState() {
    return Map.of("groups", groups.comparableState(), "nodePools", engine.comparableState());
  }
}
