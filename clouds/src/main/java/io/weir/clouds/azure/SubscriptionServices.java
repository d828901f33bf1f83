package io.weir.clouds.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.InstanceState;
import io.weir.clouds.azure.arm.Subscription;
import io.weir.clouds.azure.authorization.RoleAssignments;
import io.weir.clouds.azure.compute.Compute;
import io.weir.clouds.azure.compute.ImageCatalog;
import io.weir.clouds.azure.containerservice.ManagedClusters;
import io.weir.clouds.azure.identity.UserAssignedIdentities;
import io.weir.clouds.azure.resources.ResourceGroups;
import io.weir.clouds.site.Site;
import io.weir.clouds.site.SiteServices;
import java.util.List;
import java.util.Map;

/** What Azure offers in one subscription. */
record SubscriptionServices(
    Subscription subscription,
    ResourceGroups groups,
    Compute compute,
    UserAssignedIdentities identities,
    RoleAssignments roleAssignments,
    ManagedClusters managedClusters)
    implements SiteServices {

  static SubscriptionServices in(Subscription subscription, ImageCatalog images) {
    var groups = new ResourceGroups(subscription);
    return new SubscriptionServices(
        subscription,
        groups,
        new Compute(subscription, groups, images),
        new UserAssignedIdentities(subscription, groups),
        new RoleAssignments(subscription, groups),
        new ManagedClusters(subscription));
  }

  @Override
  public Site site() {
    return subscription;
  }

  @Override
  public ObjectNode save() {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    saved.set("subscription", subscription.save());
    saved.set("groups", groups.save());
    saved.set("compute", compute.save());
    saved.set("roleAssignments", roleAssignments.save());
    saved.set("managedClusters", managedClusters.save());
    return saved;
  }

  @Override
  public void load(JsonNode saved) {
    subscription.load(saved.path("subscription"));
    groups.load(saved.path("groups"));
    compute.load(saved.path("compute"));
    roleAssignments.load(saved.path("roleAssignments"));
    managedClusters.load(saved.path("managedClusters"));
  }

  @Override
  public void resume() {
    compute.resume();
    groups.resume();
    subscription.operations().resume();
  }

  @Override
  public List<InstanceState> instances() {
    return compute.instances();
  }

  @Override
  public Map<String, byte[]> launchData() {
    return compute.launchData();
  }

  @Override
  public boolean killInstance(String instanceId) {
    return compute.kill(instanceId);
  }

  @Override
  public Object comparableState() {
    return Map.of(
        "scaleSets", compute.comparableState(),
        "roleAssignments", roleAssignments.comparableState());
  }
}
