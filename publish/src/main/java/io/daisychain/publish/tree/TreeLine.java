package io.daisychain.publish.tree;

import java.util.List;

/**
 * A line of a drawn lifecycle.
 *
 * @param depth lines above it up to its root, 0 for roots
 * @param ids its events; several where reports alike are one line
 * @param branches what joins it to the line that it hangs on, for text
 * @param text what happened, when, at which firm; on one line, without control characters
 * @param isMarked whether it was asked for
 */
public record TreeLine(
    int depth, List<String> ids, String branches, String text, boolean isMarked) {}
