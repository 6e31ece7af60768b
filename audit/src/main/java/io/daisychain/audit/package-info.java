/**
 * What was done, by whom and when, in a log that shows each change made to it afterwards.
 *
 * <p>The yardstick is SEC Rule 17a-4(f): a complete time-stamped audit trail of what was recorded,
 * changed and looked at, or storage that cannot be written twice.
 */
package io.daisychain.audit;
