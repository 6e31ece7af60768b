/**
 * Files that commands leave for people: whose they are, what may be replaced, and whether they can
 * be written at all.
 *
 * <p>A file that a command did not write is never replaced and never deleted: {@link
 * io.daisychain.output.ForeignFileException}.
 */
package io.daisychain.output;
