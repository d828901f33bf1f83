package io.weir.pass;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.pass.ObjectAccess.Availability;
import io.weir.provider.ObjectMarks;
import io.weir.provider.ObjectStep;
import io.weir.provider.Observation;
import io.weir.provider.ObservedState;
import io.weir.provider.Ownership;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolMarks;
import io.weir.provider.PoolProvider;
import io.weir.provider.ProviderException;
import io.weir.provider.ReportContext.CallFailure;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What a pool is made of in the management cluster, during one pass. */
final class PoolObjectPart<O extends ObservedState> {

  private static final List<String> NOT_OURS =
      List.of("managedFields", "resourceVersion", "uid", "ownerReferences", "generateName");

  private final PoolProvider<?, O> provider;
  private final PassSubject subject;
  private final PoolStore store;

  PoolObjectPart(PoolProvider<?, O> provider, PassSubject subject, PoolStore store) {
    this.provider = provider;
    this.subject = subject;
    this.store = store;
  }

  /**
   * Why nothing can be said of the pool's objects. A kind that it never had objects of need not be
   * installed to know that it has none.
   */
  Optional<CallFailure> unreadable() {
    Set<String> had = recordedKinds();
    for (GroupKind kind : kinds(had)) {
      Optional<ProviderException> why = unreadable(kind, had.contains(kind.toString()));
      if (why.isPresent()) {
        return Optional.of(new CallFailure("read the objects of kind " + kind, why.get()));
      }
    }
    return Optional.empty();
  }

  private Optional<ProviderException> unreadable(GroupKind kind, boolean had) {
    return switch (subject.objects().availability(kind)) {
      case Availability.Known _ -> Optional.empty();
      case Availability.Unknown(ProviderException why) -> Optional.of(why);
      case Availability.NotInstalled _ when had ->
          Optional.of(
              new ProviderException.Rejected(
                  "the kind is not installed any more, but the pool has had such objects: "
                      + provider.objectKindRemedy(kind),
                  null));
      case Availability.NotInstalled _ -> Optional.empty();
    };
  }

  private Set<GroupKind> kinds(Set<String> had) {
    var all = new LinkedHashSet<>(provider.objectKinds(store.pool()));
    had.stream().map(PoolObjectPart::kind).filter(provider::isObjectKind).forEach(all::add);
    return all;
  }

  /** The reverse of {@link GroupKind#toString}. */
  private static GroupKind kind(String recorded) {
    int dot = recorded.indexOf('.');
    return dot < 0
        ? new GroupKind("", recorded)
        : new GroupKind(recorded.substring(dot + 1), recorded.substring(0, dot));
  }

  private Set<String> recordedKinds() {
    String recorded = store.pool().annotation(MetadataKeys.OBJECT_KINDS).orElse("");
    return recorded.isEmpty() ? Set.of() : new TreeSet<>(List.of(recorded.split(",", -1)));
  }

  /** What the cloud shows, and what the objects are now. */
  Observation<O> complete(PoolIdentity pool, Observation<O> cloud) {
    return provider.objectKinds().isEmpty()
        ? cloud
        : provider.withObjects(store.pool(), pool, cloud, subject.objects());
  }

  /**
   * Carries out a step; the kind is recorded on the pool before.
   *
   * @throws ProviderException sorted by what the caller can do
   */
  void carryOut(PoolIdentity pool, ObjectStep step) throws ProviderException {
    requireInstalled(step.kind());
    Optional<ApiObject> there =
        subject
            .objects()
            .find(step.kind(), new ObjectKey(subject.pool().namespace(), step.name()))
            .filter(found -> step.uid().filter(found.uid()::equals).isPresent());
    if (step.uid().isPresent() && there.isEmpty()) {
      throw new ProviderException.Ambiguous(
          "%s %s was deleted or recreated since it was read; it is read again"
              .formatted(step.kind().kind(), step.name()),
          null);
    }
    switch (step) {
      case ObjectStep.ApplyObject apply -> {
        require(there, pool, Ownership.Ours.class);
        record(step.kind());
        subject.objects().apply(prepared(apply.object(), apply.uid()), there.isPresent());
      }
      case ObjectStep.ClaimObject _ -> {
        require(there, pool, Ownership.Claimable.class);
        record(step.kind());
        subject.objects().edit(there.orElseThrow(), this::mark);
      }
      case ObjectStep.AnnotateObject annotate -> {
        require(there, pool, Ownership.Ours.class);
        subject.objects().edit(there.orElseThrow(), tree -> set(tree, annotate.annotations()));
      }
      case ObjectStep.DeleteObject _ -> {
        require(there, pool, Ownership.Ours.class);
        subject.objects().delete(there.orElseThrow());
      }
    }
  }

  private void requireInstalled(GroupKind kind) throws ProviderException {
    if (!provider.isObjectKind(kind)) {
      throw new ProviderException.Rejected(
          "%s makes no pools of objects of kind %s".formatted(provider.kind().groupKind(), kind),
          null);
    }
    if (subject.objects().availability(kind) instanceof Availability.NotInstalled) {
      throw new ProviderException.Rejected(
          "kind %s is not installed: %s".formatted(kind, provider.objectKindRemedy(kind)), null);
    }
  }

  /** Whatever was planned: what is not the pool's is neither taken nor deleted. */
  private static void require(
      Optional<ApiObject> there, PoolIdentity pool, Class<? extends Ownership> wanted)
      throws ProviderException {
    Optional<Ownership> other =
        there
            .map(found -> ObjectMarks.ownership(found, pool))
            .filter(ownership -> !wanted.isInstance(ownership));
    if (other.isPresent()) {
      throw new ProviderException.Rejected(
          other
              .get()
              .conflict()
              .orElse(there.orElseThrow() + " is this pool's by now; it is read again"),
          null);
    }
  }

  private void record(GroupKind kind) {
    var kinds = new TreeSet<>(recordedKinds());
    if (kinds.add(kind.toString())) {
      store.recordObjectKinds(String.join(",", kinds));
    }
  }

  /** Where it is, whose it is, and which object is meant, are not the provider's to say. */
  private ObjectNode prepared(ObjectNode object, Optional<String> uid) {
    ObjectNode tree = object.deepCopy();
    ObjectNode metadata = tree.withObject("/metadata");
    metadata.remove(NOT_OURS);
    metadata.put("namespace", subject.pool().namespace());
    uid.ifPresent(known -> metadata.put("uid", known));
    mark(tree);
    return tree;
  }

  private static void set(ObjectNode tree, Map<String, Optional<String>> annotations) {
    ObjectNode there = tree.withObject("/metadata/annotations");
    annotations.forEach(
        (key, value) ->
            value.ifPresentOrElse(text -> there.put(key, text), () -> there.remove(key)));
  }

  private void mark(ObjectNode tree) {
    PoolMarks marks = subject.claim().marks();
    MetadataEdits.setController(tree, subject.pool());
    MetadataEdits.setAnnotation(tree, PoolMarks.MANAGEMENT_CLUSTER_KEY, marks.managementCluster());
    MetadataEdits.setAnnotation(tree, PoolMarks.POOL_KEY, marks.pool());
  }
}
