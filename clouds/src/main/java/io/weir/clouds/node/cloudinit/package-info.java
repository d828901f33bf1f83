/**
 * What cloud-init does with a machine's user data. Enter at {@link
 * io.weir.clouds.node.cloudinit.CloudInitProgram}. Reads the data as cloud-init reads it (gzip,
 * Jinja, YAML 1.1), with its habits: what it cannot use it warns about and ignores. Runs no
 * command.
 */
@NullMarked
package io.weir.clouds.node.cloudinit;

import org.jspecify.annotations.NullMarked;
