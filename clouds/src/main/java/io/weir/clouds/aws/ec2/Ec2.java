package io.weir.clouds.aws.ec2;

import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.world.Place;
import java.util.HashMap;
import java.util.Map;

/** EC2 in one account and region. */
public final class Ec2 {
  private final TemplateStore templates = new TemplateStore();
  private final ClientTokens tokens = new ClientTokens();
  private final Machines machines;
  private final Map<String, Handler> handlers = new HashMap<>();

  /** EC2 with nothing but what exists beforehand. */
  public Ec2(Place place) {
    machines = new Machines(place);
    handlers.putAll(new LaunchTemplates(place, templates, tokens).handlers());
    handlers.putAll(new TemplateVersions(place, templates, tokens).handlers());
    handlers.putAll(new Catalogue(place, machines).handlers());
    handlers.putAll(new Instances(place, machines).handlers());
    handlers.putAll(new TagOperations(templates, machines).handlers());
  }

  /** Its launch templates. */
  public TemplateStore templates() {
    return templates;
  }

  /** Its instances. */
  public Machines machines() {
    return machines;
  }

  ClientTokens tokens() {
    return tokens;
  }

  /** What each operation does. */
  public Map<String, Handler> handlers() {
    return handlers;
  }
}
