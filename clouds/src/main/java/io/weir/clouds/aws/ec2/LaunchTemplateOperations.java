package io.weir.clouds.aws.ec2;

import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.wire.AwsCall;
import io.weir.clouds.aws.wire.AwsErrorException;
import io.weir.clouds.aws.wire.AwsPage;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.Struct;
import io.weir.clouds.http.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Operations on launch templates as a whole. */
final class LaunchTemplateOperations {
  private static final int DEFAULT_PAGE = 200;
  private static final Filters<LaunchTemplate> FILTERS =
      new Filters<>(
          Map.of(
              "launch-template-name", t -> List.of(t.name()),
              "create-time", t -> List.of(t.createdAt().toString())),
          LaunchTemplate::tags);

  private final AccountRegion accountRegion;
  private final TemplateStore store;
  private final ClientTokens tokens;

  LaunchTemplateOperations(AccountRegion accountRegion, TemplateStore store, ClientTokens tokens) {
    this.accountRegion = accountRegion;
    this.store = store;
    this.tokens = tokens;
  }

  Map<String, Handler> handlers() {
    return Map.of(
        "CreateLaunchTemplate", awsCall -> tokens.runOnce(awsCall, this::create),
        "DescribeLaunchTemplates", this::describe,
        "ModifyLaunchTemplate", this::modify,
        "DeleteLaunchTemplate", this::delete);
  }

  private Struct create(AwsCall awsCall) {
    Struct input = awsCall.input();
    String name = input.text("LaunchTemplateName");
    if (!name.matches("[a-zA-Z0-9().\\-/_]{3,128}")) {
      throw AwsErrorException.of(
          "InvalidLaunchTemplateName.MalformedException",
          "A launch template name must be between 3 and 128 characters, and may contain letters,"
              + " numbers, and the following characters: - ( ) . / _.");
    }
    if (store.withName(name).isPresent()) {
      throw AwsErrorException.of(
          "InvalidLaunchTemplateName.AlreadyExistsException",
          "Launch template name already in use.");
    }
    Struct data = TemplateStore.validated(input.struct("LaunchTemplateData").orElseThrow());
    LaunchTemplate template =
        new LaunchTemplate(
            accountRegion.newId("lt"),
            name,
            accountRegion.now(),
            Tags.fromSpecifications(input, "launch-template"));
    long number = template.nextNumber();
    template
        .versions()
        .put(
            number,
            new TemplateVersion(
                number,
                accountRegion.now(),
                input.findText("VersionDescription").orElse(null),
                data));
    store.add(template);
    accountRegion.journal().recordCreation("LaunchTemplate", name);
    accountRegion.journal().recordCreation("LaunchTemplateVersion", name);
    return new Struct().set("LaunchTemplate", written(template));
  }

  private Struct describe(AwsCall awsCall) {
    Struct input = awsCall.input();
    List<String> ids = input.texts("LaunchTemplateIds");
    List<String> names = input.texts("LaunchTemplateNames");
    List<LaunchTemplate> chosen = new ArrayList<>();
    ids.forEach(id -> chosen.add(store.withId(id).orElseThrow(() -> TemplateStore.idNotFound(id))));
    names.forEach(
        n -> chosen.add(store.withName(n).orElseThrow(() -> TemplateStore.nameNotFound(n))));
    if (ids.isEmpty() && names.isEmpty()) {
      chosen.addAll(store.all());
    }
    Page<LaunchTemplate> page =
        AwsPage.of(
            FILTERS.apply(input, chosen),
            LaunchTemplate::id,
            input.number("MaxResults").orElse(DEFAULT_PAGE),
            input);
    return new Struct()
        .set("LaunchTemplates", page.items().stream().map(this::written).toList())
        .set("NextToken", page.next());
  }

  private Struct modify(AwsCall awsCall) {
    LaunchTemplate template = store.requestedTemplate(awsCall.input());
    String version = awsCall.input().findText("DefaultVersion").orElse("");
    TemplateVersion wanted =
        template
            .findVersion(version)
            .orElseThrow(() -> TemplateStore.versionNotFound(template, version));
    template.setDefaultVersion(wanted.number());
    return new Struct().set("LaunchTemplate", written(template));
  }

  private Struct delete(AwsCall awsCall) {
    LaunchTemplate template = store.requestedTemplate(awsCall.input());
    store.remove(template);
    return new Struct().set("LaunchTemplate", written(template));
  }

  private Struct written(LaunchTemplate template) {
    return new Struct()
        .set("LaunchTemplateId", template.id())
        .set("LaunchTemplateName", template.name())
        .set("CreateTime", template.createdAt())
        .set("CreatedBy", creatorArn(accountRegion))
        .set("DefaultVersionNumber", template.defaultVersion())
        .set("LatestVersionNumber", template.latestVersion())
        .set("Tags", template.tags().isEmpty() ? null : Tags.write(template.tags()));
  }

  static String creatorArn(AccountRegion accountRegion) {
    return "arn:aws:iam::" + accountRegion.account().id() + ":user/weir";
  }
}
