package io.weir.provider.aws.template.calls;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.account.calls.Chunks;
import io.weir.provider.aws.account.calls.TokenPages;
import io.weir.provider.aws.api.AwsMetadataKeys;
import io.weir.provider.aws.template.ObservedTemplate;
import io.weir.provider.fingerprint.TemplateFingerprint;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awssdk.services.ec2.model.DescribeLaunchTemplateVersionsRequest;
import software.amazon.awssdk.services.ec2.model.DescribeLaunchTemplatesRequest;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.LaunchTemplate;
import software.amazon.awssdk.services.ec2.model.LaunchTemplateVersion;

/**
 * Reads launch templates with the description of their newest version: AWS tells tags in one call
 * and descriptions in another.
 */
record TemplateReader(TemplateCalls calls) {

  /** AWS's limit, for results in a page and for values of a filter. */
  private static final int PAGE = 200;

  private static final String LATEST = "$Latest";

  /** One by one costs a call each; from here on, reading the versions of all is cheaper. */
  private static final int FEW = 2;

  /** The templates that carry the tag of nodes, by name. */
  Map<String, ObservedTemplate> readOwned() throws ProviderException {
    return withVersions(
        templates("tag:" + AwsMetadataKeys.ROLE_TAG, List.of(AwsMetadataKeys.NODE_ROLE)));
  }

  /** The templates that were made for pools of an EKS cluster, by name. */
  Map<String, ObservedTemplate> readOfCluster(String cluster) throws ProviderException {
    return withVersions(
        templates(
            "tag:" + AwsMetadataKeys.OWNED_TAG_PREFIX + cluster, List.of(AwsMetadataKeys.OWNED)));
  }

  /** The templates of these names, whoever owns them. */
  Map<String, ObservedTemplate> readNamed(Collection<String> names) throws ProviderException {
    return withVersions(named(names));
  }

  /** The same with those of which no version is listed, as of one that was made just now. */
  Map<String, ObservedTemplate> readAnyNamed(Collection<String> names) throws ProviderException {
    var found = named(names);
    var read = new TreeMap<>(withVersions(found));
    found.forEach(
        (name, template) ->
            read.putIfAbsent(
                name,
                new ObservedTemplate(
                    template.launchTemplateId(), name, 0, Optional.empty(), tags(template))));
    return read;
  }

  private Map<String, LaunchTemplate> named(Collection<String> names) throws ProviderException {
    var found = new TreeMap<String, LaunchTemplate>();
    for (List<String> some : Chunks.of(names, PAGE)) {
      found.putAll(templates("launch-template-name", some));
    }
    return found;
  }

  private Map<String, LaunchTemplate> templates(String filter, List<String> values)
      throws ProviderException {
    var request =
        DescribeLaunchTemplatesRequest.builder()
            .filters(Filter.builder().name(filter).values(values).build())
            .maxResults(PAGE);
    var found = new TreeMap<String, LaunchTemplate>();
    var pages = new TokenPages("DescribeLaunchTemplates");
    Optional<String> next = Optional.empty();
    do {
      var page = calls.describeTemplates(request.nextToken(next.orElse(null)).build());
      page.launchTemplates().forEach(each -> found.put(each.launchTemplateName(), each));
      next = pages.next(page.nextToken());
    } while (next.isPresent());
    return found;
  }

  private Map<String, ObservedTemplate> withVersions(Map<String, LaunchTemplate> templates)
      throws ProviderException {
    var versions = new HashMap<String, LaunchTemplateVersion>();
    if (templates.size() > FEW) {
      versions.putAll(newest(Optional.empty()));
    } else {
      for (LaunchTemplate template : templates.values()) {
        versions.putAll(newest(Optional.of(template.launchTemplateId())));
      }
    }
    var read = new TreeMap<String, ObservedTemplate>();
    for (LaunchTemplate template : templates.values()) {
      version(template, versions)
          .ifPresent(newest -> read.put(template.launchTemplateName(), read(template, newest)));
    }
    return read;
  }

  // Made or deleted between the two lists, a template can be in the first only.
  private Optional<LaunchTemplateVersion> version(
      LaunchTemplate template, Map<String, LaunchTemplateVersion> listed) throws ProviderException {
    String id = template.launchTemplateId();
    var found = listed.get(id);
    if (found != null) {
      return Optional.of(found);
    }
    try {
      return Optional.ofNullable(newest(Optional.of(id)).get(id));
    } catch (ProviderException.NotFound gone) {
      return Optional.empty();
    }
  }

  /** The newest version of one template or of all, by template id. */
  private Map<String, LaunchTemplateVersion> newest(Optional<String> id) throws ProviderException {
    var request = DescribeLaunchTemplateVersionsRequest.builder().versions(LATEST);
    id.ifPresentOrElse(request::launchTemplateId, () -> request.maxResults(PAGE));
    var found = new HashMap<String, LaunchTemplateVersion>();
    var pages = new TokenPages("DescribeLaunchTemplateVersions");
    Optional<String> next = Optional.empty();
    do {
      var page = calls.describeTemplateVersions(request.nextToken(next.orElse(null)).build());
      page.launchTemplateVersions().forEach(each -> found.put(each.launchTemplateId(), each));
      next = pages.next(page.nextToken());
    } while (next.isPresent());
    return found;
  }

  private static ObservedTemplate read(LaunchTemplate template, LaunchTemplateVersion newest) {
    return new ObservedTemplate(
        template.launchTemplateId(),
        template.launchTemplateName(),
        newest.versionNumber(),
        Optional.ofNullable(newest.versionDescription()).flatMap(TemplateFingerprint::parse),
        tags(template));
  }

  private static Map<String, String> tags(LaunchTemplate template) {
    var tags = new HashMap<String, String>();
    template.tags().forEach(tag -> tags.put(tag.key(), tag.value()));
    return tags;
  }
}
