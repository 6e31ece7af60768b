/**
 * What is wrong on purpose: injected errors with the truth about them, and the repairs that follow.
 */
package io.daisychain.datagen.fault;
