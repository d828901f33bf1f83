#!/usr/bin/env python3
"""Writes the tables that the AWS simulator checks requests and answers against.

Reads the service models that botocore ships and keeps only their structure (names on the wire,
types, nesting, required members, enums, bounds) for the operations that the simulator has.

    pip download botocore --no-deps -d /tmp/botocore
    clouds/tools/aws-tables.py /tmp/botocore/botocore-*.whl
"""

import gzip
import json
import pathlib
import sys
import zipfile

OPERATIONS = {
    "ec2/2016-11-15": """
        CreateLaunchTemplate CreateLaunchTemplateVersion CreateTags DeleteLaunchTemplate
        DeleteLaunchTemplateVersions DeleteTags DescribeImages DescribeInstances
        DescribeInstanceTypes DescribeLaunchTemplates DescribeLaunchTemplateVersions
        DescribeSecurityGroups DescribeSubnets ModifyLaunchTemplate RunInstances TerminateInstances
    """,
    "autoscaling/2011-01-01": """
        CancelInstanceRefresh CompleteLifecycleAction CreateAutoScalingGroup CreateOrUpdateTags
        DeleteAutoScalingGroup DeleteLifecycleHook DeleteTags DescribeAutoScalingGroups
        DescribeInstanceRefreshes DescribeLifecycleHooks DescribeScalingActivities PutLifecycleHook
        RecordLifecycleActionHeartbeat ResumeProcesses SetDesiredCapacity SetInstanceProtection
        StartInstanceRefresh SuspendProcesses TerminateInstanceInAutoScalingGroup
        UpdateAutoScalingGroup
    """,
    "iam/2010-05-08": """
        AttachRolePolicy CreateRole DeleteRole DetachRolePolicy GetRole ListAttachedRolePolicies
        TagRole UntagRole
    """,
    "eks/2017-11-01": """
        CreateNodegroup DeleteNodegroup DescribeCluster DescribeNodegroup DescribeUpdate
        ListNodegroups TagResource UntagResource UpdateNodegroupConfig UpdateNodegroupVersion
    """,
    "ssm/2014-11-06": "GetParameter",
    "sts/2011-06-15": "AssumeRole",
}
HERE = pathlib.Path(__file__).resolve().parent
TARGET = HERE.parent / "src/main/resources/io/weir/clouds/aws/wire"


def capital(name):
    return name[:1].upper() + name[1:]


def member(ec2, name, ref):
    """One member: its shape, its name in requests and, where that differs, in answers."""
    out = ref.get("locationName", name)
    wire = ref.get("queryName") or (capital(out) if ec2 else out)
    entry = {"shape": ref["shape"], "in": wire}
    if out != wire:
        entry["out"] = out
    if "location" in ref:
        entry["location"] = ref["location"]
    return entry


def shape(ec2, source):
    kind = source["type"]
    kept = {"type": kind}
    for key in ("enum", "min", "max", "pattern"):
        if key in source:
            kept[key] = source[key]
    if kind == "structure":
        kept["members"] = {n: member(ec2, n, r) for n, r in source.get("members", {}).items()}
        if source.get("required"):
            kept["required"] = source["required"]
    elif kind == "list":
        kept["of"] = source["member"]["shape"]
        kept["item"] = source["member"].get("locationName", "member")
        if ec2 or source.get("flattened"):
            kept["flat"] = True
    elif kind == "map":
        kept["of"] = source["value"]["shape"]
    return kept


def reachable(model, roots):
    seen, todo = set(), list(roots)
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        source = model["shapes"][name]
        todo += [ref["shape"] for ref in source.get("members", {}).values()]
        if "member" in source:
            todo.append(source["member"]["shape"])
        if source["type"] == "map":
            todo.append(source["value"]["shape"])
    return sorted(seen)


def table(model, wanted):
    meta = model["metadata"]
    ec2 = meta["protocol"] == "ec2"
    operations, roots = {}, []
    for name in wanted:
        source = model["operations"][name]
        entry = {}
        for side in ("input", "output"):
            if side in source:
                entry[side] = source[side]["shape"]
                roots.append(source[side]["shape"])
        if meta["protocol"] == "rest-json":
            entry["method"] = source["http"]["method"]
            entry["uri"] = source["http"]["requestUri"]
        if "resultWrapper" in source.get("output", {}):
            entry["wrapper"] = source["output"]["resultWrapper"]
        operations[name] = entry
    return {
        "service": meta["endpointPrefix"],
        "version": meta["apiVersion"],
        "protocol": meta["protocol"],
        "namespace": meta.get("xmlNamespace", f"http://ec2.amazonaws.com/doc/{meta['apiVersion']}/"),
        "operations": operations,
        "shapes": {name: shape(ec2, model["shapes"][name]) for name in reachable(model, roots)},
    }


def printed(made):
    """A line for each operation and each shape, so that an update reads as one."""
    head = {key: value for key, value in made.items() if isinstance(value, str)}
    parts = [json.dumps(head, sort_keys=True)[1:-1]]
    for key in ("operations", "shapes"):
        rows = [f"  {json.dumps(n)}: {json.dumps(v, sort_keys=True)}" for n, v in made[key].items()]
        parts.append(json.dumps(key) + ": {\n" + ",\n".join(rows) + "\n}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main(wheel):
    with zipfile.ZipFile(wheel) as archive:
        for path, names in OPERATIONS.items():
            packed = archive.read(f"botocore/data/{path}/service-2.json.gz")
            made = table(json.loads(gzip.decompress(packed)), sorted(names.split()))
            target = TARGET / (path.split("/")[0] + ".json")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(printed(made))


main(sys.argv[1])
