/**
 * KubeadmConfigs: whose one is, what it waits for, which token it hands out, how its data is
 * stored, and what its status says; pure. Enter at {@link io.weir.bootstrap.config.ConfigState}.
 */
@NullMarked
package io.weir.bootstrap.config;

import org.jspecify.annotations.NullMarked;
