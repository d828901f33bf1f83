package io.weir.pass;

import io.weir.provider.CloudQuery;
import io.weir.provider.ProviderException;
import io.weir.provider.QueryResults;
import java.util.Collection;

/** What a scope's cloud was asked, and the asking. */
public interface ScopeQueries extends QueryResults {

  /**
   * Asks what is not known yet.
   *
   * @throws ProviderException if the cloud could not be asked
   */
  void query(Collection<CloudQuery> queries) throws ProviderException;
}
