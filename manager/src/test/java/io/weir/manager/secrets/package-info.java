/** Shows that nothing the manager says holds a secret. */
@NullMarked
package io.weir.manager.secrets;

import org.jspecify.annotations.NullMarked;
