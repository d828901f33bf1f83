package io.weir.provider.aws.desired;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.core.MachinePool;
import io.weir.provider.Answers;
import io.weir.provider.BootstrapData;
import io.weir.provider.Inputs;
import io.weir.provider.Resolution;
import io.weir.provider.Unready;
import io.weir.provider.aws.api.AWSMachinePool;
import io.weir.provider.aws.desired.AwsQuery.Image;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** From a pool's objects to what AWS should hold; pure. */
public final class Resolver {

  private Resolver() {}

  /** The desired state, or the questions to ask first, or what is in the way. */
  public static Resolution<AwsDesired> resolve(Inputs in, Answers known) {
    try {
      var sources = Sources.of(in);
      var bootstrap = prerequisites(in, sources);
      var questions = new Questions(known);
      var pool = in.pool().as(AWSMachinePool.class).spec();
      var image = boot(image(in, sources, pool), questions);
      var places = subnets(in, sources, pool);
      var subnets = places.subnets(questions);
      var groups = securityGroups(sources, pool);
      var securityGroups = groups.securityGroups(questions);
      if (!image.known() || subnets.isEmpty() || securityGroups.isEmpty()) {
        return new Resolution.Asks<>(questions.open());
      }
      var desired =
          desired(
              in,
              sources,
              bootstrap,
              new Placement(subnets.get(), places.passedOver(subnets.get())),
              new Chosen(image.found().orElse(Boot.NOTHING), securityGroups.get()),
              new Chosen(image.asked(), groups.asked()),
              image.missing().isEmpty());
      return image
          .missing()
          .<Resolution<AwsDesired>>map(why -> new Resolution.Blocked<>(why, Optional.of(desired)))
          .orElseGet(() -> new Resolution.Resolved<>(desired));
    } catch (Unready why) {
      return new Resolution.Blocked<>(why);
    }
  }

  /**
   * What instances boot.
   *
   * @param found the image; empty while AWS must be asked, or if there is none
   * @param asked what was asked for, in the place of what was found; nothing if that can't be read
   * @param missing why there is none
   */
  private record Boot(
      Optional<Image.Details> found, Image.Details asked, Optional<Unready> missing) {

    static final Image.Details NOTHING = new Image.Details("", "");

    boolean known() {
      return found.isPresent() || missing.isPresent();
    }
  }

  /** An image that is missing holds up what is made from it, and not the rest. */
  private static Boot boot(ImageChoice choice, Questions questions) {
    Image.Details asked = Boot.NOTHING;
    try {
      asked = new Image.Details(choice.source(), "");
      return new Boot(choice.image(questions), asked, Optional.empty());
    } catch (Unready missing) {
      return new Boot(Optional.empty(), asked, Optional.of(missing));
    }
  }

  private static BootstrapData prerequisites(Inputs in, Sources sources) throws Unready {
    var _ = Scopes.of(in);
    if (!sources.provisioned()) {
      throw Unready.waiting(
          Reasons.WAITING_FOR_CLUSTER,
          "Cluster %s is not provisioned yet".formatted(sources.cluster().key()));
    }
    var bootstrap = in.bootstrap().orElseThrow(() -> withoutData(in));
    var ignition = in.pool().as(AWSMachinePool.class).spec().ignition();
    if (bootstrap.format().equals("ignition")
        && ignition != null
        && !"UnencryptedUserData".equals(ignition.storageType())) {
      throw Unready.mistake(
          Reasons.INVALID,
          "spec.ignition.storageType is %s, which is not supported yet; use UnencryptedUserData"
              .formatted(ignition.storageType()));
    }
    return bootstrap;
  }

  private static ImageChoice image(Inputs in, Sources sources, AWSMachinePool.Spec pool) {
    String version = in.machinePool().as(MachinePool.class).spec().template().spec().version();
    return new ImageChoice(pool.awsLaunchTemplate(), sources.aws().spec(), version);
  }

  private static SubnetChoice subnets(Inputs in, Sources sources, AWSMachinePool.Spec pool) {
    return new SubnetChoice(
        pool,
        in.machinePool().as(MachinePool.class).spec().failureDomains(),
        sources.aws().spec().network().subnets(),
        sources.infrastructure().key().toString());
  }

  private static SecurityGroupChoice securityGroups(Sources sources, AWSMachinePool.Spec pool) {
    var overrides = new HashMap<String, String>();
    JsonNode given = sources.infrastructure().at("/spec/network/securityGroupOverrides");
    given.properties().forEach(each -> overrides.put(each.getKey(), each.getValue().asText()));
    return new SecurityGroupChoice(
        pool.awsLaunchTemplate().additionalSecurityGroups(),
        sources.aws().status().networkStatus().securityGroups(),
        overrides,
        sources.cluster().name());
  }

  /** What AWS answers differently in time: as it was found, or as it was asked for. */
  private record Chosen(Image.Details image, List<String> securityGroups) {}

  /** Where instances are placed, and which wish about it is not followed. */
  private record Placement(List<String> subnets, Optional<String> passedOver) {}

  private static AwsDesired desired(
      Inputs in,
      Sources sources,
      BootstrapData bootstrap,
      Placement placement,
      Chosen found,
      Chosen asked,
      boolean bootable)
      throws Unready {
    ApiObject object = in.pool();
    var pool = object.as(AWSMachinePool.class).spec();
    Integer replicas = in.machinePool().as(MachinePool.class).spec().replicas();
    boolean elsewhere = in.sizedElsewhere();
    var group = GroupChoice.settings(pool, placement.subnets(), replicas, elsewhere);
    Map<String, String> additional = new HashMap<>(sources.aws().spec().additionalTags());
    additional.putAll(pool.additionalTags());
    var common = Tags.common(sources.cluster().name(), object.name(), additional);
    var template = template(pool, found, common, bootstrap);
    var userData = UserData.of(bootstrap);
    return new AwsDesired(
        object.name(),
        GroupChoice.size(pool, replicas),
        template,
        userData,
        group,
        Tags.ofPool(common, object.key()),
        additional,
        elsewhere ? Optional.empty() : GroupChoice.clamped(pool, replicas),
        placement.passedOver(),
        RevisionChoice.of(
            template(pool, asked, common, bootstrap), in.machinePool(), bootstrap, userData),
        RevisionChoice.settings(pool.refreshPreferences()),
        bootable,
        RevisionChoice.stale(in.machinePool(), bootstrap));
  }

  private static TemplateData template(
      AWSMachinePool.Spec pool, Chosen chosen, Map<String, String> tags, BootstrapData bootstrap)
      throws Unready {
    return TemplateChoice.template(
        pool.awsLaunchTemplate(),
        chosen.image(),
        chosen.securityGroups(),
        tags,
        bootstrap.secret());
  }

  /** Data that a config makes comes by itself; what people name, people must make. */
  private static Unready withoutData(Inputs in) {
    var bootstrap = in.machinePool().as(MachinePool.class).spec().template().spec().bootstrap();
    String secret = bootstrap.dataSecretName();
    return bootstrap.configRef() == null && secret != null
        ? Unready.mistake(
            Reasons.BOOTSTRAP_DATA_NOT_FOUND,
            "MachinePool %s spec.template.spec.bootstrap.dataSecretName names Secret %s, which does not exist or has no key \"value\"; create it, or name another"
                .formatted(in.machinePool().key(), secret))
        : Unready.waiting(
            Reasons.WAITING_FOR_BOOTSTRAP,
            "MachinePool %s has no bootstrap data yet".formatted(in.machinePool().key()));
  }
}
