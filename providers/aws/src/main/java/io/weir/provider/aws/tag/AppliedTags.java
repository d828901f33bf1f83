package io.weir.provider.aws.tag;

import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.api.AwsMetadataKeys;
import io.weir.provider.shared.AppliedEntries;
import io.weir.provider.shared.AppliedEntries.Form;
import java.util.Map;
import java.util.Set;

/** Additional tags that we may have set beside those of others, as an annotation tells. */
public final class AppliedTags {

  private static final AppliedEntries TAGS =
      new AppliedEntries(AwsMetadataKeys.LAST_APPLIED_TAGS, Form.VALUES);

  /** Annotation that names them. */
  public static final String ANNOTATION = TAGS.annotation();

  private AppliedTags() {}

  /** Before something is made or tagged. */
  public static ProviderAnnotations withPlanned(
      ProviderAnnotations providerAnnotations, Map<String, String> additional) {
    return TAGS.add(providerAnnotations, additional);
  }

  /** Once all resources have what is wanted, and nothing else of ours. */
  public static ProviderAnnotations withOnly(
      ProviderAnnotations providerAnnotations, DesiredTags want) {
    return TAGS.set(providerAnnotations, want.additional());
  }

  static Set<String> keys(ProviderAnnotations providerAnnotations) {
    return TAGS.read(providerAnnotations).keySet();
  }
}
