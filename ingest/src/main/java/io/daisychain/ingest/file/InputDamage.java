package io.daisychain.ingest.file;

import java.io.Serializable;

/**
 * Where a compressed file is damaged.
 *
 * @param storedOffset bytes of the file that had been read
 * @param offset uncompressed bytes before the damage, all of which are read
 * @param text what is wrong, for people
 */
public record InputDamage(long storedOffset, long offset, String text) implements Serializable {}
