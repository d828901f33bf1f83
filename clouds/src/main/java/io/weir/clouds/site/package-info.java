/**
 * Where a simulated cloud keeps what it has: {@link io.weir.clouds.site.Site} is what one lock
 * guards, {@link io.weir.clouds.site.SiteServices} what a cloud puts into it, {@link
 * io.weir.clouds.site.Sites} all of a cloud, with saving and with reads of what was. Knows no
 * protocol and no cloud.
 */
@NullMarked
package io.weir.clouds.site;

import org.jspecify.annotations.NullMarked;
