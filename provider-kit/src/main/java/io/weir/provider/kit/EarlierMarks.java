package io.weir.provider.kit;

/** How a scale set may be marked that this release did not mark. */
public enum EarlierMarks {
  /** As the first release of Weir marked it. */
  FIRST_RELEASE,
  /** As Cluster API's own provider of the kind does. */
  UPSTREAM
}
