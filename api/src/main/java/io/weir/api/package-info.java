/**
 * The Cluster API kinds as records: views of what Weir reads, the keys it writes, the names of
 * conditions and reasons. Nothing here decides or talks to a server.
 */
@NullMarked
package io.weir.api;

import org.jspecify.annotations.NullMarked;
