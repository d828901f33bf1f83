package io.weir.provider.oci.machine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Digest;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.provider.InfrastructureMachines;
import io.weir.provider.Instance;
import io.weir.provider.ObservedState;
import io.weir.provider.oci.api.OciKinds;
import java.util.List;

/**
 * The OCIMachinePoolMachines of a pool: those that upstream's provider made are taken up, and go
 * with their instances.
 *
 * @param <O> what is observed of a pool
 * @param machineType how they name the kind of their pool
 */
public record OciPoolMachines<O extends ObservedState>(String machineType)
    implements InfrastructureMachines<O> {

  /** Of an OCIMachinePool. */
  public static final String SELF_MANAGED = "SELF_MANAGED_TYPE";

  /** Of an OCIManagedMachinePool. */
  public static final String MANAGED = "MANAGED_TYPE";

  /** Of Machines, which are called the same. */
  private static final int LONGEST_NAME = 63;

  private static final int DIGITS = 10;

  @Override
  public GroupKind kind() {
    return OciKinds.MACHINE_POOL_MACHINE;
  }

  @Override
  public String finalizer() {
    return OciKinds.MACHINE_FINALIZER;
  }

  /** OCIDs differ at their end only, and are longer than a name may be. */
  @Override
  public String name(ApiObject pool, Instance instance) {
    String digest = "-" + Digest.sha256(instance.id()).substring(0, DIGITS);
    String name = pool.name();
    return name.substring(0, Math.min(name.length(), LONGEST_NAME - digest.length())) + digest;
  }

  @Override
  public ObjectNode spec(O observed, Instance instance) {
    return Json.MAPPER
        .createObjectNode()
        .put("ocid", instance.id())
        .put("providerID", instance.providerId())
        .put("machineType", machineType);
  }

  @Override
  public MachineReport report(O observed, MachineSubject machine) {
    ObjectNode status = Json.MAPPER.createObjectNode();
    status.put("ready", machine.instance().state() == Instance.State.RUNNING);
    return new MachineReport(status, List.of());
  }
}
