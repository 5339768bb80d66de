/**
 * Past one database: servers with a database each, called cells here, among which runs are spread by their keys and agents by where the work is,
 * under virtual time with the real engine. Says what that costs and what is lost. Nothing of it is built into the product.
 */
@NullMarked
package io.tidewheel.experiments.cluster;

import org.jspecify.annotations.NullMarked;
