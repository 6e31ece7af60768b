/**
 * Takes submissions as they come, keeps the table linked, and hands out what changes.
 *
 * <p>Start at {@link io.daisychain.watch.Watch}. A source reads messages and hands them to a {@code
 * MessageSink}, which is the {@code Intake}: it has them written in groups ({@code GroupWriter}),
 * linked ({@code GroupLinker}, by {@link io.daisychain.linkage.live.LiveLink}) and handed out, and
 * tells the source what is durable ({@code Acknowledger}).
 */
package io.daisychain.watch;
