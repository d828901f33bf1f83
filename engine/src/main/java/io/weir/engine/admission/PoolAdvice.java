package io.weir.engine.admission;

import io.weir.api.Keys;
import io.weir.api.admission.Field;
import io.weir.api.admission.KubernetesVersion;
import io.weir.api.admission.MetadataSyntax;
import io.weir.api.admission.Request;
import java.util.stream.Stream;

/** What people should know about a pool that is accepted. */
final class PoolAdvice {

  private PoolAdvice() {}

  static Stream<String> versionGoesBack(Request request) {
    Field version = version(Field.of(request.object()));
    String before = request.old().map(old -> version(Field.of(old)).text()).orElse("");
    return KubernetesVersion.parse(version.text())
        .filter(
            now ->
                KubernetesVersion.parse(before).filter(then -> now.compareTo(then) < 0).isPresent())
        .map(
            _ ->
                "%s: downgraded from %s to %s: replaced machines get the older kubelet"
                    .formatted(version.path(), before, version.text()))
        .stream();
  }

  static Stream<String> longName(Request request) {
    Field name = Field.of(request.object()).at("metadata", "name");
    return request.old().isPresent() || MetadataSyntax.isLabelValue(name.text())
        ? Stream.empty()
        : Stream.of(
            "%s: too long for a label, so %s carries a hash of it instead"
                .formatted(name.path(), Keys.POOL_NAME));
  }

  private static Field version(Field pool) {
    return pool.at("spec", "template", "spec", "version");
  }
}
