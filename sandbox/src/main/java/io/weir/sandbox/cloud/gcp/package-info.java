/** Google Cloud in a sandbox: what exists there beforehand, and what manifests add to it. */
@NullMarked
package io.weir.sandbox.cloud.gcp;

import org.jspecify.annotations.NullMarked;
