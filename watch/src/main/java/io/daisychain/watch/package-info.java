/**
 * Takes submissions as they come, keeps the table linked, and hands out what changes.
 *
 * <p>Start at {@link io.daisychain.watch.Watch}. A source reads messages and hands them to the
 * {@code Intake}; its writer makes them durable in groups and tells the source; its linker links
 * them, {@link io.daisychain.linkage.live.LiveLink}, and tells the subscribers.
 */
package io.daisychain.watch;
