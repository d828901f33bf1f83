package io.weir.clouds.aws.ec2;

import io.weir.clouds.aws.wire.AwsRefusal;
import io.weir.clouds.aws.wire.Call;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.Page;
import io.weir.clouds.aws.wire.Struct;
import io.weir.clouds.aws.world.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Operations on launch templates as a whole. */
final class LaunchTemplates {
  private static final int DEFAULT_PAGE = 200;
  private static final Filters<LaunchTemplate> FILTERS =
      new Filters<>(
          Map.of(
              "launch-template-name", t -> List.of(t.name()),
              "create-time", t -> List.of(t.created().toString())),
          LaunchTemplate::tags);

  private final Place place;
  private final TemplateStore store;
  private final ClientTokens tokens;

  LaunchTemplates(Place place, TemplateStore store, ClientTokens tokens) {
    this.place = place;
    this.store = store;
    this.tokens = tokens;
  }

  Map<String, Handler> handlers() {
    return Map.of(
        "CreateLaunchTemplate", call -> tokens.once(call, this::create),
        "DescribeLaunchTemplates", this::describe,
        "ModifyLaunchTemplate", this::modify,
        "DeleteLaunchTemplate", this::delete);
  }

  private Struct create(Call call) {
    Struct input = call.input();
    String name = input.text("LaunchTemplateName");
    if (!name.matches("[a-zA-Z0-9().\\-/_]{3,128}")) {
      throw AwsRefusal.of(
          "InvalidLaunchTemplateName.MalformedException",
          "A launch template name must be between 3 and 128 characters, and may contain letters,"
              + " numbers, and the following characters: - ( ) . / _.");
    }
    if (store.withName(name).isPresent()) {
      throw AwsRefusal.of(
          "InvalidLaunchTemplateName.AlreadyExistsException",
          "Launch template name already in use.");
    }
    Struct data = TemplateStore.checked(input.struct("LaunchTemplateData").orElseThrow());
    LaunchTemplate template =
        new LaunchTemplate(place.newId("lt"), name, place.now(), Tags.of(input, "launch-template"));
    long number = template.nextNumber();
    template
        .versions()
        .put(
            number,
            new TemplateVersion(
                number, place.now(), input.find("VersionDescription").orElse(null), data));
    store.add(template);
    place.journal().created("LaunchTemplate", name);
    place.journal().created("LaunchTemplateVersion", name);
    return new Struct().set("LaunchTemplate", written(template));
  }

  private Struct describe(Call call) {
    Struct input = call.input();
    List<String> ids = input.texts("LaunchTemplateIds");
    List<String> names = input.texts("LaunchTemplateNames");
    List<LaunchTemplate> chosen = new ArrayList<>();
    ids.forEach(id -> chosen.add(store.withId(id).orElseThrow(() -> TemplateStore.noId(id))));
    names.forEach(n -> chosen.add(store.withName(n).orElseThrow(() -> TemplateStore.noName(n))));
    if (ids.isEmpty() && names.isEmpty()) {
      chosen.addAll(store.all());
    }
    Page<LaunchTemplate> page =
        Page.of(
            FILTERS.apply(input, chosen),
            LaunchTemplate::id,
            input.number("MaxResults").orElse(DEFAULT_PAGE),
            input.find("NextToken").orElse(null));
    return new Struct()
        .set("LaunchTemplates", page.items().stream().map(this::written).toList())
        .set("NextToken", page.next());
  }

  private Struct modify(Call call) {
    LaunchTemplate template = store.named(call.input());
    String version = call.input().find("DefaultVersion").orElse("");
    TemplateVersion wanted =
        template.version(version).orElseThrow(() -> TemplateStore.noVersion(template, version));
    template.useAsDefault(wanted.number());
    return new Struct().set("LaunchTemplate", written(template));
  }

  private Struct delete(Call call) {
    LaunchTemplate template = store.named(call.input());
    store.remove(template);
    return new Struct().set("LaunchTemplate", written(template));
  }

  private Struct written(LaunchTemplate template) {
    return new Struct()
        .set("LaunchTemplateId", template.id())
        .set("LaunchTemplateName", template.name())
        .set("CreateTime", template.created())
        .set("CreatedBy", creator(place))
        .set("DefaultVersionNumber", template.defaultVersion())
        .set("LatestVersionNumber", template.latestVersion())
        .set("Tags", template.tags().isEmpty() ? null : Tags.write(template.tags()));
  }

  static String creator(Place place) {
    return "arn:aws:iam::" + place.account().id() + ":user/weir";
  }
}
