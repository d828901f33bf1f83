/**
 * What is refused when a KubeadmConfig or a template of one is written, and what a template is
 * filled in with. Enter at {@link io.weir.bootstrap.admission.BootstrapAdmissions}. What can only
 * be known with the Secrets and the cluster at hand is refused when the data is rendered.
 */
@NullMarked
package io.weir.bootstrap.admission;

import org.jspecify.annotations.NullMarked;
