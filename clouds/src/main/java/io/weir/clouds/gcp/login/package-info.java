/**
 * The simulated token service of Google: exchanges what a service account signs for access tokens.
 * Enter at {@link io.weir.clouds.gcp.login.LoginRequest}.
 */
@NullMarked
package io.weir.clouds.gcp.login;

import org.jspecify.annotations.NullMarked;
