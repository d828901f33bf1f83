package io.weir.provider.gcp.api;

import io.weir.api.ApiObject;
import io.weir.api.Crds;
import java.util.List;

/** The definitions of the Google Cloud kinds that Weir ships. */
public final class GcpCrds {
  private static final String DIRECTORY = "/io/weir/provider/gcp/crds/";

  private GcpCrds() {}

  /** The pool kinds with their template, and the kinds of another project that they read. */
  public static List<ApiObject> all() {
    return Crds.read(
        GcpCrds.class,
        DIRECTORY + "gcpmachinepools.yaml",
        DIRECTORY + "gcpclusters.yaml",
        DIRECTORY + "gcpmanagedmachinepools.yaml",
        DIRECTORY + "gcpmanagedmachinepooltemplates.yaml",
        DIRECTORY + "gcpmanagedcontrolplanes.yaml",
        DIRECTORY + "gcpmanagedclusters.yaml");
  }
}
