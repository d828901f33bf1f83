package io.weir.clouds.azure;

import io.weir.clouds.azure.compute.Compute;
import io.weir.clouds.azure.compute.ImageCatalog;
import io.weir.clouds.azure.containerservice.ManagedCluster;
import io.weir.clouds.azure.seed.ImageDefinition;
import io.weir.clouds.site.Sites;
import java.util.function.Predicate;

/** What Azure does unasked, on command of a test. */
public final class AzureAdmin {
  private final Sites<SubscriptionServices> sites;
  private final ImageCatalog images;

  AzureAdmin(Sites<SubscriptionServices> sites, ImageCatalog images) {
    this.sites = sites;
    this.images = images;
  }

  /** Takes the hardware of a spot instance away, as its policy wants; false if none runs. */
  public boolean evict(String instanceId) {
    return any(compute -> compute.evict(instanceId));
  }

  /** Whether an instance exists, running or not; by the id that stands in its provider id. */
  public boolean hasInstance(String instanceId) {
    return any(compute -> compute.exists(instanceId));
  }

  /** Sets how many cores of a family every subscription may use in each location, from now on. */
  public void setQuota(String family, int cores) {
    boolean _ =
        any(
            compute -> {
              compute.setQuota(family, cores);
              return true;
            });
  }

  /** Takes a size away from a zone, or, where the zone is empty, from a location. */
  public void restrictSize(String size, String location, String zone) {
    boolean _ =
        any(
            compute -> {
              compute.restrictSize(size, location, zone);
              return true;
            });
  }

  /** Makes a cluster of AKS in a subscription, or changes the one of its name. */
  public void putManagedCluster(String subscription, ManagedCluster cluster) {
    SubscriptionServices services = sites.get(subscription);
    boolean _ =
        services
            .site()
            .withLock(
                () -> {
                  services.managedClusters().put(cluster);
                  return true;
                });
  }

  /** Publishes an image. */
  public void publishImage(ImageDefinition image) {
    images.publish(image);
  }

  private boolean any(Predicate<Compute> work) {
    return sites.withEach(services -> work.test(services.compute())).containsValue(true);
  }
}
