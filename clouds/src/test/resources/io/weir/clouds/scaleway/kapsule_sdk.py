"""Drives the simulated Kapsule with Scaleway's own SDK, and holds its answers against the SDK's models.

    kapsule_sdk.py ENDPOINT SECRET_KEY PROJECT_ID CLUSTER_ID

Every answer must carry every field of its model that has no default, with values that the model's enums
know, and no field that the model lacks. Prints "all good" at the end.
"""

import dataclasses
import enum
import sys
import time
import typing

from scaleway import Client
from scaleway.k8s import v1
from scaleway.k8s.v1 import K8SV1API
from scaleway_core.api import ScalewayException

ENDPOINT, KEY, PROJECT, CLUSTER = sys.argv[1:]
answers = []


def wire_name(name):
    return name.rstrip("_")


def check(model, raw, where):
    """One JSON object against one model."""
    fields = {wire_name(f.name): f for f in dataclasses.fields(model)}
    hints = typing.get_type_hints(model)
    unknown = set(raw) - set(fields)
    assert not unknown, f"{where}: fields that {model.__name__} lacks: {unknown}"
    for name, field in fields.items():
        required = field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
        assert name in raw or not required, f"{where}: {model.__name__}.{name} is missing"
        if raw.get(name) is not None:
            check_value(hints[field.name], raw[name], f"{where}.{name}")
        else:
            assert not required, f"{where}: {model.__name__}.{name} is null"


def check_value(hint, value, where):
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Union:
        check_value(next(i for i in inner if i is not type(None)), value, where)
    elif origin is list:
        assert isinstance(value, list), where
        for i, item in enumerate(value):
            check_value(inner[0], item, f"{where}[{i}]")
    elif origin is dict:
        assert isinstance(value, dict) and all(isinstance(k, str) for k in value), where
    elif dataclasses.is_dataclass(hint):
        check(hint, value, where)
    elif isinstance(hint, type) and issubclass(hint, enum.Enum):
        assert value in {e.value for e in hint}, f"{where}: {value!r} is not one of {hint.__name__}"
    elif hint in (str, bool, int):
        assert type(value) is hint, f"{where}: {value!r} is not {hint.__name__}"
    elif hint is float:
        assert isinstance(value, (int, float)), where


class Recording(K8SV1API):
    """The SDK, with the JSON of its last answer kept."""

    def _request(self, *args, **kwargs):
        response = super()._request(*args, **kwargs)
        answers.append(response.json())
        return response


def api(key):
    client = Client(
        access_key="SCWXXXXXXXXXXXXXXXXX",
        secret_key=key,
        api_url=ENDPOINT,
        default_project_id=PROJECT,
        default_region="fr-par",
        default_zone="fr-par-1",
    )
    return Recording(client)


def checked(model, result):
    check(model, answers[-1], model.__name__)
    return result


def refused(status, kind, call, **arguments):
    try:
        call(**arguments)
    except ScalewayException as refusal:
        body = refusal.response.json()
        assert refusal.status_code == status, (refusal.status_code, body)
        assert body["type"] == kind, body
        assert body["message"], body
        return body
    raise AssertionError(f"not refused: {call.__name__} {arguments}")


def wait(what, patience=30):
    deadline = time.monotonic() + patience
    while not what():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.05)


