/**
 * Reads FIX 4.2 as bytes, with nothing but the JDK.
 *
 * <p>Start at {@link io.daisychain.fix.MessageFinder}: it walks the messages of one line and
 * indexes each into a reusable {@link io.daisychain.fix.FixMessage}. {@link
 * io.daisychain.fix.FixValue} turns the bytes of a value into numbers. Nothing here copies a
 * message, makes garbage per message or throws because of what a message contains: damage is a
 * code. Objects are not thread-safe; the static methods are.
 */
package io.daisychain.fix;
