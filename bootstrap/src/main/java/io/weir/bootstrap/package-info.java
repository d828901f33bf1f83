/**
 * What a machine runs at first boot. Pure: inputs are records, the result is text; no client, no
 * clock, no logger, and randomness only where it is passed in.
 *
 * <p>The way in is {@link io.weir.bootstrap.render.BootstrapDataRenderer}. Around it: {@code
 * kubeadm} writes the join configuration, {@code cloudconfig} the document that cloud-init reads,
 * {@code token} decides about join tokens, {@code config} about KubeadmConfigs, {@code yaml} emits.
 * Here lies only what all of them share: the one kind of refusal and the keys. Fetching and writing
 * objects belongs to the manager.
 */
@NullMarked
package io.weir.bootstrap;

import org.jspecify.annotations.NullMarked;
