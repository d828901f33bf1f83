package io.weir.clouds.aws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.InstanceState;
import io.weir.clouds.aws.autoscaling.AutoScaling;
import io.weir.clouds.aws.ec2.Ec2;
import io.weir.clouds.aws.eks.Eks;
import io.weir.clouds.aws.iam.Iam;
import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.ssm.Ssm;
import io.weir.clouds.aws.sts.Sts;
import io.weir.clouds.aws.sts.TemporaryKeys;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.site.Site;
import io.weir.clouds.site.SiteServices;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The services of one account in one region. */
record RegionalServices(
    AccountRegion accountRegion,
    Ec2 ec2,
    AutoScaling autoScaling,
    Iam iam,
    Eks eks,
    Ssm ssm,
    Sts sts)
    implements SiteServices {
  static RegionalServices in(AccountRegion accountRegion, TemporaryKeys keys) {
    Ec2 ec2 = new Ec2(accountRegion);
    AutoScaling autoScaling = new AutoScaling(accountRegion, ec2);
    Iam iam = new Iam(accountRegion);
    return new RegionalServices(
        accountRegion,
        ec2,
        autoScaling,
        iam,
        new Eks(accountRegion, ec2, autoScaling, iam),
        new Ssm(accountRegion),
        new Sts(accountRegion, keys));
  }

  @Nullable Handler handler(String service, String action) {
    Map<String, Handler> handlers =
        switch (service) {
          case "ec2" -> ec2.handlers();
          case "iam" -> iam.handlers();
          case "eks" -> eks.handlers();
          case "ssm" -> ssm.handlers();
          case "sts" -> sts.handlers();
          default -> autoScaling.handlers();
        };
    return handlers.get(action);
  }

  @Override
  public Site site() {
    return accountRegion;
  }

  @Override
  public ObjectNode save() {
    return RegionStateJson.toJson(this);
  }

  @Override
  public void load(JsonNode saved) {
    RegionStateJson.load(saved, this);
  }

  @Override
  public void resume() {
    ec2.instances().resume();
    autoScaling.resume();
    eks.resume();
  }

  @Override
  public List<InstanceState> instances() {
    return ec2.instances().instanceStates();
  }

  @Override
  public Map<String, byte[]> launchData() {
    return autoScaling.launchData();
  }

  @Override
  public boolean killInstance(String instanceId) {
    return ec2.instances().withId(instanceId).filter(ec2.instances()::kill).isPresent();
  }

  @Override
  public Object comparableState() {
    return Map.of(
        "groups", autoScaling.comparableState(),
        "launchTemplates", ec2.templates().comparableState(),
        "nodegroups", eks.comparableState());
  }
}
