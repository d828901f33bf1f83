/**
 * kubeadm's configuration for a worker that joins: its version, its fields, how the machine finds
 * and trusts the API server. Enter with {@link io.weir.bootstrap.kubeadm.JoinConfigurationWriter}.
 * What the configuration is wrapped in for the machine belongs to the packages of the formats.
 */
@NullMarked
package io.weir.bootstrap.kubeadm;

import org.jspecify.annotations.NullMarked;
