package io.daisychain.store.write;

import java.io.Serializable;
import java.util.List;
import org.apache.beam.sdk.coders.DefaultCoder;
import org.apache.beam.sdk.coders.SerializableCoder;

/**
 * Files of sorted rows that wait to be bulk-loaded, one a family; the folder's name is the
 * family's.
 *
 * @param rows that they hold together
 */
@DefaultCoder(SerializableCoder.class)
public record StagedFiles(long rows, List<String> files) implements Serializable {}
