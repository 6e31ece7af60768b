/**
 * Checks FIX 4.2 messages, with nothing but the JDK.
 *
 * <p>Start at {@link io.daisychain.fix.validate.MessageChecker}: it reports all errors of one
 * indexed message to a reusable {@link io.daisychain.fix.validate.ValidationResult}. {@link
 * io.daisychain.fix.validate.Framing} is the part that decides whether a message can be kept at
 * all, and can be asked alone. What FIX 4.2 defines stands in {@code fix42.dictionary}, which opens
 * with its own format. Checkers and results are not thread-safe, and make no garbage.
 */
package io.daisychain.fix.validate;
