/** Engines that check a message, one beside the other. */
package io.daisychain.jmh.engine;
