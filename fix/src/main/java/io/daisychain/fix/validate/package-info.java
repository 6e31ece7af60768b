/**
 * Checks FIX messages, with nothing but the JDK.
 *
 * <p>Start at {@link io.daisychain.fix.validate.MessageChecker}: it reports all errors of one
 * indexed message to a reusable {@link io.daisychain.fix.validate.ValidationResult}. {@link
 * io.daisychain.fix.validate.Framing} is the part that decides whether a message can be kept at
 * all, and can be asked alone. What a version defines stands in its dictionary, which opens with
 * its own format. Checkers and results are not thread-safe, and make no garbage.
 */
package io.daisychain.fix.validate;
