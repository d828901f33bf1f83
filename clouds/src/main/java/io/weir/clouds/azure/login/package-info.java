/** The part of Microsoft Entra ID that gives out tokens, and the tokens themselves. */
@NullMarked
package io.weir.clouds.azure.login;

import org.jspecify.annotations.NullMarked;
