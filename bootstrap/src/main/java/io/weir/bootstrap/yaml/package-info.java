/**
 * Emits YAML that every reader takes for the same values: PyYAML (YAML 1.1, in cloud-init), Go's
 * reader (in kubeadm) and YAML 1.2 readers. Values are nodes, so none can break out of its place.
 *
 * <p>A library's emitter does not serve: those for YAML 1.2 write plain what a 1.1 reader takes for
 * a number, a Boolean or a line break, none can be told to leave the text of a template unescaped,
 * and they fall back to one long escaped line where a line of a file ends in a blank.
 */
@NullMarked
package io.weir.bootstrap.yaml;

import org.jspecify.annotations.NullMarked;
