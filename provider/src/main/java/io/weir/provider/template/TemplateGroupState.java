package io.weir.provider.template;

import io.weir.provider.ObservedState;
import io.weir.provider.Ownership;
import io.weir.provider.PoolIdentity;
import io.weir.provider.ProviderAnnotations;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a cloud shows of a group of instances and the template that it makes them from. */
public interface TemplateGroupState extends ObservedState {

  /** Whether there is a group. */
  boolean hasGroup();

  /** Whether there is a template. */
  boolean hasTemplate();

  /** Whether the cloud is deleting the group; nothing else can be done with it then. */
  boolean isGroupDeleting();

  /** Whether the group makes instances from the template, in whatever version of it. */
  boolean groupUsesTemplate();

  /** Whether the group makes instances from what is newest of the template. */
  boolean groupUsesNewest();

  /** Whose the group is; empty if there is none. */
  Optional<Ownership> ownershipOfGroup(PoolIdentity pool, ProviderAnnotations annotations);

  /** Whose the template is; empty if there is none. */
  Optional<Ownership> ownershipOfTemplate(PoolIdentity pool, ProviderAnnotations annotations);

  @Override
  default List<Ownership> ownerships(PoolIdentity pool, ProviderAnnotations annotations) {
    return Stream.of(ownershipOfGroup(pool, annotations), ownershipOfTemplate(pool, annotations))
        .flatMap(Optional::stream)
        .toList();
  }
}
