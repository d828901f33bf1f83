package io.weir.clouds.aws.seed;

import io.weir.clouds.site.CloudContext;
import io.weir.clouds.site.Site;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** One account in one region. */
public final class AccountRegion extends Site {
  private final Account account;
  private final Region region;
  private final AwsTiming awsTiming;
  private final List<Image> images;

  /** An empty one, which stores times in whole seconds as AWS does. */
  public AccountRegion(Account account, Region region, AwsTiming awsTiming, CloudContext context) {
    super(context, ChronoUnit.SECONDS);
    this.account = account;
    this.region = region;
    this.awsTiming = awsTiming;
    images = new CopyOnWriteArrayList<>(region.images());
  }

  /** Who calls. */
  public Account account() {
    return account;
  }

  /** Where. */
  public Region region() {
    return region;
  }

  /** How long things take. */
  public AwsTiming timing() {
    return awsTiming;
  }

  /** Images that exist now; more may be published while the cloud runs. */
  public List<Image> images() {
    return new ArrayList<>(images);
  }

  /** Publishes an image, as its owner would. */
  public void publishImage(Image image) {
    images.add(image);
  }

  /** The subnet of this id. */
  public Optional<Subnet> findSubnet(String id) {
    return region.subnets().stream().filter(s -> s.id().equals(id)).findFirst();
  }

  /** The image of this id. */
  public Optional<Image> findImage(String id) {
    return images.stream().filter(i -> i.id().equals(id)).findFirst();
  }

  /** The instance type of this name. */
  public Optional<InstanceType> findInstanceType(String name) {
    return region.instanceTypes().stream().filter(t -> t.name().equals(name)).findFirst();
  }

  /** A new id: the prefix, a dash, and 17 hexadecimal digits. */
  public String newId(String prefix) {
    return "%s-0%016x".formatted(prefix, ids().next());
  }
}
