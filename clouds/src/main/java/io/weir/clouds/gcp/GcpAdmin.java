package io.weir.clouds.gcp;

import io.weir.clouds.site.Sites;
import java.util.function.Predicate;

/** What Google does unasked, on command of a test. */
public final class GcpAdmin {
  private final Sites<ProjectServices> sites;

  GcpAdmin(Sites<ProjectServices> sites) {
    this.sites = sites;
  }

  /** Whether a virtual machine exists, running or not; by what stands in its provider ID. */
  public boolean hasInstance(String instanceId) {
    return any(services -> services.groups().hasInstance(instanceId));
  }

  /** Sets how many machines each project may have. */
  public void setQuota(int machines) {
    boolean _ =
        any(
            services -> {
              services.groups().setQuota(machines);
              return true;
            });
  }

  /** Has lists not reach a zone or region, such as {@code zones/europe-west1-b}, or reach it. */
  public void setReachable(String location, boolean reachable) {
    boolean _ =
        any(
            services ->
                reachable
                    ? services.project().unreachable().remove(location)
                    : services.project().unreachable().add(location));
  }

  /** Takes the all-instances configuration off groups of this name; false if there is none. */
  public boolean dropMarks(String group) {
    return any(services -> services.groups().dropMarks(group));
  }

  private boolean any(Predicate<ProjectServices> work) {
    return sites.withEach(work::test).containsValue(true);
  }
}
