package io.weir.provider.aws.template;

import java.util.Map;
import java.util.Optional;

/**
 * What must be noted on a pool before its launch template is written to: what others do after it,
 * of whom the template knows nothing. Annotations to set or remove, for {@link
 * io.weir.provider.ProviderAnnotations#withAll}.
 */
public interface TemplateNotes {

  /** Before the template is made. */
  Map<String, Optional<String>> ofFirst();

  /**
   * Before a further version is made.
   *
   * @param because what changed, for people
   * @param outdatesInstances whether running instances are to be replaced for it
   * @param needsTrial whether AWS must be asked if instances can be launched from it
   */
  Map<String, Optional<String>> ofNext(
      String because, boolean outdatesInstances, boolean needsTrial);
}
