/**
 * Reads FIX as bytes, with nothing but the JDK.
 *
 * <p>Start at {@link io.daisychain.fix.MessageFinder}: it walks the messages of one line and
 * indexes each into a reusable {@link io.daisychain.fix.FixMessage}. {@link
 * io.daisychain.fix.FixValue} turns the bytes of a value into numbers. Nothing here copies a
 * message, allocates per message or throws because of a message's content; errors are codes.
 * Objects are not thread-safe; static methods are.
 */
package io.daisychain.fix;
