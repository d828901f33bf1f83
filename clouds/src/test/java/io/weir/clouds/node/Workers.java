package io.weir.clouds.node;

import io.weir.clouds.node.cloudinit.UserData;

/** Machines and user data as a cloud would hand them out, for tests. */
final class Workers {
  private Workers() {}

  static MachineSpec machine(String instanceId, UserData userData) {
    return new MachineSpec(
        instanceId,
        instanceId + ".eu-west-1.compute.internal",
        "eu-west-1a",
        "eu-west-1",
        "m5.large",
        "10.0.0.7",
        "v1.35.4",
        userData);
  }

  static String nodeName(String instanceId) {
    return instanceId + ".eu-west-1.compute.internal";
  }

  /** User data that joins with a token, and has commands before and after. */
  static UserData joining(String endpoint, String token, String caCertHash) {
    return UserData.of(joiningText(endpoint, token, caCertHash));
  }

  static String joiningText(String endpoint, String token, String caCertHash) {
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
}