def main():
    k8s = api(KEY)
    clusters = checked(v1.ListClustersResponse, k8s.list_clusters(project_id=PROJECT, name="demo"))
    assert [c.id for c in clusters.clusters] == [CLUSTER] and clusters.total_count == 1
    cluster = checked(v1.Cluster, k8s.get_cluster(cluster_id=CLUSTER))
    assert cluster.status == v1.ClusterStatus.POOL_REQUIRED
    checked(v1.ListVersionsResponse, k8s.list_versions())
    checked(v1.Version, k8s.get_version(version_name=cluster.version))
    checked(
        v1.ListClusterAvailableVersionsResponse,
        k8s.list_cluster_available_versions(cluster_id=CLUSTER),
    )

    pool = checked(
        v1.Pool,
        k8s.create_pool(
            cluster_id=CLUSTER,
            name="workers",
            node_type="GP1-XS",
            autoscaling=False,
            size=3,
            min_size=1,
            max_size=5,
            autohealing=True,
            public_ip_disabled=False,
            tags=["a=b", "taint=dedicated=gpu:NoSchedule"],
            kubelet_args={"maxPods": "50"},
            upgrade_policy=v1.CreatePoolRequestUpgradePolicy(max_unavailable=1, max_surge=1),
            zone="fr-par-2",
            root_volume_type=v1.PoolVolumeType.SBS_5K,
            root_volume_size=30_000_000_000,
            security_group_id="592f683f-83b9-47e4-9434-ca1931bdaa4b",
            labels={"tier": "front"},
            taints=[v1.CoreV1Taint(key="t", value="v", effect=v1.CoreV1TaintEffect.NO_EXECUTE)],
        ),
    )
    assert pool.status == v1.PoolStatus.SCALING and pool.version == cluster.version
    assert k8s.wait_for_pool(pool_id=pool.id).status == v1.PoolStatus.READY
    nodes = checked(v1.ListNodesResponse, k8s.list_nodes(cluster_id=CLUSTER, pool_id=pool.id))
    assert nodes.total_count == 3 and all(n.status == v1.NodeStatus.READY for n in nodes.nodes)
    node = checked(v1.Node, k8s.get_node(node_id=nodes.nodes[0].id))
    assert node.provider_id.startswith("scaleway://instance/fr-par-2/")

    for name in ("workers", "workers-2"):
        k8s.create_pool(
            cluster_id=CLUSTER,
            name=name,
            node_type="DEV1-M",
            autoscaling=True,
            size=1,
            max_size=2,
            autohealing=False,
            public_ip_disabled=True,
        )
    all_pools = k8s.list_pools_all(cluster_id=CLUSTER, name="workers", page_size=2)
    check(v1.ListPoolsResponse, answers[-1], "ListPools")
    assert len(all_pools) == 3 and len({p.id for p in all_pools}) == 3

    updated = checked(
        v1.Pool,
        k8s.update_pool(
            pool_id=pool.id,
            size=4,
            tags=["c=d"],
            autohealing=False,
            kubelet_args={},
            upgrade_policy=v1.UpdatePoolRequestUpgradePolicy(max_unavailable=2, max_surge=1),
        ),
    )
    assert updated.size == 4 and updated.tags == ["c=d"] and updated.kubelet_args == {}
    assert (updated.upgrade_policy.max_unavailable, updated.upgrade_policy.max_surge) == (2, 1)
    k8s.wait_for_pool(pool_id=pool.id)
    wait(lambda: k8s.list_nodes(cluster_id=CLUSTER, pool_id=pool.id).total_count == 4)
    checked(v1.Node, k8s.delete_node(node_id=node.id, skip_drain=False))
    wait(lambda: k8s.list_nodes(cluster_id=CLUSTER, pool_id=pool.id).total_count == 3)
    assert k8s.get_pool(pool_id=pool.id).size == 3

    body = refused(400, "invalid_arguments", k8s.upgrade_pool, pool_id=pool.id, version="1.99.0")
    assert {"argument_name", "reason", "help_message"} == set(body["details"][0])
    body = refused(404, "not_found", k8s.get_pool, pool_id=CLUSTER)
    assert body["resource"] == "pool" and body["resource_id"] == CLUSTER
    refused(401, "denied_authentication", api("11111111-1111-1111-1111-111111111111").list_clusters)

    for each in all_pools:
        checked(v1.Pool, k8s.delete_pool(pool_id=each.id))
        assert answers[-1]["status"] == "deleting"
    wait(lambda: not k8s.list_pools_all(cluster_id=CLUSTER))
    print("all good:", len(answers), "answers")


main()
