/**
 * The document that cloud-init reads on a worker. Enter with {@link
 * io.weir.bootstrap.cloudconfig.CloudConfigWriter}. Secrets are resolved and the join configuration
 * is written before; what is here is the document's shape.
 */
@NullMarked
package io.weir.bootstrap.cloudconfig;

import org.jspecify.annotations.NullMarked;
