package io.daisychain.store.dates;

/**
 * Where the lines of feedback of a trade date are kept, which a link run has told.
 *
 * @param version all changes up to this one, and those of the run itself, are in them
 * @param run that told them
 * @param places how often the names and lines of input files had changed before
 * @param folder of the run's feedback
 */
public record ToldDate(long version, String run, long places, String folder) {}
