/**
 * Clusters, pools and nodes as Kapsule keeps them: what it accepts, and what it does by itself.
 * Everything here is guarded by the lock of {@link io.weir.clouds.scaleway.k8s.KapsuleSite}. HTTP
 * does not belong here.
 *
 * <p>Taken from recorded answers of the real API: fields and their defaults, names of types and
 * nodes, a pool that is ready while an older node is still being deleted, the body of {@code
 * not_found}. Taken from Scaleway's documentation and SDKs: enums, the other errors, that an
 * upgrade replaces nodes and only goes to the version of the cluster, that a pool cannot be sized
 * meanwhile, that deleting a node makes its pool smaller, tags that become labels and taints.
 * Nobody has published, and so are assumptions: which victims are chosen, how large a page is, the
 * error for a pool that is being upgraded, the limit of nodes, the headers of a throttled call,
 * that fields which cannot be changed are refused and not ignored, and all times.
 */
@NullMarked
package io.weir.clouds.scaleway.k8s;

import org.jspecify.annotations.NullMarked;
