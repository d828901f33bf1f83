/**
 * The launch template: what it says, user data, versions and what tells them apart, its steps and
 * its condition. Enter at {@link io.weir.provider.aws.template.DesiredTemplateFactory} and {@link
 * io.weir.provider.aws.template.TemplateVersionPlanner}. Pure. Who makes instances from it, and how
 * they are replaced, is not known here: what others must note before a version is made is handed in
 * as {@link io.weir.provider.aws.template.TemplateNotes}.
 */
@NullMarked
package io.weir.provider.aws.template;

import org.jspecify.annotations.NullMarked;
