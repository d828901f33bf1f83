package io.weir.clouds.node;

import io.weir.clouds.node.cloudinit.UserData;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Machines and user data as a cloud would hand them out, for tests. */
public final class TestMachines {
  private TestMachines() {}

  static MachineSpec machine(String instanceId, UserData userData) {
    return new MachineSpec(
        instanceId,
        instanceId + ".eu-west-1.compute.internal",
        "eu-west-1a",
        "eu-west-1",
        "m5.large",
        "10.0.0.7",
        "v1.35.4",
        Datasource.EC2,
        userData);
  }

  static String nodeName(String instanceId) {
    return instanceId + ".eu-west-1.compute.internal";
  }

  /** User data that joins with a token, and has commands before and after. */
  static UserData joiningUserData(String endpoint, String token, String caCertHash) {
    return UserData.of(joiningText(endpoint, token, caCertHash));
  }

  /** The same as text. */
  public static String joiningText(String endpoint, String token, String caCertHash) {
    return """
    ## template: jinja
    #cloud-config

    write_files:
    -   path: /run/kubeadm/kubeadm-join-config.yaml
        owner: root:root
        permissions: '0640'
        content: |
          ---
          apiVersion: kubeadm.k8s.io/v1beta4
          discovery:
            bootstrapToken:
              apiServerEndpoint: %s
              caCertHashes:
              - %s
              token: %s
          kind: JoinConfiguration
          nodeRegistration:
            kubeletExtraArgs:
            - name: cloud-provider
              value: external
            - name: node-labels
              value: pool=workers,tier=
            name: '{{ ds.meta_data.local_hostname }}'
            taints:
            - effect: NoSchedule
              key: node.cluster.x-k8s.io/uninitialized
    runcmd:
      - "echo before"
      - kubeadm join --config /run/kubeadm/kubeadm-join-config.yaml  && echo success > /run/cluster-api/bootstrap-success.complete
      - "echo after"
    """
        .formatted(endpoint, caCertHash, token);
  }

  /**
   * The same for Ignition, as one unit that runs a script; the node's name comes from the image's
   * metadata agent.
   *
   * @param version 2.3.0 or 3.4.0
   */
  static UserData ignitionUserData(
      String version, String endpoint, String token, String caCertHash) {
    String join =
        """
        ---
        apiVersion: kubeadm.k8s.io/v1beta4
        discovery:
          bootstrapToken:
            apiServerEndpoint: %s
            caCertHashes:
            - %s
            token: %s
        kind: JoinConfiguration
        nodeRegistration:
          name: '${COREOS_EC2_HOSTNAME}'
        """
            .formatted(endpoint, caCertHash, token);
    String script =
        """
        #!/bin/bash
        set -e

        envsubst < /etc/kubeadm.yml > /etc/kubeadm.yml.tmp
        mv /etc/kubeadm.yml.tmp /etc/kubeadm.yml

        kubeadm join --config /etc/kubeadm.yml\s
        mkdir -p /run/cluster-api && echo success > /run/cluster-api/bootstrap-success.complete
        mv /etc/kubeadm.yml /tmp/

        echo after
        """;
    String unit =
        "[Unit]\\nConditionPathExists=/etc/kubeadm.yml\\n[Service]\\nType=oneshot\\n"
            + "ExecStart=/bin/bash /etc/kubeadm.sh\\n[Install]\\nWantedBy=multi-user.target\\n";
    return UserData.of(
        """
        {"ignition": {"version": "%s"},
         "storage": {"files": [%s, %s]},
         "systemd": {"units": [{"name": "kubeadm.service", "enabled": true, "contents": "%s",
           "dropins": [{"name": "10-flatcar.conf",
                        "contents": "[Service]\\nEnvironmentFile=/run/metadata/flatcar\\n"}]}]}}
        """
            .formatted(
                version,
                file(version, "/etc/kubeadm.sh", 0700, script),
                file(version, "/etc/kubeadm.yml", 0600, join),
                unit));
  }

  private static String file(String version, String path, int mode, String text) {
    String where = version.startsWith("2") ? "\"filesystem\": \"root\", " : "\"overwrite\": true, ";
    return """
    {%s"path": "%s", "mode": %d, "contents": {"source": "data:,%s"}}
    """
        .formatted(
            where, path, mode, URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20"));
  }
}
