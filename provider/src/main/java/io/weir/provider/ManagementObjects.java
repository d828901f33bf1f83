package io.weir.provider;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import java.util.List;

/** The objects of the management cluster that a pool reads or is made of. */
public interface ManagementObjects extends RelatedObjects {

  /** The objects of the kind in the pool's namespace that bear the pool's mark, in no order. */
  List<ApiObject> owned(GroupKind kind);
}
