package io.weir.provider.aws.image;

import io.weir.provider.KubernetesVersion;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.QueryCollector;
import io.weir.provider.aws.api.AWSCluster;
import io.weir.provider.aws.api.AWSLaunchTemplate;
import io.weir.provider.aws.api.AwsReasons;
import io.weir.provider.aws.image.ImageQuery.ArchitectureOf;
import io.weir.provider.aws.image.ImageQuery.ArchitectureResult;
import io.weir.provider.aws.image.ImageQuery.ImageById;
import io.weir.provider.aws.image.ImageQuery.ImageNamed;
import io.weir.provider.aws.image.ImageQuery.ImageResult;
import io.weir.provider.aws.image.ImageQuery.ParameterNamed;
import io.weir.provider.aws.image.ImageQuery.ParameterResult;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which image instances boot: named by id, or looked up by the Kubernetes version.
 *
 * @param pool what people asked for
 * @param cluster what the cluster has where the pool asks for nothing
 * @param version of Kubernetes; null if the pool names none
 * @param eks whether it is an EKS cluster: unless people ask for another look-up, its image is the
 *     one that EKS recommends
 */
public record ImageResolver(
    AWSLaunchTemplate pool, AWSCluster.Spec cluster, @Nullable String version, boolean eks) {

  private static final String DEFAULT_FORMAT = "capa-ami-{{.BaseOS}}-?{{.K8sVersion}}-*";
  private static final String DEFAULT_ORG = "819546954734";
  private static final String DEFAULT_OS = "ubuntu-24.04";
  private static final String DEFAULT_ARCHITECTURE = "x86_64";
  private static final Pattern ACTION = Pattern.compile("\\{\\{\\s*\\.(\\w+)\\s*}}");

  /** For a cluster that is none of EKS, or a pool that names its image. */
  public ImageResolver(AWSLaunchTemplate pool, AWSCluster.Spec cluster, @Nullable String version) {
    this(pool, cluster, version, false);
  }

  /** The image; empty while AWS must be asked. */
  public Optional<ImageResult.ImageDetails> resolve(QueryCollector queryCollector)
      throws PrerequisiteException {
    if (!isNamedById()) {
      return lookedUp(queryCollector);
    }
    String id = String.valueOf(pool.ami().id());
    return withRootDevice(
        id,
        queryCollector,
        "found no image "
            + id
            + ", which spec.awsLaunchTemplate.ami.id names; correct it or share the image"
            + " with this account");
  }

  /** Asks for the name of the root device only where people set that volume and not its name. */
  private Optional<ImageResult.ImageDetails> withRootDevice(
      String id, QueryCollector queryCollector, String otherwise) throws PrerequisiteException {
    if (!needsRootDevice()) {
      return Optional.of(new ImageResult.ImageDetails(id, ""));
    }
    var answer = queryCollector.resultOf(new ImageById(id), ImageResult.class);
    return answer.isEmpty() ? Optional.empty() : Optional.of(found(answer.get(), otherwise));
  }

  /** What people asked for: an image's id, or where the newest of which name is looked for. */
  public String source() throws PrerequisiteException {
    return isNamedById() ? String.valueOf(pool.ami().id()) : lookupSource();
  }

  /**
   * In which other words people could have asked for the image; empty if in none.
   *
   * @param found the image
   */
  public Optional<String> otherSource(ImageResult.ImageDetails found) {
    if (!isNamedById()) {
      return Optional.of(found.id());
    }
    try {
      return Optional.of(lookupSource());
    } catch (PrerequisiteException notLookedUp) {
      return Optional.empty();
    }
  }

  private boolean isNamedById() {
    String id = pool.ami().id();
    return id != null && !id.isEmpty();
  }

  private String lookupSource() throws PrerequisiteException {
    return isOfEks()
        ? EksImageParameter.of(eksVersion(), pool.ami().eksLookupType(), DEFAULT_ARCHITECTURE)
            .name()
        : owner() + "/" + pattern();
  }

  /** Whether it is the image that EKS recommends. */
  private boolean isOfEks() {
    return eks && !asksForLookup();
  }

  private String owner() {
    return first(pool.imageLookupOrg(), cluster.imageLookupOrg(), DEFAULT_ORG);
  }

  private boolean needsRootDevice() {
    var root = pool.rootVolume();
    return root != null && (root.deviceName() == null || root.deviceName().isEmpty());
  }

  private Optional<ImageResult.ImageDetails> lookedUp(QueryCollector queryCollector)
      throws PrerequisiteException {
    return isOfEks() ? recommended(queryCollector) : newest(queryCollector);
  }

  private Optional<ImageResult.ImageDetails> newest(QueryCollector queryCollector)
      throws PrerequisiteException {
    String pattern = pattern();
    var architecture = architecture(queryCollector);
    if (architecture.isEmpty()) {
      return Optional.empty();
    }
    String owner = owner();
    var answer =
        queryCollector.resultOf(
            new ImageNamed(owner, pattern, architecture.get()), ImageResult.class);
    return answer.isEmpty()
        ? Optional.empty()
        : Optional.of(
            found(
                answer.get(),
                ("account %s has no %s image named %s; ask for another version in MachinePool "
                        + "spec.template.spec.version, or set spec.awsLaunchTemplate.ami.id, "
                        + "imageLookupFormat, imageLookupOrg or imageLookupBaseOS")
                    .formatted(owner, architecture.get(), pattern)));
  }

  private Optional<ImageResult.ImageDetails> recommended(QueryCollector queryCollector)
      throws PrerequisiteException {
    KubernetesVersion kubernetes = eksVersion();
    var architecture = architecture(queryCollector);
    if (architecture.isEmpty()) {
      return Optional.empty();
    }
    var parameter =
        EksImageParameter.of(kubernetes, pool.ami().eksLookupType(), architecture.get());
    var answer =
        queryCollector.resultOf(new ParameterNamed(parameter.name()), ParameterResult.class);
    if (answer.isEmpty()) {
      return Optional.empty();
    }
    String id =
        answer
            .get()
            .value()
            .orElseThrow(
                () ->
                    PrerequisiteException.needsUserAction(
                        AwsReasons.IMAGE_NOT_FOUND, parameter.missing()));
    return withRootDevice(
        id,
        queryCollector,
        "found no image %s, which EKS recommends in the parameter %s; set spec.awsLaunchTemplate.ami.id"
            .formatted(id, parameter.name()));
  }

  private static ImageResult.ImageDetails found(ImageResult answer, String otherwise)
      throws PrerequisiteException {
    return answer
        .image()
        .orElseThrow(
            () -> PrerequisiteException.needsUserAction(AwsReasons.IMAGE_NOT_FOUND, otherwise));
  }

  private Optional<String> architecture(QueryCollector queryCollector)
      throws PrerequisiteException {
    String type = pool.instanceType();
    if (type == null || type.isEmpty()) {
      return Optional.of(DEFAULT_ARCHITECTURE);
    }
    var answer = queryCollector.resultOf(new ArchitectureOf(type), ArchitectureResult.class);
    if (answer.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        answer
            .get()
            .name()
            .orElseThrow(
                () ->
                    PrerequisiteException.needsUserAction(
                        AwsReasons.INVALID,
                        ("AWS has no instance type %s in this region; correct "
                                + "spec.awsLaunchTemplate.instanceType")
                            .formatted(type))));
  }

  private String kubernetesVersion() throws PrerequisiteException {
    if (version == null || version.isEmpty()) {
      throw PrerequisiteException.needsUserAction(
          AwsReasons.INVALID,
          "MachinePool spec.template.spec.version is not set, so no image can be looked up; set it,"
              + " or spec.awsLaunchTemplate.ami.id");
    }
    return version.startsWith("v") ? version.substring(1) : version;
  }

  private KubernetesVersion eksVersion() throws PrerequisiteException {
    String given = kubernetesVersion();
    return KubernetesVersion.of(given)
        .orElseThrow(
            () ->
                PrerequisiteException.needsUserAction(
                    AwsReasons.INVALID,
                    ("MachinePool spec.template.spec.version %s cannot be read, so no image of EKS"
                            + " can be looked up; write it as v1.35.0")
                        .formatted(given)));
  }

  private String pattern() throws PrerequisiteException {
    String kubernetes = kubernetesVersion();
    String os = first(pool.imageLookupBaseOS(), cluster.imageLookupBaseOS(), DEFAULT_OS);
    String format = first(pool.imageLookupFormat(), cluster.imageLookupFormat(), DEFAULT_FORMAT);
    String pattern =
        ACTION
            .matcher(format)
            .replaceAll(
                found ->
                    switch (found.group(1)) {
                      case "BaseOS" -> Matcher.quoteReplacement(os);
                      case "K8sVersion" -> Matcher.quoteReplacement(kubernetes);
                      default -> Matcher.quoteReplacement(found.group());
                    });
    if (pattern.contains("{{")) {
      throw PrerequisiteException.needsUserAction(
          AwsReasons.INVALID,
          "imageLookupFormat %s cannot be parsed; it may contain {{.BaseOS}} and {{.K8sVersion}}"
              .formatted(format));
    }
    return pattern;
  }

  private boolean asksForLookup() {
    return Stream.of(
            pool.imageLookupFormat(),
            pool.imageLookupOrg(),
            pool.imageLookupBaseOS(),
            cluster.imageLookupFormat(),
            cluster.imageLookupOrg(),
            cluster.imageLookupBaseOS())
        .anyMatch(asked -> asked != null && !asked.isEmpty());
  }

  private static String first(@Nullable String pool, @Nullable String cluster, String otherwise) {
    if (pool != null && !pool.isEmpty()) {
      return pool;
    }
    return cluster != null && !cluster.isEmpty() ? cluster : otherwise;
  }
}
