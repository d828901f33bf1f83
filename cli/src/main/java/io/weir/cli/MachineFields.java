package io.weir.cli;

import io.weir.api.GroupKind;
import io.weir.provider.CallGate;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;

/** Which fields of an infrastructure pool say what its machines are made of. */
final class MachineFields {

  private MachineFields() {}

  /** Of the kind, by its provider; absent if no provider of it is installed here. */
  static Optional<Set<String>> of(GroupKind kind) {
    for (PoolProviderFactory factory : ServiceLoader.load(PoolProviderFactory.class)) {
      try {
        var context = new ProviderContext(Map.of(), CallGate.CLOSED, Clock.systemUTC());
        Optional<Set<String>> fields =
            factory.createProviders(context).stream()
                .filter(provider -> provider.kind().groupKind().equals(kind))
                .findFirst()
                .map(PoolProvider::machineFields);
        if (fields.isPresent()) {
          return fields;
        }
      } finally {
        factory.close();
      }
    }
    return Optional.empty();
  }
}
