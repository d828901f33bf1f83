package io.weir.clouds.aws.ec2;

import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.wire.Handler;
import java.util.HashMap;
import java.util.Map;

/** EC2 in one account and region. */
public final class Ec2 {
  private final TemplateStore templates = new TemplateStore();
  private final ClientTokens tokens = new ClientTokens();
  private final Ec2Instances ec2Instances;
  private final Map<String, Handler> handlers = new HashMap<>();

  /** EC2 with nothing but what exists beforehand. */
  public Ec2(AccountRegion accountRegion) {
    ec2Instances = new Ec2Instances(accountRegion);
    handlers.putAll(new LaunchTemplateOperations(accountRegion, templates, tokens).handlers());
    handlers.putAll(new TemplateVersionOperations(accountRegion, templates, tokens).handlers());
    handlers.putAll(new DescribeOperations(accountRegion, ec2Instances).handlers());
    handlers.putAll(new InstanceOperations(accountRegion, ec2Instances).handlers());
    handlers.putAll(new LaunchTrials(accountRegion, templates).handlers());
    handlers.putAll(new TagOperations(templates, ec2Instances).handlers());
  }

  /** Its launch templates. */
  public TemplateStore templates() {
    return templates;
  }

  /** Its instances. */
  public Ec2Instances instances() {
    return ec2Instances;
  }

  ClientTokens tokens() {
    return tokens;
  }

  /** What each operation does. */
  public Map<String, Handler> handlers() {
    return handlers;
  }
}
