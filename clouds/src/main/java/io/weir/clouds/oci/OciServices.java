package io.weir.clouds.oci;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.InstanceState;
import io.weir.clouds.http.RestResponse;
import io.weir.clouds.http.Routes;
import io.weir.clouds.oci.compute.ComputeOperations;
import io.weir.clouds.oci.oke.OkeOperations;
import io.weir.clouds.oci.region.NetworkOperations;
import io.weir.clouds.oci.region.OciSite;
import io.weir.clouds.oci.wire.OciCall;
import io.weir.clouds.site.Site;
import io.weir.clouds.site.SiteServices;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** All services of a simulated Oracle Cloud. */
final class OciServices implements SiteServices {
  private static final String OKE = "/20180222";
  private static final String CORE = "/20160918";
  private static final String POOLS = CORE + "/instancePools";
  private static final String CONFIGURATIONS = CORE + "/instanceConfigurations";

  /** Where the operations are found. */
  static final Routes<OciServices, OciCall> ROUTES = routes();

  private final OciSite site;
  private final NetworkOperations network;
  private final OkeOperations oke;
  private final ComputeOperations compute;

  /** None of them has anything. */
  OciServices(OciSite site) {
    this.site = site;
    this.network = new NetworkOperations(site);
    this.oke = new OkeOperations(site);
    this.compute = new ComputeOperations(site);
  }

  private static Routes<OciServices, OciCall> routes() {
    return Routes.<OciServices, OciCall>below("")
        .read("GetCluster", OKE + "/clusters/{id}", oke(OkeOperations::getCluster))
        .read(
            "CreateKubeconfig",
            "POST",
            OKE + "/clusters/{id}/kubeconfig/content",
            oke(OkeOperations::createKubeconfig))
        .read("ListNodePools", OKE + "/nodePools", oke(OkeOperations::listNodePools))
        .read("GetNodePool", OKE + "/nodePools/{id}", oke(OkeOperations::getNodePool))
        .write("CreateNodePool", "POST", OKE + "/nodePools", oke(OkeOperations::createNodePool))
        .write("UpdateNodePool", "PUT", OKE + "/nodePools/{id}", oke(OkeOperations::updateNodePool))
        .write(
            "DeleteNodePool", "DELETE", OKE + "/nodePools/{id}", oke(OkeOperations::deleteNodePool))
        .write(
            "DeleteNode",
            "DELETE",
            OKE + "/nodePools/{id}/node/{node}",
            oke(OkeOperations::deleteNode))
        .read(
            "GetNodePoolOptions",
            OKE + "/nodePoolOptions/{id}",
            oke(OkeOperations::nodePoolOptions))
        .read("GetWorkRequest", OKE + "/workRequests/{id}", oke(OkeOperations::getWorkRequest))
        .read(
            "ListAvailabilityDomains",
            CORE + "/availabilityDomains",
            (all, call) -> all.network.availabilityDomains(call))
        .read(
            "ListFaultDomains",
            CORE + "/faultDomains",
            (all, call) -> all.network.faultDomains(call))
        .read(
            "ListSubnets",
            CORE + "/subnets",
            (all, call) -> all.network.networkParts("subnet", call))
        .read(
            "ListNetworkSecurityGroups",
            CORE + "/networkSecurityGroups",
            (all, call) -> all.network.networkParts("networksecuritygroup", call))
        .read(
            "ListInstanceConfigurations",
            CONFIGURATIONS,
            compute(ComputeOperations::listConfigurations))
        .read(
            "GetInstanceConfiguration",
            CONFIGURATIONS + "/{id}",
            compute(ComputeOperations::getConfiguration))
        .write(
            "CreateInstanceConfiguration",
            "POST",
            CONFIGURATIONS,
            compute(ComputeOperations::createConfiguration))
        .write(
            "UpdateInstanceConfiguration",
            "PUT",
            CONFIGURATIONS + "/{id}",
            compute(ComputeOperations::updateConfiguration))
        .write(
            "DeleteInstanceConfiguration",
            "DELETE",
            CONFIGURATIONS + "/{id}",
            compute(ComputeOperations::deleteConfiguration))
        .read("ListInstancePools", POOLS, compute(ComputeOperations::listPools))
        .read("GetInstancePool", POOLS + "/{id}", compute(ComputeOperations::getPool))
        .read(
            "ListInstancePoolInstances",
            POOLS + "/{id}/instances",
            compute(ComputeOperations::listInstances))
        .write("CreateInstancePool", "POST", POOLS, compute(ComputeOperations::createPool))
        .write("UpdateInstancePool", "PUT", POOLS + "/{id}", compute(ComputeOperations::updatePool))
        .write(
            "TerminateInstancePool",
            "DELETE",
            POOLS + "/{id}",
            compute(ComputeOperations::terminatePool))
        .write(
            "DetachInstancePoolInstance",
            "POST",
            POOLS + "/{id}/actions/detachInstance",
            compute(ComputeOperations::detach))
        .read("ListWorkRequests", CORE + "/workRequests", compute(ComputeOperations::workRequests))
        .read(
            "ListWorkRequestErrors",
            CORE + "/workRequests/{id}/errors",
            compute(ComputeOperations::workRequestErrors));
  }

  private static BiFunction<OciServices, OciCall, RestResponse> oke(
      BiFunction<OkeOperations, OciCall, RestResponse> operation) {
    return (all, call) -> operation.apply(all.oke, call);
  }

  private static BiFunction<OciServices, OciCall, RestResponse> compute(
      BiFunction<ComputeOperations, OciCall, RestResponse> operation) {
    return (all, call) -> operation.apply(all.compute, call);
  }

  NetworkOperations network() {
    return network;
  }

  OkeOperations oke() {
    return oke;
  }

  ComputeOperations compute() {
    return compute;
  }

  /** What a path's id stands for, in a word that a person would use; the id if it is unknown. */
  String nameOf(String id) {
    return site.withLock(() -> oke.nameOf(id).or(() -> compute.nameOf(id)).orElse(id));
  }

  @Override
  public Site site() {
    return site;
  }

  @Override
  public ObjectNode save() {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    saved.put("ids", site.ids().count()).put("numbers", site.lastNumber());
    saved.set("network", network.save());
    saved.set("oke", oke.save());
    saved.set("compute", compute.save());
    return saved;
  }

  @Override
  public void load(JsonNode saved) {
    site.ids().continueAfter(saved.path("ids").asLong());
    site.continueNumbers(saved.path("numbers").asInt());
    network.load(saved.path("network"));
    oke.load(saved.path("oke"));
    compute.load(saved.path("compute"));
  }

  @Override
  public void resume() {
    oke.resume();
    compute.resume();
  }

  @Override
  public List<InstanceState> instances() {
    return Stream.concat(oke.instances(), compute.instances()).toList();
  }

  @Override
  public Map<String, byte[]> launchData() {
    return compute.launchData();
  }

  @Override
  public boolean killInstance(String instanceId) {
    return oke.kill(instanceId) || compute.kill(instanceId);
  }

  /** By kind and name, without what is gone and still listed. */
  @Override
  public Object comparableState() {
    Map<String, Object> picture = new TreeMap<>();
    picture.put("nodePools", oke.comparableState());
    picture.put("instancePools", compute.comparablePools());
    picture.put("instanceConfigurations", compute.comparableConfigurations());
    return picture;
  }
}
