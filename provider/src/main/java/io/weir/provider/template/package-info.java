/**
 * What pools have in common that are a group of instances and the template that the group makes
 * them from: the order of the steps. Enter at {@link
 * io.weir.provider.template.TemplateGroupPlanner}; pure. Words of one cloud do not belong here.
 */
@NullMarked
package io.weir.provider.template;

import org.jspecify.annotations.NullMarked;
