/**
 * Reads records of the Consolidated Audit Trail's Industry Member format as bytes, with nothing but
 * the JDK.
 *
 * <p>Start at {@link io.daisychain.cat.RecordStream}: it cuts a file, JSON or CSV, into records.
 * {@link io.daisychain.cat.RecordReader} makes of the bytes of one a {@link
 * io.daisychain.cat.CatRecord}, fields by their position in the schema of the event's date, and
 * {@link io.daisychain.cat.RecordCheck} says what is wrong in it, with CAT's own codes. What a type
 * has at which position is data: {@code schemas.txt} and {@code rules.txt}.
 */
package io.daisychain.cat;
