package io.weir.provider.azure.scaleset;

import io.weir.provider.ProviderAnnotations;
import io.weir.provider.azure.api.AzureMetadataKeys;
import io.weir.provider.azure.api.ReservedTags;
import io.weir.provider.shared.AppliedEntries;
import io.weir.provider.shared.AppliedEntries.Form;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What is noted on a pool of its scale set. */
public final class ScaleSetAnnotations {

  /** Annotation: names of the extensions that we may have put into the model. */
  public static final String EXTENSIONS = "weir.io/azure-vm-extensions";

  /** Annotation: digest of the role that was assigned, and to whom. */
  public static final String ROLE = "weir.io/azure-role-assignment";

  /** Annotation: IDs of the role assignments that we may have made. */
  public static final String ROLES = "weir.io/azure-role-assignment-ids";

  /**
   * Annotation: what the tag {@link ScaleSetTags#GENERATIONS} said when it was last seen or set,
   * for when somebody takes the tag away.
   */
  public static final String GENERATIONS = "weir.io/azure-model-generations";

  /** Annotation: a {@link SizeToRestore}. */
  public static final String SIZE = "weir.io/azure-size-to-restore";

  private static final AppliedEntries APPLIED_EXTENSIONS =
      new AppliedEntries(EXTENSIONS, Form.NAMES);

  /** In upstream's annotation and form, so that either goes on where the other left off. */
  private static final AppliedEntries APPLIED_TAGS =
      new AppliedEntries(AzureMetadataKeys.LAST_APPLIED_TAGS, Form.VALUES);

  private static final AppliedEntries APPLIED_ROLES = new AppliedEntries(ROLES, Form.NAMES);

  /** Their keys. */
  public static final Set<String> KEYS =
      Set.of(EXTENSIONS, ROLE, ROLES, GENERATIONS, SIZE, AzureMetadataKeys.LAST_APPLIED_TAGS);

  private ScaleSetAnnotations() {}

  /** Before a model is made or changed. */
  static ProviderAnnotations withPlanned(ProviderAnnotations annotations, DesiredScaleSet want) {
    return APPLIED_EXTENSIONS.add(
        withPlannedTags(annotations, want.tags().additional()),
        AppliedEntries.names(want.model().extensionNames()));
  }

  /** Before tags are set. */
  static ProviderAnnotations withPlannedTags(
      ProviderAnnotations annotations, Map<String, String> additional) {
    return APPLIED_TAGS.add(annotations, additional);
  }

  /**
   * Without what is neither wanted nor there any more.
   *
   * @param asOf when the look began
   */
  public static ProviderAnnotations cleanUp(
      ProviderAnnotations annotations, DesiredScaleSet want, ObservedScaleSet seen, Instant asOf) {
    ProviderAnnotations kept = withoutSizeThatIsBack(annotations, want, seen, asOf);
    return ScaleSetPlanner.hasOnlyWanted(want, seen, kept) ? withOnly(kept, want, seen) : kept;
  }

  private static ProviderAnnotations withoutSizeThatIsBack(
      ProviderAnnotations annotations, DesiredScaleSet want, ObservedScaleSet seen, Instant asOf) {
    boolean open =
        want.externallySized()
            && sizeToRestore(annotations).filter(note -> !note.isDone(seen, asOf)).isPresent();
    return open ? annotations : withoutSizeToRestore(annotations);
  }

  /** Once the set has what is wanted, and nothing else of ours. */
  public static ProviderAnnotations withOnly(
      ProviderAnnotations annotations, DesiredScaleSet want, ObservedScaleSet seen) {
    return APPLIED_EXTENSIONS.set(
        APPLIED_TAGS.set(withGenerations(annotations, seen.tags()), want.tags().additional()),
        AppliedEntries.names(want.model().extensionNames()));
  }

  /** Once the set has these tags. */
  static ProviderAnnotations withGenerations(
      ProviderAnnotations annotations, Map<String, String> tags) {
    return Optional.ofNullable(tags.get(ScaleSetTags.GENERATIONS))
        .flatMap(ModelGenerations::parse)
        .map(known -> annotations.with(GENERATIONS, Optional.of(known.format())))
        .orElse(annotations);
  }

  /** What the set's tag said when it was last seen or set; empty if that is not known. */
  static Optional<ModelGenerations> generations(ProviderAnnotations annotations) {
    return annotations.get(GENERATIONS).flatMap(ModelGenerations::parse);
  }

  /** Names of tags that people asked for and we may have set; upstream lets them ask for any. */
  static Set<String> tags(ProviderAnnotations annotations) {
    return APPLIED_TAGS.read(annotations).keySet().stream()
        .filter(name -> ReservedTags.owner(name).isEmpty())
        .collect(Collectors.toSet());
  }

  /** Names of extensions that we may have put into the model. */
  static Set<String> extensions(ProviderAnnotations annotations) {
    return APPLIED_EXTENSIONS.read(annotations).keySet();
  }

  /**
   * Before instances are replaced.
   *
   * @param size what the set is to have again
   * @param ids those that are told to go
   */
  static ProviderAnnotations withSizeToRestore(
      ProviderAnnotations annotations, int size, Collection<String> ids, Instant now) {
    SizeToRestore known =
        sizeToRestore(annotations).orElseGet(() -> new SizeToRestore(size, Map.of()));
    return annotations.with(SIZE, Optional.of(known.with(size, ids, now).format()));
  }

  /** Once it is known that these were not deleted, or the size is back that fell with them. */
  static ProviderAnnotations withoutDeleted(
      ProviderAnnotations annotations, Collection<String> ids) {
    return annotations.with(
        SIZE,
        sizeToRestore(annotations).flatMap(note -> note.without(ids)).map(SizeToRestore::format));
  }

  /** Once the size is as it is to be. */
  private static ProviderAnnotations withoutSizeToRestore(ProviderAnnotations annotations) {
    return annotations.with(SIZE, Optional.empty());
  }

  /** What is noted of the size; empty if that is nothing, or not readable. */
  static Optional<SizeToRestore> sizeToRestore(ProviderAnnotations annotations) {
    return annotations.get(SIZE).flatMap(SizeToRestore::parse);
  }

  /** Before a role is assigned. */
  static ProviderAnnotations withPlannedRole(ProviderAnnotations annotations, String id) {
    return APPLIED_ROLES.add(annotations, AppliedEntries.names(Set.of(id)));
  }

  /** Once an assignment is gone. */
  static ProviderAnnotations withoutRole(ProviderAnnotations annotations, String id) {
    return APPLIED_ROLES.remove(annotations, id).with(ROLE, Optional.empty());
  }

  /** IDs of assignments that we may have made, as somebody may have written them. */
  static Set<String> roles(ProviderAnnotations annotations) {
    return APPLIED_ROLES.read(annotations).keySet();
  }

  /** Whether any role is noted as assigned. */
  static boolean isAnyAssigned(ProviderAnnotations annotations) {
    return annotations.get(ROLE).isPresent();
  }

  /** Once a role was assigned. */
  static ProviderAnnotations withRole(ProviderAnnotations annotations, String note) {
    return annotations.with(ROLE, Optional.of(note));
  }

  static boolean isAssigned(ProviderAnnotations annotations, String note) {
    return annotations.get(ROLE).filter(note::equals).isPresent();
  }
}
