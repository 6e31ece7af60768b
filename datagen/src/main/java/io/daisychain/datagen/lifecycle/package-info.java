/**
 * One order's life as events: the simulation, its queue of steps, what is remembered of each event.
 */
package io.daisychain.datagen.lifecycle;
