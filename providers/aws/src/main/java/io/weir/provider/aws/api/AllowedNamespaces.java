package io.weir.provider.aws.api;

import io.weir.api.EmptyIfNull;
import io.weir.api.LabelSelector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * From which namespaces an identity may be used: those in the list and those that the selector
 * matches. Neither given means every namespace; the whole object absent means none.
 *
 * @param list names of namespaces; null and empty mean the same
 * @param selector labels of namespaces; an empty one matches nothing
 */
public record AllowedNamespaces(List<String> list, @Nullable LabelSelector selector) {

  public AllowedNamespaces {
    list = EmptyIfNull.list(list);
  }
}
