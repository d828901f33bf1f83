package io.weir.clouds.http;

import io.weir.clouds.CloudFault;
import io.weir.clouds.site.SiteServices;
import java.util.Map;

/**
 * A call of a cloud's API: it is known what is asked, and that whoever asks may call.
 *
 * @param <S> what the cloud offers in a site
 */
public interface ApiCall<S extends SiteServices> {
  /** Name of the site that is called. */
  String site();

  /** Name of the service. */
  String service();

  /** What is asked, as faults and the journal name it. */
  String action();

  /** What it is about, in a word that a person would use; empty when it names nothing. */
  String resource();

  /** Its plain parameters, without large or secret ones. */
  Map<String, String> parameters();

  /** Whether it changes nothing, however it ends. */
  boolean isRead();

  /** How the cloud words a fault that has an answer: throttled, denied, or broken. */
  ApiErrorException refusal(CloudFault.Kind kind);

  /**
   * Carries it out, under the lock of the site.
   *
   * @throws ApiErrorException as the cloud would
   */
  Answer perform(S services);
}
