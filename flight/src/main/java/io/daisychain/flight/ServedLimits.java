package io.daisychain.flight;

/**
 * How much one user may ask for at once, and what that may take.
 *
 * @param requests of a user that are answered at once
 * @param waiting further ones of a user that wait; beyond these they are refused
 * @param workers threads that read and send, for all users
 * @param dates the latest trade dates, which are held in memory
 */
public record ServedLimits(int requests, int waiting, int workers, int dates) {}
