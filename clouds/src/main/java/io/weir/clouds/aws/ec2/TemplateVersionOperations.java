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
import java.util.Optional;
import java.util.Set;

/** Operations on versions of launch templates. */
final class TemplateVersionOperations {
  private static final int MOST = 200;
  private static final Set<String> ALIASES = Set.of("$Latest", "$Default");

  private record Found(LaunchTemplate template, TemplateVersion version) {
    // Newest first within a template; templates in the order of their ids.
    String key() {
      return template.id() + "/" + "%010d".formatted(9_999_999_999L - version.number());
    }
  }

  private static final Filters<Found> FILTERS =
      new Filters<>(
          Map.of(
              "image-id", f -> f.version().data().findText("ImageId").stream().toList(),
              "instance-type", f -> f.version().data().findText("InstanceType").stream().toList(),
              "is-default-version", f -> List.of(Boolean.toString(isDefault(f)))),
          f -> Map.of());

  private final AccountRegion accountRegion;
  private final TemplateStore store;
  private final ClientTokens tokens;

  TemplateVersionOperations(AccountRegion accountRegion, TemplateStore store, ClientTokens tokens) {
    this.accountRegion = accountRegion;
    this.store = store;
    this.tokens = tokens;
  }

  Map<String, Handler> handlers() {
    return Map.of(
        "CreateLaunchTemplateVersion", awsCall -> tokens.runOnce(awsCall, this::create),
        "DescribeLaunchTemplateVersions", this::describe,
        "DeleteLaunchTemplateVersions", this::delete);
  }

  private Struct create(AwsCall awsCall) {
    Struct input = awsCall.input();
    LaunchTemplate template = store.requestedTemplate(input);
    Struct given = input.struct("LaunchTemplateData").orElseThrow();
    Struct data =
        input
            .findText("SourceVersion")
            .map(
                source ->
                    template
                        .findVersion(source)
                        .orElseThrow(() -> TemplateStore.versionNotFound(template, source))
                        .data()
                        .mergedWith(given))
            .orElse(given);
    TemplateStore.validated(data);
    long number = template.nextNumber();
    TemplateVersion version =
        new TemplateVersion(
            number, accountRegion.now(), input.findText("VersionDescription").orElse(null), data);
    template.versions().put(number, version);
    accountRegion.journal().recordCreation("LaunchTemplateVersion", template.name());
    return new Struct().set("LaunchTemplateVersion", written(new Found(template, version)));
  }

  private Struct describe(AwsCall awsCall) {
    Struct input = awsCall.input();
    int size = input.number("MaxResults").orElse(MOST);
    if (size < 1 || size > MOST) {
      throw AwsErrorException.of(
          "InvalidParameterValue",
          "Value ( " + size + " ) for parameter maxResults is invalid. Expecting 1 to " + MOST);
    }
    boolean one = input.has("LaunchTemplateId") || input.has("LaunchTemplateName");
    List<Found> found = one ? ofOne(input, store.requestedTemplate(input)) : ofAll(input);
    Page<Found> page = AwsPage.of(FILTERS.apply(input, found), Found::key, size, input);
    return new Struct()
        .set("LaunchTemplateVersions", page.items().stream().map(this::written).toList())
        .set("NextToken", page.next());
  }

  private static List<Found> ofOne(Struct input, LaunchTemplate template) {
    List<String> versions = input.texts("Versions");
    if (!versions.isEmpty()) {
      return versions.stream()
          .map(
              v ->
                  template
                      .findVersion(v)
                      .orElseThrow(() -> TemplateStore.versionNotFound(template, v)))
          .distinct()
          .map(version -> new Found(template, version))
          .toList();
    }
    long from = bound(input.findText("MinVersion"), template, 0);
    long to = bound(input.findText("MaxVersion"), template, Long.MAX_VALUE);
    return template.versions().values().stream()
        .filter(version -> version.number() >= from && version.number() <= to)
        .map(version -> new Found(template, version))
        .toList();
  }

  private List<Found> ofAll(Struct input) {
    List<String> versions = input.texts("Versions");
    if (versions.isEmpty()
        || !ALIASES.containsAll(versions)
        || input.has("MinVersion")
        || input.has("MaxVersion")) {
      throw AwsErrorException.of(
          "MissingParameter",
          "Either a launch template ID or a launch template name must be specified, unless only"
              + " $Latest or $Default versions are asked for.");
    }
    List<Found> found = new ArrayList<>();
    for (LaunchTemplate template : store.all()) {
      versions.stream()
          .flatMap(version -> template.findVersion(version).stream())
          .distinct()
          .forEach(version -> found.add(new Found(template, version)));
    }
    return found;
  }

  private static long bound(Optional<String> named, LaunchTemplate template, long otherwise) {
    return named
        .map(
            text ->
                text.startsWith("$")
                    ? template.findVersion(text).map(TemplateVersion::number).orElse(otherwise)
                    : Long.valueOf(text))
        .orElse(otherwise);
  }

  private Struct delete(AwsCall awsCall) {
    LaunchTemplate template = store.requestedTemplate(awsCall.input());
    List<String> versions = awsCall.input().texts("Versions");
    if (versions.size() > MOST) {
      throw AwsErrorException.of(
          "InvalidParameterValue", "The number of versions is limited to " + MOST);
    }
    List<Struct> gone = new ArrayList<>();
    List<Struct> kept = new ArrayList<>();
    for (String named : versions) {
      Struct item =
          new Struct()
              .set("LaunchTemplateId", template.id())
              .set("LaunchTemplateName", template.name())
              .set("VersionNumber", named.matches("[0-9]{1,9}") ? Long.valueOf(named) : null);
      Optional<Struct> refusal = remove(template, named);
      refusal.ifPresentOrElse(
          error -> kept.add(item.set("ResponseError", error)), () -> gone.add(item));
    }
    return new Struct()
        .set("SuccessfullyDeletedLaunchTemplateVersions", gone)
        .set("UnsuccessfullyDeletedLaunchTemplateVersions", kept);
  }

  private static Optional<Struct> remove(LaunchTemplate template, String named) {
    Optional<TemplateVersion> version = template.findVersion(named);
    if (version.isEmpty()) {
      return Optional.of(
          error("launchTemplateVersionDoesNotExist", "Launch template version does not exist"));
    }
    if (version.get().number() == template.defaultVersion()) {
      return Optional.of(
          error("unexpectedError", "The default version of a launch template cannot be deleted"));
    }
    template.versions().remove(version.get().number());
    return Optional.empty();
  }

  private static Struct error(String code, String message) {
    return new Struct().set("Code", code).set("Message", message);
  }

  private static boolean isDefault(Found found) {
    return found.version().number() == found.template().defaultVersion();
  }

  private Struct written(Found found) {
    return new Struct()
        .set("LaunchTemplateId", found.template().id())
        .set("LaunchTemplateName", found.template().name())
        .set("VersionNumber", found.version().number())
        .set("VersionDescription", found.version().description())
        .set("CreateTime", found.version().created())
        .set("CreatedBy", LaunchTemplateOperations.creatorArn(accountRegion))
        .set("DefaultVersion", isDefault(found))
        .set("LaunchTemplateData", found.version().data());
  }
}
